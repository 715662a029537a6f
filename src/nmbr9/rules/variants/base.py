"""What a variant decides: how cards are revealed, and how a player comes by a tile.

The basic game is the first of them. Modules never appear here: they combine with every variant.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from nmbr9.rules.actions.kinds import Action, Pass, Reject, Take
from nmbr9.rules.errors import Code, Violation
from nmbr9.rules.options import Options
from nmbr9.rules.state import PlayerState, Table

Choice = Take | Reject | Pass
"""The actions with which a player decides about a card."""


class VariantRules(ABC):
    """The part of the rules in which the variants differ."""

    highest_level: int | None = None
    """The level above which nothing is built (7.2)."""

    @abstractmethod
    def reveal(
        self, table: Table, deck: Sequence[int], players: Sequence[PlayerState]
    ) -> Table | None:
        """Return the table with the next card or cards revealed; None when the game is over."""

    @abstractmethod
    def start_turn(self, table: Table, state: PlayerState) -> PlayerState:
        """Return a player at the start of the turn for the revealed cards."""

    def can_take(self, options: Options, table: Table, state: PlayerState) -> bool:
        """Whether an undecided player can come by a tile in this turn."""
        return True

    def misses_round(self, options: Options, table: Table, state: PlayerState) -> bool:
        """Whether an undecided player can do nothing at all (7.4)."""
        return False

    @abstractmethod
    def choices(
        self, options: Options, table: Table, player: int, state: PlayerState
    ) -> list[Action]:
        """Return the legal ways to decide about the revealed cards."""

    @abstractmethod
    def choice_violations(
        self, options: Options, table: Table, state: PlayerState, choice: Choice
    ) -> list[Violation]:
        """Return the rules that a decision about the revealed cards breaks."""

    def choose(self, table: Table, state: PlayerState, choice: Choice) -> PlayerState:
        """Return the player after a legal decision."""
        if isinstance(choice, Take):
            pile = choice.pile or 0
            return state.with_turn(
                is_decided=True, number=table.revealed[pile], level_limit=choice.pile
            )
        if isinstance(choice, Pass):
            # In a missed round nothing is laid or moved (7.4).
            return state.with_turn(is_decided=True, is_settled=True, is_over=True)
        return replace(state.with_turn(is_decided=True, is_settled=True), has_rejected=True)


def not_offered(choice: Choice, paragraph: str, instead: str) -> Violation:
    """Return the violation of a decision that the variant does not have."""
    return Violation(
        Code.TURN_NOT_OFFERED, paragraph, f"expected {instead}, got {choice.do}: not in this game"
    )


def already_decided(paragraph: str) -> Violation:
    """Return the violation of deciding twice."""
    return Violation(Code.TURN_ALREADY_DECIDED, paragraph, "this card has been decided on already")
