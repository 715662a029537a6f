"""A short notation of actions and games that people can read aloud and type.

The grammar is in docs/notation.md. `str(action)` writes what `parse_action` reads.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace

from nmbr9.rules.about import KEYS as ABOUT
from nmbr9.rules.about import About
from nmbr9.rules.actions.kinds import (
    ROTATION_LETTERS,
    Action,
    Build,
    Done,
    Fill,
    Move,
    Pass,
    Place,
    Reject,
    Reserve,
    Take,
)
from nmbr9.rules.errors import Nmbr9Error, NotationError, OptionsError, RecordError, shown
from nmbr9.rules.game import Game
from nmbr9.rules.options import Options, Token
from nmbr9.rules.pieces.starting_shapes import StartingShape
from nmbr9.rules.record import FORMAT, parse_json, read_record

__all__ = ["format_game", "loads_any", "parse_action", "parse_game"]

PLAYER_LETTERS = "abcdef"
_MAX_DIGITS = 9
_INT = rf"-?\d{{1,{_MAX_DIGITS}}}"
_SPOT = rf"(?P<rotation>[{ROTATION_LETTERS}])@(?P<x>{_INT}),(?P<y>{_INT})(?:\^(?P<level>{_INT}))?"
_PATTERNS: list[tuple[re.Pattern[str], Callable[[int, re.Match[str]], Action]]] = [
    (re.compile("reject"), lambda player, _: Reject(player)),
    (re.compile("reserve"), lambda player, _: Reserve(player)),
    (re.compile("pass"), lambda player, _: Pass(player)),
    (re.compile("done"), lambda player, _: Done(player)),
    (
        re.compile(rf"take(?: (?P<pile>\d{{1,{_MAX_DIGITS}}}))?"),
        lambda player, m: Take(player, None if m["pile"] is None else int(m["pile"])),
    ),
    (
        re.compile(rf"(?P<number>\d)(?P<side>~?){_SPOT}(?P<tokens>(?:\+[a-z]+)*)"),
        lambda player, m: Place(
            player,
            int(m["number"]),
            bool(m["side"]),
            *_spot(m),
            tokens=tuple(m["tokens"].split("+")[1:]),  # type: ignore[arg-type]
        ),
    ),
    (re.compile(rf"build {_SPOT}"), lambda player, m: Build(player, *_spot(m))),
    (
        re.compile(rf"fill (?P<size>\d){_SPOT}"),
        lambda player, m: Fill(player, int(m["size"]), *_spot(m)),
    ),
    (
        re.compile(rf"move #(?P<piece>\d{{1,{_MAX_DIGITS}}}) {_SPOT}"),
        lambda player, m: Move(player, int(m["piece"]), *_spot(m)),
    ),
]
_EXPECTED = (
    "an action such as 8r@3,-2^1, take, take 2, reject, reserve, build u@4,0, fill 2r@1,1, "
    "move #3 d@0,2, pass or done"
)


def _spot(match: re.Match[str]) -> tuple[int, int, int, int]:
    rotation = ROTATION_LETTERS.index(match["rotation"])
    return rotation, int(match["x"]), int(match["y"]), int(match["level"] or 0)


def parse_action(text: str, player: int) -> Action:
    """Return the action of a player that a text tells of; it need not be legal.

    Case and extra spaces do not matter.

    Raises: NotationError.

    Examples:
        >>> parse_action("8r@3,-2^1", player=0)
        Place(player=0, number=8, flipped=False, rotation=1, x=3, y=-2, level=1, tokens=())
    """
    # Outside of ASCII there are digits and letters that only look like the notation's.
    plain = " ".join(text.lower().split()) if text.isascii() else ""
    # Only the spaces between words matter: "8 r @ 3, -2 ^ 1" is the same as "8r@3,-2^1".
    plain = re.sub(r" ?([@,^+~]) ?", r"\1", plain)
    plain = re.sub(rf"(\d) ([{ROTATION_LETTERS}]@)", r"\1\2", plain)
    plain = re.sub(rf"(#\d+)([{ROTATION_LETTERS}]@)", r"\1 \2", plain)
    for pattern, build in _PATTERNS:
        match = pattern.fullmatch(plain)
        if match:
            try:
                return build(player, match)
            except OptionsError as error:
                raise NotationError(str(error)) from None
    raise NotationError(f"expected {_EXPECTED}; got {shown(text)}")


def format_game(game: Game) -> str:
    """Return a game in the notation, one line per fact and action."""
    options = game.options
    modules = [
        *([_STARTING_TILES] if options.starting_tiles else []),
        *([_GAP_FILLERS] if options.gap_fillers else []),
        *(str(token) for token in options.special_tokens),
    ]
    lines = [
        FORMAT,
        f"variant {options.variant}",
        "players " + " ".join(json.dumps(name, ensure_ascii=False) for name in game.names),
        *([f"modules {' '.join(modules)}"] if modules else []),
        f"deck {' '.join(map(str, game.deck))}",
        *(
            [f"starting {' '.join(map(_shape_text, game.starting_tiles))}"]
            * bool(game.starting_tiles)
        ),
        *(
            f"{name} {json.dumps(value, ensure_ascii=False)}"
            for name, value in game.about.to_dict().items()
        ),
        *(f"{PLAYER_LETTERS[action.player]} {action}" for action in game.actions),
    ]
    if game.is_over:
        lines.append(f"scores {' '.join(map(str, game.scores))}")
    return "\n".join(lines) + "\n"


def parse_game(text: str) -> Game:
    """Return the game a text in the notation tells of, every action checked.

    Empty lines and what follows a ``#`` at the start of a line are ignored.

    Raises: NotationError, naming the line.
    """
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.split("\n"), start=1)
        if line.strip() and not line.strip().startswith("#")
    ]
    if not lines or lines[0][1] != FORMAT:
        number, came = lines[0] if lines else (1, "nothing")
        raise NotationError(f"line {number}: expected {FORMAT}, got {shown(came)}")
    facts: dict[str, str] = {}
    actions: list[tuple[int, Action]] = []
    for number, line in lines[1:]:
        word, _, rest = line.partition(" ")
        try:
            if word in PLAYER_LETTERS and len(word) == 1:
                actions.append((number, parse_action(rest, PLAYER_LETTERS.index(word))))
            elif word in _FACTS and word not in facts:
                facts[word] = rest.strip()
            else:
                raise NotationError(f"expected {', '.join(_FACTS)} once, or a player, got {word!r}")
        except NotationError as error:
            raise NotationError(f"line {number}: {error}") from None
    game = _game_of(facts)
    for number, action in actions:
        try:
            game = game.apply(action.player, action)
        except Nmbr9Error as error:
            raise NotationError(f"line {number}: {action} is refused: {error}") from error
    _check_scores(game, facts.get("scores"))
    return game


_FACTS = ("variant", "players", "modules", "deck", "starting", *ABOUT, "scores")
_STARTING_TILES, _GAP_FILLERS = "starting-tiles", "gap-fillers"


def _game_of(facts: dict[str, str]) -> Game:
    """Return the game before its first action."""
    for needed in ("variant", "players", "deck"):
        if needed not in facts:
            raise NotationError(f"expected a line {needed}, got none")
    names = _names(facts["players"])
    modules = facts.get("modules", "").split()
    for module in modules:
        known = (_STARTING_TILES, _GAP_FILLERS, *Token)
        if module not in known or modules.count(module) > 1:
            raise NotationError(f"modules: expected {', '.join(known)}, each once, got {module!r}")
    try:
        options = Options(
            len(names),
            facts["variant"],  # type: ignore[arg-type]  # checked and converted there
            _STARTING_TILES in modules,
            _GAP_FILLERS in modules,
            tuple(token for token in Token if token in modules),
        )
        game = Game.new(
            options,
            deck=_numbers("deck", facts["deck"]),
            starting_tiles=[_shape_of(word) for word in facts.get("starting", "").split()],
            names=names,  # type: ignore[arg-type]  # checked there
        )
        told = {name: _quoted(name, facts[name]) for name in ABOUT if name in facts}
        return replace(game, about=About.from_dict(told))
    except OptionsError as error:
        raise NotationError(str(error)) from None


def _check_scores(game: Game, stated: str | None) -> None:
    """Refuse scores that the game does not give, or a finished game without any (section 9)."""
    expected = " ".join(map(str, game.scores)) if game.is_over else None
    came = None if stated is None else " ".join(stated.split())
    if came != expected:
        raise NotationError(f"scores: expected {expected or 'none yet'}, got {came or 'none'}")


def _names(text: str) -> list[object]:
    """Return the quoted names of a players line."""
    decoder = json.JSONDecoder()
    names: list[object] = []
    rest = text.strip()
    while rest:
        try:
            name, end = decoder.raw_decode(rest)
        except (ValueError, RecursionError):
            raise NotationError(
                f'expected names in quotes, "like this", got {rest[:60]!r}'
            ) from None
        names.append(name)
        rest = rest[end:].strip()
    return names


def _quoted(where: str, text: str) -> object:
    """Return a fact that is written as in JSON: a number, or text in quotes."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError(
            f'{where}: expected a number or text in quotes, "like this", got {text[:60]!r}'
        ) from None


