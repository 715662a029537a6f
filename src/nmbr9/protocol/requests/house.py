"""What answers need of the program that gives them, and of whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar

from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.protocol.live_match import LiveMatch
from nmbr9.rules.game import Game

P = ParamSpec("P")
T = TypeVar("T")


class Player(Protocol):
    """Somebody with a name."""

    @property
    def id(self) -> str:
        """By which the program knows them."""

    @property
    def name(self) -> str:
        """By which others do."""


class Played(Protocol):
    """A match of a player, over or still running."""

    @property
    def match(self) -> str:
        """Its id."""

    @property
    def seat(self) -> int:
        """The player's."""

    @property
    def created(self) -> float:
        """When it was made."""

    @property
    def finished(self) -> float | None:
        """When it ended."""

    @property
    def score(self) -> int | None:
        """The player's, when it is over."""

    @property
    def setup(self) -> Mapping[str, Any]:
        """What is played, as it is stored."""

    @property
    def contest(self) -> str | None:
        """The contest that it belongs to."""

    @property
    def has_others(self) -> bool:
        """Whether people play in it who do not share the player's device."""

    @property
    def is_marked(self) -> bool:
        """Whether the score is no record: helped, with hints, or with cards that were known."""


class BotLine(NamedTuple):
    """A bot that can be chosen by its name."""

    name: str
    version: int
    summary: str
    is_ours: bool
    """Whether the page has words of its own for it."""
    scores: Mapping[str, tuple[float, float]] | None
    """Of a step of the ladder: what it makes alone, on average, by variant: plain, and with all
    modules."""


Steps = dict[str, Any] | bytes
"""A game step by step, as JSON-ready data or written as JSON already."""


class House(Protocol):
    """Players, matches and analyses, wherever they are kept.

    Whatever is awaited may raise StorageError; what takes long may raise Denied.
    """

    bot_lines: Sequence[BotLine]
    """Those that can be chosen: plain ones and the ladder, each weakest first."""

    async def aside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function gives that takes long enough to keep others waiting."""

    async def live(self, match: str) -> LiveMatch:
        """Return a match. Raises: NotFound; EventError."""

    async def names_of(self, players: Sequence[str]) -> Mapping[str, str]:
        """Return the names of people by their ids, as far as they are known."""

    async def rename(self, player: str, name: str) -> None:
        """Give a player another name, and show it to everybody who sees them."""

    async def forget(self, player: str) -> None:
        """Delete a player, and those at the same device; games stay."""

    async def companions_of(self, player: str) -> Iterable[Player]:
        """Return those who play at a player's device, in the order in which they came."""

    async def add_companion(self, id: str, name: str) -> None:
        """Keep somebody who plays at a player's device."""

    async def open_match(
        self, setup: Setup, host: Player, others: Sequence[str], bots: Sequence[str]
    ) -> tuple[str, list[str]]:
        """Make a match, for others at the same device, too; return its id and the people's tokens.

        The host is stored with it if they are new. Raises: Refused; Denied.
        """

    async def give_token(self, match: str, player: str, token: str) -> bool:
        """Let a token open the seat that a player has; return whether they have one."""

    async def history(self, player: str, before: float | None, limit: int) -> Iterable[Played]:
        """Return a player's matches, newest first."""

    async def best_scores(self, player: str) -> Mapping[str, tuple[int, str]]:
        """Return a player's record alone for each set of options: score and match (2.13)."""

    async def leave_history(self, player: str, match: str) -> None:
        """Forget that a player, or somebody at their device, sat in a match. Raises: NotFound."""

    async def replay_of_match(self, match: Match, names: Mapping[str, str]) -> Steps:
        """Return the steps of a match that is over."""

    async def replay_of_game(self, game: Game) -> Steps:
        """Return the steps of a game."""

    async def replay_of_record(self, record: bytes) -> Steps:
        """Return the steps of a record's game. Raises: RecordError."""

    async def check_may_look(self, match: Match, asking: Player | None) -> None:
        """Refuse to show cards that are still a secret. Raises: Denied."""

    async def begin_analysis(self, id: str, game: Game, match: str | None) -> dict[str, Any]:
        """Return what is known of a finished game, and begin to look at it. Raises: Denied."""

    async def follow_analysis(self, id: str, game: Game, match: str | None) -> dict[str, Any]:
        """Return what is known of a finished game; it is begun if there is room."""

    async def known_analysis(self, id: str) -> dict[str, Any] | None:
        """Return what is known of a game, or None if nobody has begun to look at it."""

    async def keep_record(self, id: str, record: dict[str, Any]) -> None:
        """Keep the game of an opened record."""

    async def opened_record(self, id: str) -> dict[str, Any] | None:
        """Return the game of an opened record."""


class Visit(Protocol):
    """One question, and who asks it."""

    @property
    def house(self) -> House:
        """Whom it is asked."""

    async def player(self) -> Player | None:
        """Return who asks, if they are a player."""

    async def become(self, name: str) -> Player:
        """Make whoever asks a player. Raises: NameRefused."""

    async def introduce(self, name: str) -> Player:
        """Return whoever asks as a player, who may have to be stored with what they do first.

        Raises: NameRefused.
        """

    def leave(self) -> None:
        """Let whoever asks be nobody any more."""
