"""One table with a bot of its own in each seat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from nmbr9.bots.base import play_turns
from nmbr9.bots.guests.referee import Refereed
from nmbr9.bots.simulation.simulate import Deal, Played, SimulationStopped, Stopwatch, warm_bot
from nmbr9.rules.errors import Nmbr9Error, OptionsError
from nmbr9.rules.game import Game
from nmbr9.rules.record import dumps


def play_table(deal: Deal, seats: Sequence[str], seconds: float) -> Played:
    """Return the game that bots played against each other, each in its seat.

    What a bot draws follows from the seed, its name and its seat, as where it takes all seats.

    Raises: OptionsError, when there are not as many bots as players; SimulationStopped, when a bot
        does what the rules forbid.
    """
    if len(seats) != deal.options.players:
        raise OptionsError(f"expected {deal.options.players} bots, one a player, got {len(seats)}")
    warm = [warm_bot(name, seconds) for name in seats]
    bots = [Stopwatch(bot) for bot in warm]
    randoms = [Random(f"{deal.seed}/{name}/{seat}") for seat, name in enumerate(seats)]
    names = [f"{bot.name} v{bot.version}, seat {seat}" for seat, bot in enumerate(bots)]
    game = Game.new(deal.options, deal.seed, deck=deal.deck, names=names)
    try:
        while not game.is_over:
            for seat in game.waiting_for:
                game = play_turns(game, seat, bots[seat], randoms[seat], seconds)
    except Nmbr9Error as error:
        raise SimulationStopped(f"{', '.join(seats)} in game {deal.index}: {error}") from error
    return Played(
        ", ".join(seats),
        deal.index,
        tuple(game.scores),
        sum(bot.moves for bot in bots),
        sum(bot.cpu_seconds for bot in bots),
        dumps(game),
        tuple(
            sentence for bot in warm if isinstance(bot, Refereed) for sentence in bot.new_forfeits()
        ),
        tuple(seats),
    )
