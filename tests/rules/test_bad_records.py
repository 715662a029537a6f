"""Damaged records and notation, and input that never was either.

Whatever comes in, the answer is a game or an error that says what was expected and what came. What
is accepted is a true game: the naive reference lists every one of its actions as legal, and it is
written back exactly as it was read.
"""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from random import Random
from time import process_time
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nmbr9 import Game, NotationError, Options, Place, RecordError, Token, Variant
from nmbr9.rules import notation, record
from nmbr9.rules.actions.kinds import KINDS
from tests.boards import deck_from
from tests.reference import ReferenceGame
from tests.strategies import PLAYER_LIMITS, Record, Style, play

T = TypeVar("T")

LONG_CHUNKS = 10
LONG_RECORDS = 10_000
QUICK_RECORDS = 500
NOTATION_SHARE = 4
"""One notation text for so many records."""

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 10, 10**9, -(10**30), 10**4000),
    *(0.0, 1.0, -0.5, 1e300, float("inf"), float("nan")),
    *("", "0", "place", "gap", "nmbr9/1", "basic", "ä\u2028\x00\n", "\ud800", "x" * 5000),
    *([], [[]], {}, {"do": "done"}, [None], [0] * 50),
)
ODD_TEXT: tuple[str, ...] = (
    *"\x00\n\r\t \"'{}[],:#@^+~-09eurdl",
    "٣",
    "é",
    "\u2028",
    "\ud800",
    "😀",
    "1e9",
    "NaN",
)
WORDS = (*map(str, Variant), *map(str, Token), *KINDS, "é")
ODD_BYTES = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\x00", b"\xef\xbb\xbf", b"\xf0\x9f")
ILLEGAL = re.compile(r"is (illegal|refused): .+\(rule [1-9](\.\d+)?\)", re.DOTALL)


@cache
def originals() -> tuple[Game, ...]:
    """Return some games in the middle and some complete ones, over all variants and modules."""
    everything = tuple(Token)
    return (
        *(play(Options(1, variant), 1, Style.CLIMBING, 6) for variant in Variant),
        *(
            play(Options(2, variant, True, True, everything), seed, Style.VARIED, 14)
            for variant in Variant
            for seed in range(3)
        ),
        *(play(Options(2, special_tokens=(token,)), 4, Style.MIXED, 12) for token in Token),
        *(play(Options(6, starting_tiles=True), 5, Style.MIXED, count) for count in (0, 8)),
        play(Options(1), 2, Style.CLIMBING),
        play(Options(1, Variant.LEVEL_TO_LEVEL, gap_fillers=True), 3, Style.MIXED),
    )


# Damage


def odd(random: Random) -> Any:
    """Return a value that hardly ever belongs where it is put, and that nothing else holds."""
    return copy.deepcopy(random.choice(ODD_VALUES))


def containers(data: object) -> list[Any]:
    """Return every object and list in some JSON data, itself first."""
    if not isinstance(data, (dict, list)):
        return []
    inner = data.values() if isinstance(data, dict) else data
    return [data, *(found for item in inner for found in containers(item))]


def damage(random: Random, data: Record) -> None:
    """Change one thing somewhere in a record."""
    actions = data.get("actions")
    listed = [item for item in actions if item] if isinstance(actions, list) else []
    # A choice among all containers would nearly always hit an action, and rarely the rest; and of
    # the actions only the last can change without making a later one illegal.
    action = random.choice([*listed, *listed[-1:] * len(listed)] or [None])
    parts = [data.get(key) for key in ("options", "deck", "starting_tiles", "names", "scores")]
    place = random.choice((data, *parts, actions, actions, *[action] * 6))
    found = containers(place) or [data]
    target = random.choice(found)
    if isinstance(target, dict):
        damage_object(random, target)
    else:
        damage_list(random, target)


def damage_object(random: Random, target: dict[str, Any]) -> None:
    key = random.choice([*target, "extra"])
    how = random.randrange(6)
    if how == 0:
        target.pop(key, None)
    elif how == 1:
        other = random.choice(("extra", "do", "pile", "tokens", "", "Format"))
        target[other] = copy.deepcopy(target.get(key))
    elif how == 2:
        target[key] = odd(random)
    else:
        target[key] = nudged(random, target.get(key))


def damage_list(random: Random, target: list[Any]) -> None:
    how = random.randrange(6)
    if how == 0 or not target:
        target.insert(random.randint(0, len(target)), odd(random))
        return
    one, other = (random.randrange(len(target)) for _ in range(2))
    if how == 1:
        del target[one]
    elif how == 2:
        target.insert(other, copy.deepcopy(target[one]))
    elif how == 3:
        target[one], target[other] = target[other], target[one]
    elif how == 4:
        target[one] = copy.deepcopy(target[other])
    else:
        target[one] = nudged(random, target[one])


