"""Section 9: the record of a game, and the notation that says the same in words."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from nmbr9 import (
    Action,
    Build,
    Code,
    Display,
    Done,
    Fill,
    Game,
    Move,
    NotationError,
    Options,
    Pass,
    Place,
    RecordError,
    Reject,
    Reserve,
    Take,
    Token,
    Variant,
)
from nmbr9.rules.notation import format_game, parse_action, parse_game
from nmbr9.rules.record import dumps, loads, read_action
from tests.boards import (
    assert_illegal,
    assert_legal,
    deck_from,
    draw,
    game_at,
    place,
    scene,
    tokens,
)

ACTIONS: list[tuple[Action, dict[str, object], str]] = [
    (Take(1), {"player": 1, "do": "take"}, "take"),
    (Take(0, 2), {"player": 0, "do": "take", "pile": 2}, "take 2"),
    (Reject(0), {"player": 0, "do": "reject"}, "reject"),
    (
        Place(0, 8, False, 1, 3, -2, 1),
        {"player": 0, "do": "place", "number": 8, "flipped": False, "rotation": 1}
        | {"x": 3, "y": -2, "level": 1, "tokens": []},
        "8r@3,-2^1",
    ),
    (
        Place(5, 6, True, 3, -10, 0, 0, (Token.BLACK, Token.GAP)),
        {"player": 5, "do": "place", "number": 6, "flipped": True, "rotation": 3}
        | {"x": -10, "y": 0, "level": 0, "tokens": ["black", "gap"]},
        "6~l@-10,0+black+gap",
    ),
    (Reserve(0), {"player": 0, "do": "reserve"}, "reserve"),
    (
        Build(0, 2, 4, 0, 2),
        {"player": 0, "do": "build", "rotation": 2, "x": 4, "y": 0, "level": 2},
        "build d@4,0^2",
    ),
    (
        Fill(0, 2, 1, 1, 1, 0),
        {"player": 0, "do": "fill", "size": 2, "rotation": 1, "x": 1, "y": 1, "level": 0},
        "fill 2r@1,1",
    ),
    (
        Move(0, 3, 0, 0, 2, 0),
        {"player": 0, "do": "move", "piece": 3, "rotation": 0, "x": 0, "y": 2, "level": 0},
        "move #3 u@0,2",
    ),
    (Pass(3), {"player": 3, "do": "pass"}, "pass"),
    (Done(0), {"player": 0, "do": "done"}, "done"),
]


def played(options: Options, seed: int, actions: int | None = None) -> Game:
    """Return a game of so many random actions, or a whole one."""
    game, random = (
        Game.new(options, seed=seed, names=["Ada", "Bén"][: options.players]),
        Random(seed),
    )
    while not game.is_over and (actions is None or len(game.actions) < actions):
        player = random.choice(game.waiting_for)
        game = game.apply(player, random.choice(game.legal_actions(player)))
    return game


def climbed() -> Game:
    """Return a whole game in which every tile was placed as high as possible."""
    game = Game.new(Options(), seed=3)
    while not game.is_over:
        tiles = [action for action in game.legal_actions(0) if isinstance(action, Place)]
        game = game.apply(0, max(tiles, key=lambda action: action.level))
    return game


EVERYTHING = [
    Options(2, variant, starting_tiles=True, gap_fillers=True, special_tokens=tuple(Token))
    for variant in Variant
]


@pytest.mark.accepts("9")
@pytest.mark.parametrize(("action", "record", "text"), ACTIONS)
def test_an_action_has_one_record_and_one_notation(
    action: Action, record: dict[str, object], text: str
) -> None:
    assert action.to_dict() == record
    assert read_action("action", record) == action
    assert str(action) == text
    assert parse_action(text, action.player) == action


@pytest.mark.accepts("9")
@pytest.mark.parametrize("options", [Options(1), *EVERYTHING])
@pytest.mark.parametrize("actions", [0, 7, None])
def test_a_record_and_a_text_replay_to_the_same_game(options: Options, actions: int | None) -> None:
    game = played(options, seed=11, actions=actions)
    assert Game.from_record(game.to_record()) == game
    assert loads(dumps(game)) == game
    assert loads(dumps(game).encode("utf-8")) == game
    assert dumps(loads(dumps(game))) == dumps(game)
    assert parse_game(format_game(game)) == game


@pytest.mark.accepts("9")
def test_a_record_is_options_chance_and_actions() -> None:
    deck = deck_from(9, 8)
    options = Options(2, starting_tiles=True, special_tokens=(Token.MOVE, Token.GAP))
    game = Game.new(options, deck=deck, starting_tiles=[4, 1], names=["Ada", "Ben"])
    game = game.apply(1, Place(1, 9, False, 0, 3, 0, 0))
    assert game.to_record() == {
        "format": "nmbr9/1",
        "options": {
            "players": 2,
            "variant": "basic",
            "starting_tiles": True,
            "gap_fillers": False,
            "special_tokens": ["gap", "move"],
        },
        "deck": deck,
        "starting_tiles": [4, 1],
        "names": ["Ada", "Ben"],
        "actions": [Place(1, 9, False, 0, 3, 0, 0).to_dict()],
    }
    assert json.loads(dumps(game)) == game.to_record()


@pytest.mark.accepts("9")
def test_scores_are_there_once_the_game_is_over() -> None:
    game = played(Options(2), seed=3)
    assert game.to_record()["scores"] == game.scores
    assert format_game(game).splitlines()[-1] == "scores " + " ".join(map(str, game.scores))


@pytest.mark.refuses("9")
@pytest.mark.parametrize("scores", [[0], [2], [1, 0], None, "1", [True], [1.0]])
def test_other_scores_are_refused(scores: object) -> None:
    record = climbed().to_record()
    assert record["scores"] == [1]
    with pytest.raises(RecordError, match="scores: expected"):
        Game.from_record({**record, "scores": scores})


@pytest.mark.refuses("9")
def test_scores_are_refused_before_the_end_and_missed_after_it() -> None:
    unfinished = played(Options(), seed=3, actions=5).to_record()
    with pytest.raises(
        RecordError, match=r"scores: expected none before the game is over, got \[0\]"
    ):
        Game.from_record({**unfinished, "scores": [0]})
    finished = played(Options(), seed=3).to_record()
    del finished["scores"]
    with pytest.raises(
        RecordError, match=r"scores: expected \[\d+\] for this finished game, got none"
    ):
        Game.from_record(finished)


def changed(record: dict[str, Any], where: str, value: object) -> dict[str, Any]:
    """Return a copy of a record with the value at a path such as ``options.players`` set."""
    copy: dict[str, Any] = json.loads(json.dumps(record))
    *path, last = where.split(".")
    inner: Any = copy
    for step in path:
        inner = inner[int(step) if step.isdigit() else step]
    inner[last] = value
    return copy


@pytest.mark.refuses("9")
@pytest.mark.parametrize(
    ("where", "value", "message"),
    [
        ("host", 7, "record: expected only the keys format, .*, got 'host'"),
        ("format", "nmbr9/2", "format: expected \"nmbr9/1\", got 'nmbr9/2'"),
        ("options.undo", True, "options: expected only the keys players, .*, got 'undo'"),
        ("options.players", 7, "options: expected 1 to 6 players"),
        ("options.special_tokens", ["move", "gap"], "special_tokens: expected them sorted"),
        ("deck", [1, 2], "record: expected 2 cards of each number"),
        ("names", ["Ada"], "record: expected 2 names, got 1"),
        ("names", ["Ada", 3], "record: expected names as text that UTF-8 can write, got 3"),
        ("names", ["Ada", "\ud800"], "expected names as text that UTF-8 can write, got '.ud800'"),
        ("starting_tiles", [0, 1], "record: expected 0 starting tiles, got 2"),
        ("actions.0.note", "good", r"actions\[0\]: expected only the keys do, .*, got 'note'"),
        ("actions.0.do", "undo", r"actions\[0\]\.do: expected one of take, .*, got 'undo'"),
        ("actions.0.x", 1, r"actions\[0\]: place is illegal: .*\(rule 9\)"),
        ("actions.0.x", 0.0, r"actions\[0\]\.x: expected a whole number, got 0\.0"),
        ("actions.0.flipped", 0, r"actions\[0\]\.flipped: expected true or false, got 0"),
        ("actions.0.tokens", ["gap", 3], r"actions\[0\]: expected a special token of .*, got 3"),
        ("actions.0.player", 2, r"actions\[0\]: expected a player of 0 to 1, got 2"),
    ],
)
def test_a_record_that_is_malformed_or_illegal_is_refused(
    where: str, value: object, message: str
) -> None:
    game = Game.new(Options(2), deck=deck_from(9, 8)).apply(0, Place(0, 9, False, 0, 0, 0, 0))
    with pytest.raises(RecordError, match=message):
        Game.from_record(changed(game.to_record(), where, value))


@pytest.mark.refuses("9")
@pytest.mark.parametrize("key", ["format", "options", "deck", "starting_tiles", "names", "actions"])
def test_no_key_may_be_missing(key: str) -> None:
    record = Game.new(Options(2), seed=1).to_record()
    del record[key]
    with pytest.raises(RecordError, match=f"record: expected the key '{key}', got none"):
        Game.from_record(record)


@pytest.mark.refuses("9")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"\xff{}", "expected UTF-8 text, got byte 0"),
        ('{"format": 1, "format": 2}', "expected each key once, got 'format' twice"),
        ("[NaN]", "expected numbers of JSON, got NaN"),
        ("[]", "record: expected an object"),
        ("{", "expected JSON, got text that is none"),
    ],
)
def test_text_that_is_no_record_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        loads(text)


@pytest.mark.accepts("9")
def test_x_and_y_are_the_left_and_top_cell_of_the_turned_tile() -> None:
    """x grows to the right, y grows downwards; the cell itself may be empty."""
    display, tile = scene("""
        9999..
        9999..
        ..99**
        ....**
        ...**.
        ...**.
    """)
    action = place(tile)
    assert action == Place(0, 8, False, 0, 3, 2, 0)
    after = assert_legal(game_at(display, 8), action)
    assert (4, 2, 0) in after.players[0].display.piece_by_cell
    assert (3, 3, 0) not in after.players[0].display.piece_by_cell


@pytest.mark.accepts("9")
def test_a_mirror_image_is_made_first_and_then_turned() -> None:
    display, tile = scene("*...\n****")
    action = place(tile, Token.BLACK)
    assert (action.flipped, action.rotation) == (True, 3)
    assert_legal(game_at(display, 1, options=tokens(Token.BLACK)), action)


@pytest.mark.refuses("9")
@pytest.mark.parametrize(
    ("number", "flipped", "rotation", "message"),
    [
        (0, False, 2, "written number side up with rotation 0"),
        (8, False, 3, "written number side up with rotation 1"),
        (8, True, 2, "written turned over with rotation 0"),
    ],
)
def test_equal_outlines_have_one_name(
    number: int, flipped: bool, rotation: int, message: str
) -> None:
    game = game_at(Display(), number, options=tokens(Token.BLACK))
    black = (Token.BLACK,) if flipped else ()
    action = Place(0, number, flipped, rotation, 0, 0, 0, black)
    (found,) = assert_illegal(game, action, Code.PLACEMENT_OTHER_NAME)
    assert found.paragraph == "9"
    assert message in found.message


@pytest.mark.refuses("9")
@pytest.mark.parametrize(("x", "y"), [(1, 0), (0, -1)])
def test_the_first_piece_lies_at_the_origin(x: int, y: int) -> None:
    game = game_at(Display(), 8, options=Options(gap_fillers=True))
    tile = Place(0, 8, False, 0, x, y, 0)
    (found,) = assert_illegal(game, tile, Code.PLACEMENT_NOT_AT_ORIGIN)
    assert (found.paragraph, found.message) == ("9", f"the first piece lies at 0,0, not at {x},{y}")
    assert_illegal(game, Fill(0, 1, 0, x, y, 0), Code.PLACEMENT_NOT_AT_ORIGIN)


@pytest.mark.refuses("9")
def test_the_tokens_of_a_placement_are_sorted() -> None:
    display, tile = scene("""
        000999  ***...
        0.0999  ***...
        0.099.  **....
        00099.  **....
    """)
    game = game_at(display, 9, options=tokens(Token.GAP, Token.SINGLE))
    assert_legal(game, place(tile, Token.GAP, Token.SINGLE))
    (found,) = assert_illegal(game, place(tile, Token.SINGLE, Token.GAP), Code.TOKEN_NOT_SORTED)
    assert found.paragraph == "9"


@pytest.mark.accepts("9")
def test_a_piece_is_counted_with_the_starting_tile_and_the_fillers() -> None:
    options = tokens(Token.MOVE, gap_fillers=True, starting_tiles=True)
    game = Game.new(options, deck=deck_from(9, 8), starting_tiles=[0])
    for action in (Fill(0, 1, 0, -1, 0, 0), Place(0, 9, False, 0, 3, 0, 0), Done(0)):
        game = assert_legal(game, action)
    game = assert_legal(game, Move(0, 2, 0, 3, -1, 0))
    assert game.players[0].display.pieces[2] == replace(
        draw("999\n999\n99.\n99.").pieces[0], x=3, y=-1
    )


@pytest.mark.accepts("9")
@pytest.mark.parametrize("text", ["8r@3,-2^1", "8 R @ 3 , -2 ^ 1", "  8r@3,-2^1\n", "8 r@3, -2^1"])
def test_the_notation_forgives_case_and_spaces(text: str) -> None:
    assert parse_action(text, 0) == Place(0, 8, False, 1, 3, -2, 1)


@pytest.mark.refuses("9")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "8",
        "8r",
        "8x@1,2",
        "8r@1",
        "88r@1,2",
        "8r@1,2^",
        "8r@1,2+",
        "take x",
        "move 3 u@0,2",
        "undo",
    ],
)
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected an action such as 8r@3,-2"):
        parse_action(text, 0)


@pytest.mark.refuses("9")
def test_a_token_that_does_not_exist_is_refused_by_the_notation() -> None:
    with pytest.raises(NotationError, match=r"expected a special token of .*, got 'joker'"):
        parse_action("8r@1,2+joker", 0)


@pytest.mark.refuses("9")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("nmbr9/1", "nmbr9/9", "line 1: expected nmbr9/1, got 'nmbr9/9'"),
        ("variant basic\n", "", "expected a line variant, got none"),
        (
            "variant basic",
            "variant basic\nvariant basic",
            "line 3: expected variant, .* got 'variant'",
        ),
        ("a 9u@0,0", "g 9u@0,0", "line 5: expected .* or a player, got 'g'"),
        ("a 9u@0,0", "a 9u@0;0", "line 5: expected an action such as"),
        ("a 9u@0,0", "a 9u@5,0", "the first piece lies at 0,0, not at 5,0"),
        ("deck 9 8", "deck 9 x", "deck: expected whole numbers with spaces"),
        ('"Ada"', "Ada", "expected names in quotes"),
    ],
)
def test_a_game_in_other_notation_is_refused(old: str, new: str, message: str) -> None:
    game = Game.new(Options(), deck=deck_from(9, 8), names=["Ada"])
    text = format_game(game.apply(0, Place(0, 9, False, 0, 0, 0, 0)))
    assert old in text
    with pytest.raises(NotationError, match=message):
        parse_game(text.replace(old, new, 1))
