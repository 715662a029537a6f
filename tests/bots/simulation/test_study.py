"""Simulations from Python: the same games as on the command line, in rows; ratings of tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from nmbr9 import Game, Options, Variant, read_records, write_records
from nmbr9.bots import NoFrames, UnknownBot, ratings, simulate, tournament
from nmbr9.bots.simulation import study as study_module
from nmbr9.bots.simulation.ratings import MEAN, strengths
from nmbr9.bots.simulation.simulate import Played, Task
from nmbr9.bots.simulation.workers import play_in_processes
from nmbr9.rules.chance import tokens_of_seed
from nmbr9.rules.errors import OptionsError, RecordError
from tests.cli.commands import nmbr9


def scores_of(lines: str) -> list[int]:
    return [json.loads(line)["scores"][0] for line in lines.splitlines()]


def check_same_scores(bot: str, games: int, folder: Path) -> None:
    file = folder / "games.jsonl"
    ran = nmbr9(
        "simulate", "--bots", bot, "--games", str(games), "--seed", "5", "--records", str(file)
    )
    assert ran.code == 0
    study = simulate(bot, games, seed=5)
    assert [row.score for row in study.rows] == scores_of(file.read_text(encoding="utf-8"))
    assert [row.seed for row in study.rows] == list(range(5, 5 + games))


def test_python_and_the_command_line_play_the_same_games(tmp_path: Path) -> None:
    check_same_scores("random", 3, tmp_path)


@pytest.mark.long
def test_they_do_so_for_2000_games(tmp_path: Path) -> None:
    check_same_scores("greedy", 2_000, tmp_path)


def test_a_row_tells_of_one_seat_of_one_game() -> None:
    study = simulate(["random", "greedy"], 2, seed=3, options=Options(players=2))
    assert [(row.game, row.seed, row.seat, row.bot) for row in study.rows] == [
        (game, 3 + game, seat, bot)
        for game in range(2)
        for bot in ("random", "greedy")
        for seat in range(2)
    ]
    games = list(study.games())
    assert [row.score for row in study.rows] == [score for game in games for score in game.scores]
    assert study.dicts()[0]["bot"] == "random"
    assert [summary.bot for summary in study.summaries()] == ["random", "greedy"]


def test_a_frame_has_the_rows() -> None:
    frame = simulate("random", 2).frame()
    assert isinstance(frame, import_module("pandas").DataFrame)
    assert list(frame["score"]) == [row.score for row in simulate("random", 2).rows]


def test_without_a_package_for_frames_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    study = simulate("random", 1)
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(NoFrames, match="expected pandas or polars to be installed"):
        study.frame()


def test_bots_of_a_mixed_table_take_turns_in_the_first_seat() -> None:
    study = simulate(["random", "greedy"], 3, mixed=True)
    assert [row.bot for row in study.rows if row.seat == 0] == ["random", "greedy", "random"]
    for game in study.games():
        assert game.names[0].split(" v")[0] in ("random", "greedy")
    alone = simulate("greedy", 1, options=Options(players=2))
    # A display of one's own: in the same seat of the same deal a bot plays alike.
    assert study.rows[1].score == alone.rows[1].score


def test_several_processes_play_mixed_tables_as_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def in_processes(tasks: Iterable[Task], jobs: int) -> Iterator[Played]:
        asked.append(jobs)
        return play_in_processes(tasks, jobs)

    monkeypatch.setattr(study_module, "play_in_processes", in_processes)
    both = [simulate(["random", "greedy"], 3, mixed=True, jobs=jobs) for jobs in (1, 2)]
    assert asked == [2]
    one, other = [[(row.bot, row.seat, row.score) for row in study.rows] for study in both]
    assert one == other


def test_each_bot_of_a_mixed_table_is_told_of_by_itself() -> None:
    study = simulate(["random", "greedy"], 4, mixed=True)
    greedy = [row for row in study.rows if row.bot == "greedy"]
    _, told = study.summaries()
    assert (told.bot, told.games) == ("greedy", 4)
    assert told.mean == sum(row.score for row in greedy) / 4
    assert told.difference is not None
    moves = sum(row.moves for row in greedy)
    seconds = sum(row.cpu_seconds for row in greedy)
    assert told.cpu_seconds_per_move == pytest.approx(seconds / moves)


def test_a_row_counts_the_moves_of_its_own_seat() -> None:
    study = simulate(["random", "greedy"], 1, mixed=True, options=Options(players=2))
    (game,) = study.games()
    for row in study.rows:
        assert row.moves == sum(action.player == row.seat for action in game.actions)


def test_a_bot_of_ones_own_draws_alike_alone_and_at_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chancy_bots.py").write_text(
        "class Chancy:\n"
        "    name, version = 'chancy', 1\n"
        "    def choose(self, view, random, seconds):\n"
        "        return random.choice(view.legal_actions())\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    mixed = simulate(["chancy_bots:Chancy", "random"], 1, mixed=True)
    alone = simulate("chancy_bots:Chancy", 1, options=Options(players=2))
    one, other = next(mixed.games()), next(alone.games())
    assert one.players[0].display == other.players[0].display


def test_options_may_follow_from_the_seed() -> None:
    study = simulate("random", 2, options=lambda seed: Options(special_tokens=tokens_of_seed(seed)))
    tokens = [game.options.special_tokens for game in study.games()]
    assert tokens == [tokens_of_seed(0), tokens_of_seed(1)]


def test_decks_can_be_given() -> None:
    deck = Game.new(Options(), seed=9).deck
    (game,) = simulate("random", 1, decks=[deck]).games()
    assert game.deck == deck


@pytest.mark.parametrize(
    ("bots", "more", "message"),
    [
        (["random", "random"], {}, "expected each bot once, got random twice"),
        ([], {}, "expected the name of a bot, got none"),
        ("random", {"games": 0}, "expected games of 1 or more, got 0"),
        ("random", {"games": 2, "decks": [()]}, "expected games of 1 to 1, as there are decks"),
        (
            ["random", "greedy"],
            {"mixed": True, "options": Options(variant=Variant.LEVEL_TO_LEVEL)},
            "expected 1 bots, one a player, got 2",
        ),
    ],
)
def test_what_cannot_be_simulated_is_refused(
    bots: list[str], more: dict[str, object], message: str
) -> None:
    with pytest.raises(OptionsError, match=message):
        simulate(bots, **more)  # type: ignore[arg-type]
    with pytest.raises(UnknownBot, match="expected a bot of"):
        simulate("nobody")


def test_a_tournament_ranks_bots_with_intervals() -> None:
    first, second = tournament(["random", "greedy"], 12)
    assert (first.bot, second.bot) == ("greedy", "random")
    assert first.rating > MEAN > second.rating
    assert first.rating + second.rating == pytest.approx(2 * MEAN)
    assert first.ci95.low <= first.rating <= first.ci95.high
    assert first.games == second.games == 12
    assert first.wins + second.wins == 12
    assert ratings(simulate(["random", "greedy"], 12, mixed=True)) == [first, second]


def test_ratings_are_those_of_the_model() -> None:
    """Three wins of four and the tie that each pair has: odds of 3.5 to 1.5."""
    tables = [{"a": 2, "b": 1}] * 3 + [{"a": 1, "b": 2}]
    found = strengths(["a", "b"], tables)
    assert found["a"] - found["b"] == pytest.approx(400 * 0.36797679)


def test_records_are_read_and_written_line_by_line(tmp_path: Path) -> None:
    games = list(simulate("random", 2).games())
    path = tmp_path / "games.jsonl"
    assert write_records(path, iter(games)) == 2
    assert list(read_records(path)) == games
    with path.open() as file:
        assert list(read_records(file)) == games
    assert write_records(path, []) == 0
    assert list(read_records(path)) == []
    reading = read_records([*map(str, [""]), '{"format": "nmbr9/1"}'])
    with pytest.raises(RecordError, match="line 2: record: expected the key"):
        next(reading)


@pytest.mark.parametrize("bots", [["greedy"], ["greedy", "greedy"]])
def test_nobody_is_rated_against_nobody(bots: list[str]) -> None:
    with pytest.raises(OptionsError, match="expected two bots or more, each once, got greedy"):
        tournament(bots, 1)