def nudged(random: Random, value: object) -> object:
    """Return something close to a value, or the same in another type."""
    if isinstance(value, bool):
        return random.choice((not value, int(value), str(value).lower()))
    if isinstance(value, int):
        return random.choice(
            (value + 1, value - 1, -value, float(value % 100), value > 0, str(value), [value])
        )
    if isinstance(value, str):
        return random.choice((value.upper(), value + " ", value[1:], *WORDS))
    if isinstance(value, list):
        return random.choice(
            (value[::-1], copy.deepcopy(value) + value, dict(enumerate(value)), *map(str, Token))
        )
    return odd(random)


def garbled(random: Random, text: str) -> str | bytes:
    """Damage a text: cut it, or put something odd in the place of some of it."""
    at = random.randrange(len(text) + 1)
    how = random.randrange(4)
    if how == 0:
        return text[:at]
    if how == 1:
        return text[:at] + random.choice(ODD_TEXT) + text[at + random.randint(0, 3) :]
    if how == 2:
        raw = text.encode("utf-8", "surrogatepass")
        return raw[:at] + random.choice(ODD_BYTES) + raw[at + 1 :]
    lines = text.splitlines(keepends=True) or [""]
    one, other = (random.randrange(len(lines)) for _ in range(2))
    lines[one] = random.choice((lines[other], lines[one] * 2, "", lines[one].upper()))
    return "".join(lines)


# What must come of it


def attempt(read: Callable[[], T]) -> T | None:
    """Return what is read, or nothing when it is refused with a proper message."""
    try:
        return read()
    except (RecordError, NotationError) as error:
        message = str(error)
        assert "expected" in message or ILLEGAL.search(message), message
        message.encode("utf-8", "strict")
        return None


@cache
def reference_accepts(written: str) -> bool:
    """Whether a record without its names and scores is a game, by the slow twin's reading."""
    data = json.loads(written)
    options, deck = data["options"], data["deck"]
    copies = {"basic": 2, "two-out-of-three": 3, "level-to-level": 4}[options["variant"]]
    tiles = data["starting_tiles"]
    is_set_up = (
        1 <= options["players"] <= PLAYER_LIMITS[Variant(options["variant"])]
        and Counter(deck) == dict.fromkeys(range(10), copies)
        and len(tiles) == len(set(tiles)) == (options["players"] * options["starting_tiles"])
        and set(tiles) <= {*range(6)}  # shapes of one's own have tests of their own
        and options["special_tokens"] == sorted({*options["special_tokens"]} & {*map(str, Token)})
    )
    twin = ReferenceGame(options, deck, tiles)
    for action in data["actions"]:
        if action["player"] >= options["players"]:
            return False
        if action not in twin.legal_actions(action["player"]):
            return False
        twin.apply(action)
    assert twin.scores == data.get("scores", twin.scores)
    assert twin.is_over == ("scores" in data)
    return is_set_up


def assert_true(game: Game, data: object = None) -> None:
    """Check an accepted game against the reference, and against the data it was read from."""
    written = game.to_record()
    if data is not None:
        # Compared as text, because 1, 1.0 and true are equal in Python and different in JSON.
        assert json.dumps(written, sort_keys=True) == json.dumps(data, sort_keys=True)
    assert all(isinstance(name, str) for name in written["names"])
    assert len(written.pop("names")) == game.options.players
    assert reference_accepts(json.dumps(written))
    assert record.loads(record.dumps(game)) == game


def try_damaged_record(seed: int) -> str:
    """Damage a record, as data or as text, and return what came of it."""
    random = Random(seed)
    original = random.choice(originals())
    data = original.to_record()
    if random.random() < 0.2:
        text = garbled(random, record.dumps(original))
        game = attempt(lambda: notation.loads_any(text))
        if game is not None:
            assert_true(game, json.loads(text))
        return "refused text" if game is None else "accepted text"
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        damage(random, data)
    game = attempt(lambda: record.read_record(data))
    # As text it fares no better or worse, whatever JSON makes of the values.
    written = json.dumps(data, ensure_ascii=random.random() < 0.5)
    assert (attempt(lambda: record.loads(written)) is None) == (game is None)
    if game is None:
        return "refused"
    assert_true(game, data)
    return "accepted"


def try_damaged_notation(seed: int) -> str:
    random = Random(seed)
    text: str | bytes = notation.format_game(random.choice(originals()))
    for _ in range(random.choice((1, 1, 2))):
        text = garbled(random, text) if isinstance(text, str) else text
    game = attempt(lambda: notation.loads_any(text))
    if isinstance(text, str):
        assert attempt(lambda: notation.parse_game(text)) == game or not text.lstrip("#").strip()
    if game is None:
        return "refused notation"
    assert_true(game)
    return "accepted notation"


def try_many(seeds: range) -> None:
    """Damage one record for each seed and some notation; each way must be taken and survived."""
    seen = Counter(try_damaged_record(seed) for seed in seeds)
    assert seen.total() == len(seeds)
    seen += Counter(try_damaged_notation(seed) for seed in seeds[::NOTATION_SHARE])
    for outcome in ("refused", "accepted", "refused text", "refused notation", "accepted notation"):
        assert seen[outcome], seen
    assert seen["refused"] > seen["accepted"]


