"""Games that bots play for themselves."""

from __future__ import annotations

import random
from random import Random

import pytest

from nmbr9 import Game, Options, Pass, Token, Variant
from nmbr9.bots.base import Bot
from nmbr9.bots.simulation import simulate
from nmbr9.bots.simulation.simulate import SimulationStopped, Task, deal, play_game, tasks
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.chance import tokens_of_seed
from nmbr9.rules.knowledge import View
from nmbr9.rules.record import loads
from tests.bots.played_games import dealt

EVERYTHING = {
    "starting_tiles": True,
    "gap_fillers": True,
    "special_tokens": (Token.GAP, Token.RESERVE),
}


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_game_is_played_to_its_end_and_its_record_replays(bot: str, variant: Variant) -> None:
    options = Options(players=2, variant=variant, **EVERYTHING)  # type: ignore[arg-type]
    game = play_game(Task(bot, dealt(0, options), seconds=0.1))
    replayed = loads(game.record)
    assert replayed.is_over
    assert tuple(replayed.scores) == game.scores
    assert replayed.options == options
    assert replayed.names == (f"{bot} v1, seat 0", f"{bot} v1, seat 1")
    assert game.moves == len(replayed.actions)
    assert game.cpu_seconds > 0


def test_a_game_depends_on_seed_index_and_bot_only() -> None:
    random.seed(1)
    one = play_game(Task("random", dealt(3, Options()), 1.0))
    random.seed(2)
    play_game(Task("greedy", dealt(4, Options()), 1.0))
    assert play_game(Task("random", dealt(3, Options()), 1.0)).record == one.record
    assert play_game(Task("random", dealt(4, Options()), 1.0)).record != one.record
    assert play_game(Task("random", dealt(3, Options(), seed=6), 1.0)).record != one.record


def test_seats_draw_on_their_own() -> None:
    game = loads(play_game(Task("random", dealt(0, Options(players=2)), 1.0)).record)
    assert game.players[0].display != game.players[1].display


def test_a_seed_deals_the_same_decks_with_a_module_and_without() -> None:
    plain, full = (
        loads(play_game(Task("random", dealt(2, options), 1.0)).record)
        for options in (Options(), Options(**EVERYTHING))  # type: ignore[arg-type]
    )
    assert plain.deck == full.deck == Game.new(Options(), seed=7).deck
    assert (len(plain.starting_tiles), len(full.starting_tiles)) == (0, 1)


def test_tokens_are_drawn_anew_for_each_game() -> None:
    def choose_options(seed: int) -> Options:
        return Options(special_tokens=tokens_of_seed(seed))

    drawn = [deal(1, index, choose_options).options.special_tokens for index in range(20)]
    assert len(set(drawn)) > 5
    assert drawn == [deal(1, index, choose_options).options.special_tokens for index in range(20)]


def test_a_given_deck_is_played() -> None:
    deck = Game.new(Options(), seed=9).deck
    given = deal(1, 0, lambda _: Options(), deck)
    assert loads(play_game(Task("greedy", given, 1.0)).record).deck == deck


def test_the_bots_of_a_deal_come_together() -> None:
    deals = [dealt(index, Options()) for index in range(2)]
    listed = [(task.deal.index, task.bot) for task in tasks(["random", "greedy"], deals, 1.0)]
    assert listed == [(0, "random"), (0, "greedy"), (1, "random"), (1, "greedy")]


class Cheat:
    name = "cheat"
    version = 1

    def choose(self, view: View, random: Random, seconds: float) -> Action:
        return Pass(view.viewer)


def test_a_bot_that_breaks_the_rules_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> Bot:
        return Cheat()

    monkeypatch.setattr(simulate, "load", load)
    with pytest.raises(SimulationStopped, match=r"^cheat in game 7: "):
        play_game(Task("cheat", dealt(7, Options()), 1.0))
