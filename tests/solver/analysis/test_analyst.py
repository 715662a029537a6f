"""What decisions lost: in every variant and module, by what the player knew."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from nmbr9.bots.base import play_turns
from nmbr9.bots.registry import load_bot
from nmbr9.rules.actions.kinds import Place
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import view
from nmbr9.rules.options import Options, Token, Variant
from nmbr9.rules.record import dumps, loads
from nmbr9.solver.analysis.action_weigher import ActionWeigher
from nmbr9.solver.analysis.analyst import Analyst, analyse
from nmbr9.solver.analysis.findings import agreeing
from nmbr9.solver.analysis.hindsight import still_possible
from nmbr9.solver.analysis.loss_chart import loss_chart
from nmbr9.solver.analysis.replays import replays
from nmbr9.solver.known_deck.solve import solve
from tests.cli.commands import nmbr9
from tests.tiers import first

HIGHEST = Path(__file__).parents[3] / "docs" / "records" / "highest-score.json"


def played(bot: str, seed: int, options: Options | None = None, rounds: int = 99) -> Game:
    game = Game.new(options or Options(players=1), seed=seed)
    player, random = load_bot(bot), Random(seed)
    while not game.is_over and game.table.round_number <= rounds:
        for seat in game.waiting_for:
            game = play_turns(game, seat, player, random, 0.05)
    return game


@pytest.mark.parametrize("variant", first(1, Variant))
@pytest.mark.parametrize("has_modules", first(1, [False, True]))
def test_every_variant_and_module_is_weighed(variant: Variant, has_modules: bool) -> None:
    tokens = tuple(Token) if has_modules else ()
    options = Options(2, variant, has_modules, has_modules, tokens)
    game = played("random", 5, options, rounds=4)
    moves = list(Analyst(game).moves())
    assert len({type(move.action) for move in moves}) >= (3 if has_modules else 1)
    for move in moves:
        verdict = move.verdict
        assert verdict.low <= verdict.loss <= verdict.high
        assert verdict.loss >= 0
        assert verdict.is_best == (verdict.best[0].value == verdict.value)
        if verdict.is_best:
            assert verdict.best[0].action == move.action


def test_a_hint_uses_only_what_the_player_knows() -> None:
    game = played("greedy", 3, rounds=8)
    other = Game.new(
        game.options, deck=(*game.deck[: game.table.drawn], *game.deck[: game.table.drawn - 1 : -1])
    )
    for action in game.actions:
        other = other.apply(0, action)
    assert other.deck != game.deck
    hint = Analyst(game).hint(0)
    assert hint == Analyst(other).hint(0)
    assert game.violations(0, hint[0].action) == ()
    assert [way.value for way in hint] == sorted((way.value for way in hint), reverse=True)
    assert Analyst(game).hindsight(0) is None
    assert Analyst(game).par() is None
    assert Analyst(played("random", 1)).hint(0) == ()


def test_the_last_placement_is_judged_exactly() -> None:
    game = played("greedy", 2)
    before = Game.new(game.options, deck=game.deck)
    for action in game.actions[:-1]:
        before = before.apply(0, action)
    seen, weigher = view(before, 0), ActionWeigher()
    placements = [way for way in before.legal_actions(0) if isinstance(way, Place)]
    most = max(way.number * way.level for way in placements)
    for way in placements[:: len(placements) // 7]:
        assert weigher.weigh(seen, way).loss == most - way.number * way.level


def test_what_solve_proves_best_loses_nothing() -> None:
    """The display is the best there is for these cards, so no placement loses in hindsight."""
    *_, best = solve((0, 1, 2, 3, 4, 5, 6))
    assert best.is_proved
    assert list(still_possible((0, 1, 2, 3, 4, 5, 6), best.pieces)) == [best.score] * 8


def test_the_highest_score_loses_nothing_in_hindsight() -> None:
    """No display has more points, so whatever its builder placed, 262 stayed the most possible."""
    possible = Analyst(loads(HIGHEST.read_bytes())).hindsight(0)
    assert possible == [262] * 21


@pytest.mark.rest
@pytest.mark.parametrize("which", [0, -1])
def test_a_display_that_wanders_far_is_looked_at_all_the_same(which: int) -> None:
    """Its tiles lie in one line: farther from the first one than the kernel's window reaches."""
    game = Game.new(Options(players=1), seed=1)
    while not game.is_over:
        game = game.apply(0, game.legal_actions(0)[which])
    possible = Analyst(game).hindsight(0)
    assert possible is not None
    assert len(possible) == 21
    assert possible == sorted(possible, reverse=True)
    assert possible[-1] == game.scores[0]
    assert possible[0] > 60


