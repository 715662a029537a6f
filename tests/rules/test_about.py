"""The optional facts of a record: date, seed and comment (section 9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from nmbr9 import Game, Options, RecordError
from nmbr9.rules.about import About
from nmbr9.rules.errors import NotationError
from nmbr9.rules.notation import format_game, parse_game
from nmbr9.rules.record import dumps, loads

FACTS: dict[str, Any] = {"date": "2026-11-17T09:30:00Z", "seed": 7, "comment": 'A "good"\nstart'}


def told(**facts: Any) -> Game:
    game = Game.new(Options(), deck=Game.new(Options(), seed=1).deck)
    return replace(game, about=About(**facts))


@pytest.mark.parametrize("names", [[], ["date"], ["seed"], ["comment"], list(FACTS)])
def test_facts_survive_both_forms_and_none_is_made_up(names: list[str]) -> None:
    game = told(**{name: FACTS[name] for name in names})
    assert list(game.to_record())[6:] == names
    for read in (loads(dumps(game)), parse_game(format_game(game))):
        assert read.about == game.about
        assert dumps(read) == dumps(game)


def test_games_that_differ_in_facts_only_are_equal() -> None:
    assert told(seed=1) == told(comment="another")


def test_facts_stay_while_the_game_goes_on() -> None:
    game = told(**FACTS)
    assert game.apply(0, game.legal_actions(0)[0]).about == game.about


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("date", "yesterday", "expected a date such as 2026-11-17T09:30:00Z, got 'yesterday'"),
        ("date", "2026-11-17T09:30:00", "expected a date"),
        ("date", 5, "expected a date"),
        ("seed", "7", "expected a whole number as the seed, got '7'"),
        ("seed", True, "expected a whole number"),
        ("seed", False, "expected a whole number"),
        ("seed", 7.0, "expected a whole number"),
        ("comment", ["a"], "expected text as the comment"),
        ("comment", "\ud800", "expected text as the comment"),
        ("comment", None, "expected a comment or none at all, got None"),
        ("author", "me", "expected only the keys format, "),
    ],
)
def test_other_facts_are_refused(name: str, value: object, message: str) -> None:
    record = told().to_record()
    with pytest.raises(RecordError, match=message):
        Game.from_record({**record, name: value})


@pytest.mark.parametrize("line", ["seed seven", 'seed "7"', "seed", "comment hello", "date 5"])
def test_the_notation_is_as_strict(line: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        parse_game(format_game(told()) + line + "\n")
