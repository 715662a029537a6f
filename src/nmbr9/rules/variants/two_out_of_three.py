"""Variant "2 out of 3": of three cards a round everybody takes two (section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nmbr9.rules.actions.kinds import Action, Pass, Reject, Take
from nmbr9.rules.errors import Code, Violation
from nmbr9.rules.options import Options
from nmbr9.rules.state import PlayerState, Table, Turn
from nmbr9.rules.variants.base import Choice, VariantRules, already_decided, not_offered

CARDS_A_ROUND = 3


class TwoOutOfThree(VariantRules):
    """6.1: 10 rounds of 3 cards, revealed one after another."""

    def reveal(
        self, table: Table, deck: Sequence[int], players: Sequence[PlayerState]
    ) -> Table | None:
        """Return the table with the next of the round's three cards revealed (6.1)."""
        if table.drawn == len(deck):
            return None
        rounds, cards = divmod(table.drawn, CARDS_A_ROUND)
        return Table(rounds + 1, cards + 1, table.drawn + 1, (deck[table.drawn],))

    def start_turn(self, table: Table, state: PlayerState) -> PlayerState:
        """Return the player before deciding; each round has a new rejection to give."""
        return replace(
            state, turn=Turn(), has_rejected=state.has_rejected and table.card_in_round > 1
        )

    def can_take(self, options: Options, table: Table, state: PlayerState) -> bool:
        """Whoever has taken two must reject the third (6.2)."""
        return state.has_rejected or table.card_in_round < CARDS_A_ROUND

    def choices(
        self, options: Options, table: Table, player: int, state: PlayerState
    ) -> list[Action]:
        """Return take, reject or both (6.2); after the reserved tile only take (5.8)."""
        if state.turn.is_decided:
            return []
        if state.has_rejected or state.turn.laid:
            return [Take(player)]
        if table.card_in_round == CARDS_A_ROUND:
            return [Reject(player)]
        return [Take(player), Reject(player)]

    def choice_violations(
        self, options: Options, table: Table, state: PlayerState, choice: Choice
    ) -> list[Violation]:
        """6.2: whoever has rejected must take the rest, whoever has two must reject the third."""
        if isinstance(choice, Pass):
            return [not_offered(choice, "6.2", "take or reject")]
        if isinstance(choice, Take) and choice.pile is not None:
            return [
                Violation(
                    Code.TURN_NO_SUCH_PILE,
                    "6.2",
                    f"expected take without a pile, got {choice.pile}",
                )
            ]
        if state.turn.is_decided:
            return [already_decided("6.2")]
        if isinstance(choice, Reject) and state.has_rejected:
            return [
                Violation(
                    Code.TURN_MUST_TAKE, "6.2", "one card of this round is rejected: take the rest"
                )
            ]
        if isinstance(choice, Reject) and state.turn.laid:
            return [
                Violation(
                    Code.TURN_HAS_BUILT, "5.8", "the reserved tile is built in this turn: take this"
                )
            ]
        if isinstance(choice, Take) and not self.can_take(options, table, state):
            return [
                Violation(
                    Code.TURN_MUST_REJECT, "6.2", "two cards of this round are taken: reject this"
                )
            ]
        return []
