"""The basic game: one card a round, taken by everybody (2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.errors import Violation
from nmbr9.rules.options import Options
from nmbr9.rules.state import PlayerState, Table, Turn
from nmbr9.rules.variants.base import Choice, VariantRules, not_offered


class Basic(VariantRules):
    """2.1: 20 rounds; the top card is revealed and everybody takes that tile."""

    def reveal(
        self, table: Table, deck: Sequence[int], players: Sequence[PlayerState]
    ) -> Table | None:
        """Return the table with the top card revealed (2.1)."""
        if table.drawn == len(deck):
            return None
        return Table(table.round_number + 1, 1, table.drawn + 1, (deck[table.drawn],))

    def start_turn(self, table: Table, state: PlayerState) -> PlayerState:
        """Return the player with the revealed tile in hand: taking is implied (8.1)."""
        return replace(state, turn=Turn(number=table.revealed[0], is_decided=True))

    def choices(
        self, options: Options, table: Table, player: int, state: PlayerState
    ) -> list[Action]:
        """Return nothing: there is no choice."""
        return []

    def choice_violations(
        self, options: Options, table: Table, state: PlayerState, choice: Choice
    ) -> list[Violation]:
        """Refuse every decision: the tile is taken by all (2.1)."""
        return [not_offered(choice, "2.1", "the tile to be placed")]
