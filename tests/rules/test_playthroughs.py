"""Golden playthroughs: whole games as readable text, replayed line by line.

A difference here is a change of the rules or of the notation. If it was meant, write the files anew
with ``python -m tests.golden.regenerate`` and read what changed before you commit it.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from nmbr9 import NotationError, Options, Place, Token, Variant
from nmbr9.rules import notation, record
from nmbr9.rules.actions.kinds import KINDS
from tests.golden.regenerate import (
    PLAYTHROUGHS,
    PLAYTHROUGHS_FOLDER,
    Playthrough,
    annotated,
    does,
    play_out,
)
from tests.reference import ReferenceGame

FILES = sorted(PLAYTHROUGHS_FOLDER.glob("*.txt"))
each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)

FACTS = ("nmbr9/1", "variant ", "players ", "modules ", "deck ", "starting ")
ROUND = re.compile(r"# round (\d+)(?: card (\d))?: (\d(?: \d)*)")
LEVEL = re.compile(r"# ([a-f]) level (\d): ((?:\d )*)= (\d+)")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def options_of(path: Path) -> Options:
    return notation.parse_game(read(path)).options


@each_file
def test_a_playthrough_replays_line_by_line(path: Path) -> None:
    """Every line is true when its turn comes: the cards, the action, the points, the scores."""
    lines = read(path).splitlines()
    setup = [line for line in lines if line.startswith(FACTS)]
    assert lines[: len(setup)] == setup
    game = notation.parse_game("\n".join(setup))
    twin = ReferenceGame(game.options.to_dict(), list(game.deck), list(game.starting_tiles))
    points: Counter[str] = Counter()
    table = None
    for line in lines[len(setup) :]:
        if revealed := ROUND.fullmatch(line):
            assert game.table != table, "a round is announced once"
            table = game.table
            assert table.round_number == twin.round_number == int(revealed[1])
            assert table.card_in_round == int(revealed[2] or 1)
            assert [*table.revealed] == twin.revealed == [int(card) for card in revealed[3].split()]
        elif level := LEVEL.fullmatch(line):
            assert game.is_over, "points come last"
            assert sum(map(int, level[3].split())) * int(level[2]) == int(level[4])
            points[level[1]] += int(level[4])
        elif line.startswith("scores "):
            scores = [int(word) for word in line.split()[1:]]
            assert game.scores == twin.scores == scores
            assert scores == [points[letter] for letter in "abcdef"[: len(scores)]]
        else:
            assert game.table == table, "each card is announced before anybody acts"
            letter, _, text = line.partition(" ")
            action = notation.parse_action(text, "abcdef".index(letter))
            assert str(action) == text
            assert action in game.legal_actions(action.player)
            game = game.apply(action.player, action)
            twin.apply(action.to_dict())
    assert game.is_over
    assert twin.is_over
    assert lines[-1].startswith("scores ")


@each_file
def test_a_playthrough_is_written_as_it_is_read(path: Path) -> None:
    text = read(path)
    game = notation.parse_game(text)
    assert annotated(game) == text
    assert notation.loads_any(text) == game
    assert notation.loads_any(text.encode()) == game
    assert record.loads(record.dumps(game)) == game


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_shows_what_it_is_there_for(name: str) -> None:
    game = notation.parse_game(read(PLAYTHROUGHS_FOLDER / f"{name}.txt"))
    assert game.options == PLAYTHROUGHS[name].options
    assert PLAYTHROUGHS[name].shows(game)


def test_the_files_are_those_of_the_script() -> None:
    assert {path.stem for path in FILES} == {*PLAYTHROUGHS}


def test_every_option_has_a_playthrough() -> None:
    """Each variant and module alone, each token alone, and combinations in each variant."""
    everything = [options_of(path) for path in FILES]
    alone = [
        *(Options(2, variant) for variant in Variant),
        Options(1, starting_tiles=True),
        Options(1, gap_fillers=True),
        *(Options(1, special_tokens=(token,)) for token in Token),
    ]
    assert [options for options in alone if options not in everything] == []
    for variant in Variant:
        together = [
            options
            for options in everything
            if options.variant is variant
            and options.starting_tiles
            and options.gap_fillers
            and options.special_tokens
        ]
        assert together, f"no playthrough of {variant} with all modules"
    assert {options.players for options in everything} >= {1, 2, 3, 4, 6}


def test_every_kind_of_action_and_token_is_in_a_playthrough() -> None:
    games = [notation.parse_game(read(path)) for path in FILES]
    actions = [action for game in games for action in game.actions]
    assert {action.do for action in actions} == {*KINDS}
    spent = {token for action in actions if isinstance(action, Place) for token in action.tokens}
    assert spent == {*Token} - {Token.MOVE, Token.RESERVE}
    levels = {getattr(action, "level", 0) for action in actions}
    assert levels >= {0, 1, 2, 3}


def test_the_script_plays_until_it_finds_what_it_wants() -> None:
    """A small run of what writes the files: complete, seeded, and with what was asked for."""
    wanted = Playthrough(Options(1, gap_fillers=True), does("fill", "done"))
    game = play_out(wanted)
    assert game.is_over
    assert game == play_out(wanted)
    assert {"fill", "done"} <= {action.do for action in game.actions}


def test_a_changed_line_is_noticed() -> None:
    """The replay is worth something only if a wrong line fails it."""
    path = PLAYTHROUGHS_FOLDER / "basic.txt"
    text = read(path)
    last_action = [line for line in text.splitlines() if line.startswith(("a ", "b "))][-1]
    for changed in (
        text.replace(last_action, last_action.replace("@", "@9")),
        text.replace(f"{last_action}\n", ""),
        re.sub(r"scores \d+", "scores 999", text),
        text.replace("deck ", "deck 9 "),
    ):
        assert changed != text
        with pytest.raises(NotationError):
            notation.parse_game(changed)
