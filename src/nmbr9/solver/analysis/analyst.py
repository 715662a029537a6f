"""How good was it? Every decision of a game, what it lost, and what the deck allowed.

Results come one by one, so that whoever shows them need not wait: `Analyst.moves` first, then
`Analyst.hindsight`, `Analyst.par` and `Analyst.best_found`. `analyse` gathers all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from random import Random

from nmbr9.bots.base import play_turns
from nmbr9.bots.registry import load_bot
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import view
from nmbr9.rules.options import Variant
from nmbr9.solver.analysis.action_weigher import ActionWeigher
from nmbr9.solver.analysis.findings import Analysis, Decision, Weighed, agreeing, best_known
from nmbr9.solver.analysis.hindsight import is_plain, still_possible
from nmbr9.solver.analysis.replays import replays
from nmbr9.solver.known_deck.solve import SecondsLeft, solve

__all__ = ["Analyst", "analyses"]

PAR_BOT = "strong"
PAR_SECONDS = 0.05
"""Budget of a move of the bot that sets the par."""


class Analyst:
    """Looks at one game; answers question by question. One thread uses it at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._weigher = ActionWeigher()

    def moves(
        self, player: int | None = None, among: Container[int] | None = None
    ) -> Iterator[Decision]:
        """Yield every decision of a player, or of all, in the order of the record.

        Actions without a choice are left out. Each is judged by what its player knew then.
        `among` limits it to actions with these indices, for whoever shares the work out.
        """
        game = self.game
        now = game.start
        for index, action in enumerate(game.actions):
            if player in (None, action.player) and (among is None or index in among):
                seen = view(now, action.player)
                if len(seen.legal_actions()) > 1:
                    verdict = self._weigher.weigh(seen, action)
                    yield Decision(index, now.table.round_number, action, verdict)
            now = now.apply_unchecked(action.player, action)

    def hint(self, player: int) -> tuple[Weighed, ...]:
        """Return the best ways to go on for a player of a running game, best first.

        Uses nothing that the player does not know; empty when it is not their turn.
        """
        return self._weigher.hint(view(self.game, player))

    def hindsight(self, player: int) -> list[int] | None:
        """Return the best score found after 0, 1, ... placements, had the order been known.

        What a placement lost in hindsight is the step down after it. None for a running game, whose
        order nobody may know, and for variants and modules.
        """
        if not self.game.is_over or not is_plain(self.game):
            return None
        pieces = self.game.players[player].display.pieces
        return list(still_possible(self.game.deck, pieces))[::-1]

    def par(self, seconds: float = PAR_SECONDS) -> int | None:
        """Return what the strongest bot makes of the deck without knowing its order.

        It plays alone, with the first starting tile and so many seconds a move. None for a running
        game.
        """
        if not self.game.is_over:
            return None
        alone, bot, random = self._alone(), load_bot(PAR_BOT), Random(0)
        while not alone.is_over:
            alone = play_turns(alone, 0, bot, random, seconds)
        return alone.scores[0]

    def best_found(self, seconds_left: SecondsLeft) -> int | None:
        """Return the best score found with the order known, in the time that is left.

        Fillers and tokens need not be used, so a beam for the basic game finds what is legal with
        them, too; starting tiles and variants are played again and again. None for a running game.
        """
        game = self.game
        if not game.is_over:
            return None

        def stop() -> bool:
            return seconds_left() <= 0

        if game.options.variant is Variant.BASIC and not game.options.starting_tiles:
            *_, solution = solve(game.deck, stop, seconds_left, with_bound=False)
            best = solution.score
        else:
            *_, best = replays(self._alone(), stop)
        return max(best, *game.scores)

    def _alone(self) -> Game:
        """Return the game from its beginning, with the first player and starting tile only."""
        options = replace(self.game.options, players=1)
        return Game.new(options, deck=self.game.deck, starting_tiles=self.game.starting_tiles[:1])


def analyse(
    game: Game,
    seconds_left: SecondsLeft,
    report: Callable[[str], None] = lambda _: None,
) -> Analysis:
    """Return the whole analysis of a game.

    The search for the best with the order known, which comes last, uses the time that is left then.
    `report` is told what is looked at.
    """
    *_, whole = analyses(game, seconds_left, report)
    return whole


def analyses(
    game: Game, seconds_left: SecondsLeft, report: Callable[[str], None] = lambda _: None
) -> Iterator[Analysis]:
    """Yield the analysis of a game as far as it has come: the last one is whole.

    Whoever is interrupted has the decisions so far.
    """
    analyst, so_far = Analyst(game), Analysis.of_nothing(game)
    report("the decisions")
    yield so_far
    for move in analyst.moves():
        so_far = replace(so_far, moves=(*so_far.moves, move))
        report(f"the decisions, round {move.round_number}")
        yield so_far
    report("what was possible in hindsight")
    hindsight = tuple(analyst.hindsight(player) for player in range(len(game.players)))
    so_far = replace(so_far, hindsight=hindsight)
    yield so_far
    report("what the strongest bot makes of the cards")
    so_far = replace(so_far, par=analyst.par())
    yield so_far
    report("the best display with the order known")
    best = best_known(analyst.best_found(seconds_left), so_far.par, hindsight)
    yield replace(so_far, best_found=best, hindsight=agreeing(hindsight, best))
