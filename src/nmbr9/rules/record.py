"""The record of a game: one JSON object, strictly read and always written the same (section 9)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from nmbr9.rules import about
from nmbr9.rules.about import About
from nmbr9.rules.actions.kinds import FIELDS, KINDS, Action, ActionField, Take
from nmbr9.rules.errors import IllegalAction, Nmbr9Error, OptionsError, RecordError, shown
from nmbr9.rules.game import Game
from nmbr9.rules.options import Options, Variant
from nmbr9.rules.pieces.starting_shapes import shape_data

__all__ = ["dumps", "loads", "read_record", "write_record"]

FORMAT = "nmbr9/1"

_KEYS = ("format", "options", "deck", "starting_tiles", "names", "actions", "scores", *about.KEYS)
_OPTIONAL_KEYS = ("scores", *about.KEYS)
_ACTION_KEYS = {kind: ("do", *(field.name for field in FIELDS[kind])) for kind in FIELDS}
_OPTION_KEYS = ("players", "variant", "starting_tiles", "gap_fillers", "special_tokens")


def write_record(game: Game) -> dict[str, Any]:
    """Return a game as a record; scores are there once it is over, facts where they are known."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "options": game.options.to_dict(),
        "deck": list(game.deck),
        "starting_tiles": [shape_data(shape) for shape in game.starting_tiles],
        "names": list(game.names),
        "actions": [action.to_dict() for action in game.actions],
    }
    if game.is_over:
        record["scores"] = game.scores
    return record | game.about.to_dict()


def read_record(record: object) -> Game:
    """Return the game a record tells of, replayed action by action.

    Raises: RecordError, saying where it is wrong, what was expected and what came.
    """
    data = _object("record", record, _KEYS, _OPTIONAL_KEYS)
    if data["format"] != FORMAT:
        _refuse("format", f'"{FORMAT}"', data["format"])
    options = read_options(data["options"])
    try:
        game = Game.new(
            options,
            deck=_list("deck", data["deck"]),
            starting_tiles=_list("starting_tiles", data["starting_tiles"]),
            names=_list("names", data["names"]),
        )
        game = replace(game, about=About.from_dict(data))
    except OptionsError as error:
        raise RecordError(f"record: {error}") from None
    for index, item in enumerate(_list("actions", data["actions"])):
        game = _replay(game, f"actions[{index}]", item)
    _check_scores(game, data)
    return game


def dumps(game: Game) -> str:
    """Return a game's record as text: the same game gives the same bytes."""
    return json.dumps(write_record(game), ensure_ascii=False, separators=(", ", ": ")) + "\n"


def loads(text: str | bytes) -> Game:
    """Return the game that a record's text tells of.

    Raises: RecordError.
    """
    return read_record(parse_json(text))


def parse_json(text: str | bytes) -> object:
    """Return JSON data from text: UTF-8, no key twice, no NaN.

    Raises: RecordError.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        return json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_constant)
    except RecordError:
        raise
    except UnicodeDecodeError as error:
        raise RecordError(f"expected UTF-8 text, got byte {error.start} that is none") from None
    except RecursionError:
        raise RecordError("expected JSON of a record, got it nested too deeply") from None
    except json.JSONDecodeError as error:
        raise RecordError(f"expected JSON, got text that is none: {error}") from None
    except ValueError as error:  # an integer too long to convert
        raise RecordError(f"expected JSON of a record: {error}") from None


def read_options(value: object) -> Options:
    """Return the options that a record tells of.

    Raises: RecordError.
    """
    data = dict(_object("options", value, _OPTION_KEYS))
    if not isinstance(data["variant"], str):
        _refuse("options.variant", "one of " + ", ".join(Variant), data["variant"])
    tokens = _list("options.special_tokens", data["special_tokens"])
    try:
        options = Options(**{**data, "special_tokens": tuple(tokens)})
    except OptionsError as error:
        raise RecordError(f"options: {error}") from None
    if list(options.special_tokens) != tokens:
        _refuse("options.special_tokens", "them sorted", tokens)
    return options


def read_action(where: str, item: object) -> Action:
    """Return the action that an item of a record tells of; it need not be legal.

    Raises: RecordError.
    """
    if not isinstance(item, Mapping):
        _refuse(where, "an object", item)
    do = item.get("do")
    if not isinstance(do, str) or do not in KINDS:
        _refuse(f"{where}.do", "one of " + ", ".join(KINDS), do)
    kind = KINDS[do]
    data = _object(where, item, _ACTION_KEYS[kind], ("pile",) if kind is Take else ())
    values = {
        field.name: _value(where, field, data[field.name])
        for field in FIELDS[kind]
        if field.name in data
    }
    try:
        return kind(**values)
    except OptionsError as error:
        raise RecordError(f"{where}: {error}") from None


def _value(where: str, field: ActionField, value: object) -> Any:
    where, expected = f"{where}.{field.name}", field.types[0]
    if expected is tuple:
        return tuple(_list(where, value))
    if not isinstance(value, expected) or isinstance(value, bool) != (expected is bool):
        _refuse(where, "true or false" if expected is bool else "a whole number", value)
    return value


def _replay(game: Game, where: str, item: object) -> Game:
    action = read_action(where, item)
    try:
        return game.apply(action.player, action)
    except IllegalAction as error:
        raise RecordError(f"{where}: {action.do} is illegal: {error}") from error
    except Nmbr9Error as error:
        raise RecordError(f"{where}: {error}") from error


def _check_scores(game: Game, data: Mapping[str, Any]) -> None:
    if not game.is_over:
        if "scores" in data:
            _refuse("scores", "none before the game is over", data["scores"])
        return
    if "scores" not in data:
        raise RecordError(f"scores: expected {game.scores} for this finished game, got none")
    scores = _list("scores", data["scores"])
    if scores != game.scores or any(type(points) is not int for points in scores):
        _refuse("scores", str(game.scores), scores)


def _object(
    where: str, value: object, keys: Sequence[str], optional: Sequence[str] = ()
) -> Mapping[str, Any]:
    """Return a JSON object that has exactly these keys, the optional ones or not."""
    if not isinstance(value, Mapping):
        _refuse(where, "an object", value)
    if value.keys() != set(keys):
        for key in value:
            if key not in keys:
                _refuse(where, "only the keys " + ", ".join(keys), key)
        for key in keys:
            if key not in value and key not in optional:
                raise RecordError(f"{where}: expected the key {key!r}, got none")
    return value


def _list(where: str, value: object) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        _refuse(where, "a list", value)
    return list(value)


def _refuse(where: str, expected: str, came: object) -> NoReturn:
    raise RecordError(f"{where}: expected {expected}, got {shown(came)}")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise RecordError(f"expected each key once, got {twice!r} twice")
    return data


def _no_constant(name: str) -> NoReturn:
    raise RecordError(f"expected numbers of JSON, got {name}")