@pytest.mark.rest
def test_a_quick_share_of_damaged_records() -> None:
    try_many(range(QUICK_RECORDS))


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(LONG_CHUNKS))
def test_ten_thousand_damaged_records(chunk: int) -> None:
    size = LONG_RECORDS // LONG_CHUNKS
    try_many(range(1_000_000 + chunk * size, 1_000_000 + (chunk + 1) * size))


@pytest.mark.parametrize("points", [42, "7", 0.5, None])
def test_only_the_true_scores_are_accepted(points: object) -> None:
    """Neither other numbers nor equal ones of another type."""
    game = originals()[-1]
    data = game.to_record()
    for wrong in ([points], [float(game.scores[0])], [*game.scores, 0], [], points):
        assert attempt(partial(record.read_record, {**data, "scores": wrong})) is None
    assert record.read_record(data) == game


# Input that never was a game


def json_values() -> st.SearchStrategy[Any]:
    """Any JSON data, with the words of a record in it now and then."""
    words = st.sampled_from((*Variant, *Token, "nmbr9/1", "options", "deck", "actions", "names"))
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | words
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words | st.text(), inner),
        max_leaves=12,
    )


wide = settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])


@wide
@given(json_values(), st.sampled_from((None, "options", "deck", "names", "actions", "scores")))
def test_arbitrary_json_is_refused(data: Any, key: str | None) -> None:
    """All of it is, or in a part of a record it is at least no illegal game."""
    if key is not None:
        data = {**originals()[0].to_record(), key: data}
    game = attempt(lambda: record.read_record(data))
    if game is not None:
        assert_true(game, data)
    assert (attempt(lambda: record.loads(json.dumps(data))) is None) == (game is None)


@wide
@given(st.text() | st.binary(), st.sampled_from(("", "nmbr9/1\n", "# ", '{"format": ')))
def test_arbitrary_text_is_refused(text: str | bytes, start: str) -> None:
    whole = start + text if isinstance(text, str) else start.encode() + text
    assert attempt(lambda: notation.loads_any(whole)) is None
    assert attempt(lambda: record.loads(whole)) is None
    if isinstance(whole, str):
        assert attempt(lambda: notation.parse_game(whole)) is None


@wide
@given(
    st.text()
    | st.lists(st.sampled_from((*"0129urdl~@,^+-# ", *KINDS, *Token)), max_size=12).map("".join)
)
def test_arbitrary_text_is_an_action_or_refused(text: str) -> None:
    action = attempt(lambda: notation.parse_action(text, 0))
    if action is not None:
        assert notation.parse_action(str(action), 0) == action
        assert record.read_action("action", action.to_dict()) == action


def test_data_nested_to_the_limit_is_refused() -> None:
    """However deep JSON may just be nested, telling what came must not go deeper."""
    data = originals()[0].to_record()
    nested = [
        *({**data, key: "NEST"} for key in ("format", "deck", "names", "actions")),
        {**data, "options": {**data["options"], "special_tokens": ["NEST"]}},
        {**data, "actions": [{**data["actions"][0], "x": "NEST"}]},
    ]
    for depth in (*range(60, 1_200, 20), 20_000, 200_000):
        nest = "[" * depth + "]" * depth
        for each in nested:
            text = json.dumps(each).replace('"NEST"', nest)
            assert attempt(partial(record.loads, text)) is None
        players = f"nmbr9/1\nvariant basic\nplayers {nest}\ndeck 1"
        assert attempt(partial(notation.parse_game, players)) is None


@pytest.mark.parametrize("level", [-(10**6), 10**6, -(10**30), 10**30])
def test_a_level_out_of_this_world_is_refused_at_once(level: int) -> None:
    """It once took as long as it would take to climb there."""
    data = originals()[0].to_record()
    data["actions"][0]["level"] = level
    start = process_time()
    assert attempt(lambda: record.read_record(data)) is None
    assert process_time() - start < 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b'{"format": "nmbr9/1\xff"}', "expected UTF-8"),
        ('{"format": "nmbr9/1", "format": "nmbr9/1"}', "expected each key once"),
        ('{"format": NaN}', "got NaN"),
        ('{"format": ' + "9" * 5000 + "}", "expected JSON of a record"),
        ("", "expected JSON"),
        ("[]", "expected an object, got []"),
        ('{"format": "nmbr9/2"}', "expected the key"),
    ],
)
def test_what_came_is_told(text: str | bytes, says: str) -> None:
    with pytest.raises(RecordError, match=re.escape(says)):
        record.loads(text)


def test_a_done_that_nobody_is_asked_for_is_refused_like_every_illegal_action() -> None:
    """8.1: records from before the rules changed have no reading of their own."""
    start = Game.new(Options(special_tokens=(Token.MOVE,)), deck=deck_from(9, 8))
    told = start.apply(0, Place(0, 9, False, 0, 0, 0, 0)).to_record()
    told["actions"].append({"player": 0, "do": "done"})
    with pytest.raises(RecordError, match=r"actions\[1\]: done is illegal: .* \(rule 8.1\)"):
        Game.from_record(told)
