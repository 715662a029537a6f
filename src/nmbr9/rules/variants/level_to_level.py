"""Variant "Level to Level": a card for every active level, one of them chosen (section 7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from nmbr9.rules.actions.kinds import Action, Pass, Reject, Take
from nmbr9.rules.errors import Code, Violation
from nmbr9.rules.options import TILES_TO_ACTIVATE, Options
from nmbr9.rules.placing.display import Display
from nmbr9.rules.state import PlayerState, Table, Turn
from nmbr9.rules.variants.base import Choice, VariantRules, already_decided, not_offered

LEVEL_MARKERS = 5
SUPPLY_OF_FOUR_PLAYERS = 3
"""Tiles of each number that each of four players has (7.4)."""
USUAL_SUPPLY = 4


class LevelToLevel(VariantRules):
    """7.1: level markers 0 to 4, and an open card under each active one."""

    highest_level = LEVEL_MARKERS - 1

    def reveal(
        self, table: Table, deck: Sequence[int], players: Sequence[PlayerState]
    ) -> Table | None:
        """Return the table with a card under each active marker (7.1, 7.3, 7.5)."""
        markers = active_markers(
            table.markers,
            [state.display for state in players],
            {state.turn.thinned_level for state in players},
        )
        drawn = table.drawn + markers
        if drawn > len(deck):
            return None
        revealed = tuple(deck[table.drawn : drawn])
        return Table(table.round_number + 1, 1, drawn, revealed, markers)

    def start_turn(self, table: Table, state: PlayerState) -> PlayerState:
        """Return the player before choosing."""
        return replace(state, turn=Turn())

    def can_take(self, options: Options, table: Table, state: PlayerState) -> bool:
        """A number used up cannot be chosen (7.4)."""
        return any(supply_left(options, state, number) for number in table.revealed)

    def misses_round(self, options: Options, table: Table, state: PlayerState) -> bool:
        """Whoever can choose nothing misses the round (7.4)."""
        return not self.can_take(options, table, state)

    def choices(
        self, options: Options, table: Table, player: int, state: PlayerState
    ) -> list[Action]:
        """Return the piles that can be chosen; none if the round is missed (7.1, 7.4)."""
        if state.turn.is_decided:
            return []
        return [
            Take(player, pile)
            for pile, number in enumerate(table.revealed)
            if supply_left(options, state, number)
        ]

    def choice_violations(
        self, options: Options, table: Table, state: PlayerState, choice: Choice
    ) -> list[Violation]:
        """7.1 and 7.4: an open pile whose number is not used up, or nothing at all."""
        if isinstance(choice, Reject):
            return [not_offered(choice, "7.1", "take with a pile")]
        if state.turn.is_decided:
            return [already_decided("7.1")]
        if isinstance(choice, Pass):
            if self.can_take(options, table, state):
                return [Violation(Code.TURN_CAN_CHOOSE, "7.4", "an open card can be chosen")]
            return []
        if choice.pile is None or choice.pile not in range(len(table.revealed)):
            last = len(table.revealed) - 1
            return [
                Violation(
                    Code.TURN_NO_SUCH_PILE,
                    "7.1",
                    f"expected a pile of 0 to {last}, got {choice.pile}",
                )
            ]
        number = table.revealed[choice.pile]
        if not supply_left(options, state, number):
            return [
                Violation(
                    Code.TURN_NUMBER_USED_UP, "7.4", f"your tiles of number {number} are used up"
                )
            ]
        return []


def active_markers(
    markers: int, displays: Sequence[Display], thinned: Collection[int | None] = ()
) -> int:
    """Return how many markers are active in the next round (7.3).

    Marker L+1 becomes active once any player has built two number tiles on level L. `thinned` are
    the levels where two lay in this round until one was moved away.
    """
    while markers < LEVEL_MARKERS and (
        markers - 1 in thinned
        or any(display.number_tiles_on(markers - 1) >= TILES_TO_ACTIVATE for display in displays)
    ):
        markers += 1
    return markers


def supply_left(options: Options, state: PlayerState, number: int) -> int:
    """Return how many tiles of a number are left in a player's own supply (7.4)."""
    supply = SUPPLY_OF_FOUR_PLAYERS if options.players == 4 else USUAL_SUPPLY
    reserved = state.reserved is not None and state.reserved.number == number
    return supply - state.display.count_of(number) - reserved