def _numbers(where: str, text: str) -> list[int]:
    if not re.fullmatch(rf"(?:{_INT}(?:\s+|$))*", text, re.ASCII):
        raise NotationError(f"{where}: expected whole numbers with spaces, got {text[:60]!r}")
    return [int(word) for word in text.split()]


def _shape_text(shape: StartingShape) -> str:
    """Return a starting tile as its index, or its rows with slashes between them."""
    return str(shape) if isinstance(shape, int) else "/".join(shape)


def _shape_of(word: str) -> StartingShape:
    """Return the starting tile of a word; whether there is such a one is checked later."""
    if re.fullmatch(_INT, word, re.ASCII):
        return int(word)
    return tuple(word.split("/"))


def loads_any(text: str | bytes) -> Game:
    """Return the game of a text that is a record in JSON or a game in the notation.

    Raises: RecordError or NotationError.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise RecordError(f"expected UTF-8 text, got byte {error.start} that is none") from None
    # JSON never begins with a comment or with our name.
    start = text.lstrip()
    if start.startswith((FORMAT, "#")):
        return parse_game(text)
    if not start.startswith(("{", "[")):
        raise RecordError(
            f"expected a record (JSON) or a game that begins with {FORMAT}, got {shown(start)}"
        )
    return read_record(parse_json(text))
