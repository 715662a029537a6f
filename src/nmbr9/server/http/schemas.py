"""The bodies of HTTP requests and answers, read strictly."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from nmbr9.protocol.seating import WantedOptions

Id = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9-]+$")]


class Body(BaseModel):
    """What a client sends: exactly these keys, exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class OptionsBody(Body):
    """Options as in a record, and what chance is to do.

    `draw_tokens` draws that many special tokens at random; `starting_shapes` are starting tiles of
    one's own to draw from, up to six lists of rows of X and `.` (3.2).
    """

    players: int = Field(default=1, ge=1, le=6)
    variant: str = Field(default="basic", max_length=40)
    starting_tiles: bool = False
    gap_fillers: bool = False
    special_tokens: list[str] = Field(default_factory=list, max_length=6)
    draw_tokens: int = Field(default=0, ge=0, le=6)
    starting_shapes: list[Any] = Field(default_factory=list)

    def wanted(self) -> WantedOptions:
        """Return what was chosen."""
        return WantedOptions(**dict(self))


class NewContest(Body):
    """A challenge or an arena to be opened."""

    options: OptionsBody = OptionsBody()
    match: Id | None = None
    """A finished match whose deck is played again; then the options are its own."""
    minutes: int = Field(default=60, ge=1, le=7 * 24 * 60)
    """How long an arena is open."""


class Answer(BaseModel):
    """What the server says."""

    model_config = ConfigDict(extra="forbid")


class PlayerAnswer(Answer):
    """Somebody with a name."""

    id: str
    name: str


class BotLine(Answer):
    """A bot that can be chosen by its name."""

    name: str
    version: int
    summary: str
    is_ours: bool
    """Whether the page has words of its own for it."""
    scores: dict[str, tuple[float, float]] | None
    """Of a step of the ladder: what it makes alone, on average, by variant: plain, and with all
    modules."""


class OpponentAnswer(Answer):
    """The bot that plays about as well as the player who asks."""

    bot: str | None
    """None for whoever has finished no game yet."""
    games: int
    """The player's last ones that were looked at."""


class SeatAnswer(Answer):
    """A seat, and the secret that opens it on another device."""

    match: str
    seat: int
    token: str


class TakenSeat(SeatAnswer):
    """A seat that somebody has taken."""

    player: PlayerAnswer
    """Who sits there."""


class MadeMatch(TakenSeat):
    """The first seat of a new match."""

    tokens: list[str]
    """Of that seat and of those of the others at the device, in the order of their seats."""


class CodeAnswer(Answer):
    """The match that a code leads to."""

    match: str


class InvitationLink(Answer):
    """An address that others can open."""

    link: str
    picture: str
    """Its QR code, as the source of an image."""


class InvitationAnswer(Answer):
    """How others come to a page."""

    reach: Literal["site", "lan", "ipv6", "offline", "loopback"]
    """Who can come; without links, why nobody can."""
    links: list[InvitationLink]


class TableLine(Answer):
    """A match that strangers may join or watch."""

    match: str
    host: str | None
    """Whose table it is; None when they are forgotten."""
    options: dict[str, Any]
    has_own_shapes: bool
    seats: int
    open: int
    """How many of them are free."""
    seconds: int
    """How long it waits, or is played."""


class TablesAnswer(Answer):
    """What strangers can do now: the newest of each, a page at most."""

    open: list[TableLine]
    """Tables to sit down at."""
    running: list[TableLine]
    """Games to watch."""


class HistoryLine(Answer):
    """A match of a player."""

    match: str
    seat: int
    created: float
    finished: float | None
    score: int | None
    options: dict[str, Any]
    has_own_shapes: bool
    contest: str | None
    has_others: bool
    is_marked: bool


class BestLine(Answer):
    """A personal record."""

    options_key: str
    score: int
    match: str


class BoardLine(Answer):
    """One player in a ranking."""

    rank: int | None
    """None for a game that is running, and for practice."""
    name: str | None
    score: int
    rounds: int
    is_finished: bool
    is_practice: bool
    """Not ranked: not finished in time, not played by the person alone, or not at first sight."""
    is_you: bool
    match: str | None
    """Only for those who are shown the cards: the way to the display."""


class ContestAnswer(Answer):
    """A contest and its ranking."""

    contest: str
    kind: str
    day: str | None
    options: dict[str, Any]
    has_own_shapes: bool
    commitment: str
    closes: float | None
    is_open: bool
    has_finished: bool
    is_shown: bool
    """Whether the asking player is shown the cards, the par and the games of others."""
    practice: str | None
    """Why the asking player's own game is not ranked, if that is so from its beginning."""
    match: str | None
    """The asking player's own."""
    par: int | None
    """What the bot makes of the deck; None until it has played, and for who is not shown it."""
    start: int
    """How many lines of the ranking are before the first one here."""
    entered: int
    """How many lines it has."""
    board: list[BoardLine]
    """A page of it, and behind it the asking player's own line if that is on another page."""
