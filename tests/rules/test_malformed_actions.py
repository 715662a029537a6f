"""Actions and arguments made in Python that no record could hold."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from nmbr9 import (
    Code,
    Display,
    Game,
    NumberTile,
    Options,
    OptionsError,
    Piece,
    Place,
    RecordError,
    Take,
    UnknownPlayer,
)
from nmbr9.rules.actions.kinds import Act, fields_of
from nmbr9.rules.errors import NotationError, PromptRefused
from nmbr9.rules.knowledge import view
from nmbr9.rules.notation import format_game, loads_any, parse_action, parse_game
from nmbr9.rules.slow_player import prompt


def first_place(**changes: Any) -> Place:
    number = Game.new(Options(), seed=1).table.revealed[0]
    return Place(
        **{
            "player": 0,
            "number": number,
            "flipped": False,
            "rotation": 0,
            "x": 0,
            "y": 0,
            "level": 0,
        }
        | changes
    )


@pytest.mark.parametrize(
    "changes",
    [{"x": 0.0}, {"y": None}, {"rotation": True}, {"level": "0"}, {"flipped": 0}, {"tokens": []}],
)
def test_a_field_of_another_type_is_refused(changes: dict[str, Any]) -> None:
    action = first_place()
    # Past the constructor, which would put tokens right.
    for name, value in changes.items():
        object.__setattr__(action, name, value)
    (found,) = Game.new(Options(), seed=1).violations(0, action)
    assert found.code == Code.ACTION_MALFORMED
    assert repr(next(iter(changes.values()))) in found.message


def test_a_type_that_nobody_has_thought_of_is_no_whole_number() -> None:
    @dataclass(frozen=True, slots=True)
    class Weigh(Act):
        do: ClassVar[str] = "weigh"
        grams: float = 0.0

    with pytest.raises(KeyError):
        fields_of(Weigh)


def test_an_action_of_no_kind_is_refused() -> None:
    (found,) = Game.new(Options(), seed=1).violations(0, Act(0))  # type: ignore[arg-type]
    assert found.code == Code.ACTION_MALFORMED


def test_a_pile_may_be_missing() -> None:
    game = Game.new(Options(variant="two-out-of-three"), seed=1)  # type: ignore[arg-type]
    assert game.violations(0, Take(0)) == ()


def test_numbers_beyond_nine_are_refused() -> None:
    with pytest.raises(ValueError, match="expected a number tile of 0 to 9, got 12"):
        NumberTile(12)
    with pytest.raises(ValueError, match="expected a number tile of 0 to 9, got -1"):
        Display().legal_placements(-1)


def test_a_deck_that_is_no_list_is_refused() -> None:
    with pytest.raises(OptionsError, match="expected a list of cards as the deck, got 5"):
        Game.new(Options(), deck=5)  # type: ignore[arg-type]


def test_a_player_who_is_not_there_sees_and_prompts_nothing() -> None:
    game = Game.new(Options(players=2), seed=1)
    with pytest.raises(UnknownPlayer, match="expected a player of 0 to 1, got 99"):
        view(game, 99)
    for prompter, slow in ((99, 1), (0, 99)):
        with pytest.raises(UnknownPlayer):
            prompt(game, prompter, slow, now=0.0)
    with pytest.raises(PromptRefused, match="got one from player 0"):
        prompt(game, 0, 1, now=0.0)


def test_the_notation_names_the_line_of_an_illegal_action() -> None:
    text = format_game(Game.new(Options(), seed=1)) + "\n# a comment\na 0u@7,7\n"
    with pytest.raises(NotationError, match=r"^line 8: 0u@7,7 is refused: "):
        parse_game(text)


def test_modules_may_be_typed_in_any_order_but_once() -> None:
    text = format_game(Game.new(Options(special_tokens=("gap", "move")), seed=1))  # type: ignore[arg-type]
    assert parse_game(text.replace("gap move", "move gap")) == parse_game(text)
    with pytest.raises(NotationError, match="expected starting-tiles, gap-fillers, apart"):
        parse_game(text.replace("gap move", "gap gap"))
    with pytest.raises(NotationError, match="got 'wings'"):
        parse_game(text.replace("gap move", "wings"))


@pytest.mark.parametrize("level", [-1, -(10**7), -(10**30), 10**30])
def test_a_level_out_of_this_world_is_refused_at_once(level: int) -> None:
    """It used to count through every level in between."""
    started = time.process_time()
    found = Game.new(Options(), seed=1).violations(0, first_place(level=level))
    assert time.process_time() - started < 1
    assert found
    json.dumps([violation.to_dict() for violation in found])


def test_what_came_is_shown_short_whatever_it_is() -> None:
    endless: list[object] = []
    for _ in range(5000):
        endless = [endless]
    for value in (10**5000, endless, "x" * 5000):
        record = {**Game.new(Options(), seed=1).to_record(), "format": value}
        with pytest.raises(RecordError) as raised:
            Game.from_record(record)
        assert len(str(raised.value)) < 200


def test_a_comment_may_come_first() -> None:
    game = Game.new(Options(), seed=1)
    assert loads_any("# hello\n" + format_game(game)) == game
    assert loads_any(("# hello\n" + format_game(game)).encode()) == game


@pytest.mark.parametrize("text", ["\u0668u@\u0660,0", "ta\u212ae", "8u@0,0\u00b9"])
def test_letters_and_digits_that_only_look_alike_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected an action such as"):
        parse_action(text, 0)


def test_a_repeated_key_is_told_once() -> None:
    with pytest.raises(RecordError, match=r"^expected each key once, got 'a' twice$"):
        loads_any('{"a": 1, "a": 2}')


def test_a_piece_can_be_put_anywhere_unchecked() -> None:
    display = Display().place_unchecked(Piece(NumberTile(9), 0, 0, 0))
    assert display.place_unchecked(Piece(NumberTile(9), 0, 0, 5)).highest_level == 5