@pytest.mark.long
def test_losses_rank_bots_by_strength() -> None:
    lost = []
    for bot in ("random", "greedy", "steady"):
        games = [played(bot, seed) for seed in (11, 12, 13)]
        lost.append(sum(m.verdict.loss for game in games for m in Analyst(game).moves()))
    assert lost == sorted(lost, reverse=True)


def test_a_whole_analysis_tells_everything() -> None:
    game = played("greedy", 4)
    analysis = analyse(game, lambda: 0.0)
    told = json.loads(json.dumps(analysis.to_dict()))
    assert told["scores"] == game.scores
    assert told["par"] > 50
    assert told["best_found"] >= max(game.scores[0], told["players"][0]["hindsight"][0])
    moves = told["players"][0]["moves"]
    assert len(moves) == 20
    assert all(move["low"] <= move["loss"] <= move["high"] for move in moves)
    possible = told["players"][0]["hindsight"]
    assert len(possible) == 21
    assert possible == sorted(possible, reverse=True)
    assert possible[-1] == game.scores[0]
    worst = max(moves, key=lambda move: move["loss"])
    assert told["players"][0]["turning_points"][0] == worst["index"]
    chart = ElementTree.fromstring(loss_chart(analysis.moves, "Ada & Ben"))
    assert len(chart.findall("{http://www.w3.org/2000/svg}g")) == 20


@pytest.mark.rest
@pytest.mark.parametrize(
    "options",
    first(
        1,
        [
            Options(1, Variant.TWO_OUT_OF_THREE),
            Options(1, Variant.LEVEL_TO_LEVEL),
            Options(1, starting_tiles=True, special_tokens=(Token.MOVE, Token.RESERVE)),
        ],
        rest=1,
    ),
)
def test_a_deck_played_again_and_again_only_goes_better(options: Options) -> None:
    game = played("greedy", 4, options)
    alone = Game.new(options, deck=game.deck, starting_tiles=game.starting_tiles)
    looks = iter(range(20))
    scores = list(replays(alone, lambda: next(looks) == 19))
    assert scores == sorted(set(scores))
    found = Analyst(game).best_found(lambda: 0.0)
    assert found is not None
    assert found >= game.scores[0]


def test_fillers_and_tokens_do_not_keep_the_beam_from_searching() -> None:
    options = Options(1, gap_fillers=True, special_tokens=(Token.MOVE, Token.RESERVE))
    game = played("greedy", 4, options)
    *_, plain = solve(game.deck, lambda: True)
    assert Analyst(game).best_found(lambda: 0.0) == max(plain.score, game.scores[0])


def test_what_was_still_possible_agrees_with_the_best_found() -> None:
    """Any display can be turned until its first tile lies as it was placed."""
    assert agreeing([[50, 49, 40], None], 57) == ([57, 57, 40], None)
    assert agreeing([[50]], 57) == ([57],)
    assert agreeing([[50, 49]], None) == ([50, 49],)


@pytest.mark.rest
def test_the_command_prints_a_table_a_chart_and_json(tmp_path: Path) -> None:
    finished, running = tmp_path / "finished.json", tmp_path / "running.json"
    finished.write_text(dumps(played("greedy", 4)), "utf-8")
    running.write_text(dumps(played("greedy", 4, Options(players=2), rounds=3)), "utf-8")
    chart = tmp_path / "loss.svg"
    ran = nmbr9("analyse", str(finished), "--seconds", "0", "--svg", str(chart))
    assert ran.code == 0
    words = " ".join(ran.out.split())
    assert "par, which is what the bot strong makes of these cards: " in words
    knowing = "who knows the order of the cards"
    assert f"best found, which is the most that anybody {knowing} was found to reach: " in words
    assert f"still possible before the first tile and after each, for somebody {knowing}, " in words
    assert "turning point" in ran.out
    assert chart.read_text("utf-8").startswith("<svg")
    ran = nmbr9("analyse", str(running), "--seconds", "0", "--json")
    told = json.loads(ran.out)
    assert told["par"] is None
    assert told["best_found"] is None
    assert set(told["hints"]) == {"0", "1"}
    assert nmbr9("analyse", str(running), "--seconds", "inf").code == 2
    assert nmbr9("analyse", str(running), "--svg", str(tmp_path / "no" / "x.svg")).code == 2
