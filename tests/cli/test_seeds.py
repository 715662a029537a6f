"""One seed, one game: in the library, in `play` and in `simulate`; the record tells it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from nmbr9 import Game, Options
from nmbr9.match.setup import Setup
from nmbr9.rules.chance import tokens_of_seed
from nmbr9.rules.record import loads
from tests.cli.commands import nmbr9

MODULES = ["--modules", "all"]


def game_of_play(seed: int, folder: Path, *flags: str) -> Game:
    file = folder / "played.json"
    ran = nmbr9(
        "play", "--terminal", "--seed", str(seed), "--file", str(file), *flags, typed="quit\n"
    )
    assert ran.code == 0, ran.err
    return loads(file.read_text(encoding="utf-8"))


def games_of_simulate(seed: int, folder: Path, *flags: str) -> list[Game]:
    records = folder / "records"
    ran = nmbr9(
        *("simulate", "--bot", "random", "--games", "3", "--seed", str(seed)),
        *("--records", str(records), *flags),
    )
    assert ran.code == 0, ran.err
    return [loads(path.read_text(encoding="utf-8")) for path in sorted(records.iterdir())]


def test_seed_7_is_one_deck_everywhere(tmp_path: Path) -> None:
    decks = [Game.new(Options(), seed=seed).deck for seed in (7, 8, 9)]
    assert game_of_play(7, tmp_path).deck == decks[0]
    assert [game.deck for game in games_of_simulate(7, tmp_path)] == decks


def test_modules_follow_from_the_seed_as_well(tmp_path: Path) -> None:
    options = Options(starting_tiles=True, gap_fillers=True, special_tokens=tokens_of_seed(7))
    game = Game.new(options, seed=7)
    for other in (
        game_of_play(7, tmp_path, *MODULES),
        *games_of_simulate(7, tmp_path, *MODULES)[:1],
    ):
        assert (other.options, other.deck, other.starting_tiles) == (
            options,
            game.deck,
            game.starting_tiles,
        )
    assert game.deck == Game.new(Options(), seed=7).deck


def test_the_record_tells_the_seed_and_another_run_finds_the_same_game(tmp_path: Path) -> None:
    games = games_of_simulate(5, tmp_path / "first")
    assert [game.about.seed for game in games] == [5, 6, 7]
    again = games_of_simulate(7, tmp_path / "again")
    assert again[0].actions == games[2].actions
    played = game_of_play(7, tmp_path)
    assert (played.about.seed, played.about.date is not None) == (7, True)


def test_replay_and_show_tell_the_seed(tmp_path: Path) -> None:
    game_of_play(7, tmp_path)
    path = str(tmp_path / "played.json")
    assert json.loads(nmbr9("replay", path, "--json").out)["seed"] == 7
    assert "seed: 7" in nmbr9("show", path).out
    assert loads(nmbr9("notation", path, "--json").out).about.seed == 7


def test_simulate_tells_the_seeds() -> None:
    out = nmbr9("simulate", "--bot", "random", "--games", "2", "--seed", "5").out
    assert out.endswith("game i has the seed 5 + i, from 0\n")


def test_a_game_without_a_seed_gets_one_that_can_be_used_again(tmp_path: Path) -> None:
    file = tmp_path / "any.json"
    nmbr9("play", "--terminal", "--new", "--file", str(file), typed="quit\n")
    game = loads(file.read_text(encoding="utf-8"))
    assert game.about.seed is not None
    assert Game.new(Options(), game.about.seed).deck == game.deck


def test_a_given_deck_has_no_seed(tmp_path: Path) -> None:
    deck = Game.new(Options(), seed=3).deck
    assert Game.new(Options(), seed=7, deck=deck).about.seed is None
    file = tmp_path / "decks.txt"
    file.write_text(" ".join(map(str, deck)))
    (game,) = games_of_simulate(7, tmp_path, "--games", "1", "--decks", str(file))
    assert (game.deck, game.about.seed) == (deck, None)


def test_a_match_never_tells_a_seed() -> None:
    game = Setup.new(Options(), Random(7)).new_game()
    assert game.about.to_dict() == {}
    assert "seed" not in game.to_record()


@pytest.mark.parametrize("seed", ["x", "1.5", ""])
def test_a_seed_is_a_number(seed: str) -> None:
    assert nmbr9("play", "--terminal", "--seed", seed).code == 2
