"""HTTP for playing the same deck: the daily deck, challenges and arenas."""

from __future__ import annotations

import time
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from nmbr9.match import contest as rules
from nmbr9.match.contest import ARENA, CHALLENGE, DAILY
from nmbr9.match.setup import Setup
from nmbr9.protocol.ids import hash_of, new_id, new_token
from nmbr9.protocol.requests.denials import Denied
from nmbr9.protocol.seating import first_events, new_setup
from nmbr9.rules.options import Options
from nmbr9.server.access.deck_secrecy import check_may_reuse, entry_from
from nmbr9.server.access.identity import address_of
from nmbr9.server.access.networks import network_of, waiting_for
from nmbr9.server.database_thread import ask, player_asking
from nmbr9.server.http.asking import Asking, HubOf
from nmbr9.server.http.schemas import BoardLine, ContestAnswer, NewContest, SeatAnswer
from nmbr9.server.http.unchanged import unless_known
from nmbr9.server.live.boards import Board, Place
from nmbr9.server.live.hub import Hub
from nmbr9.server.live.seating import rows_of
from nmbr9.storage import contests as stored
from nmbr9.storage.contests import ContestRow, EntryRow, Newcomers
from nmbr9.storage.matches import give_token

router = APIRouter(prefix="/api")

ContestId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9-]+$")]
DAY = r"^\d{4}-\d\d-\d\d$"
Day = Annotated[str, Path(pattern=DAY)]
PAGE = 100
"""Lines of a ranking that are told at once; whoever asks is told their own besides."""
Start = Annotated[int, Query(ge=0, le=1_000_000)]


def today() -> str:
    """Return the day by which the daily deck changes, in UTC."""
    return rules.day_of(time.time()).isoformat()


def _checked_day(day: str) -> date:
    try:
        parsed = date.fromisoformat(day)
    except ValueError:
        raise Denied(404, "daily/no-such-day", f"expected a day, got {day!r}") from None
    if parsed > rules.day_of(time.time()):
        raise Denied(404, "daily/no-such-day", f"the deck of {day} is not dealt yet")
    return parsed


async def daily_contest(hub: Hub, day: str) -> ContestRow:
    """Return the contest of a day; today's is made by whoever comes first.

    Raises: Denied, for a day that has none.
    """
    parsed, id = _checked_day(day), f"{DAILY}-{day}"
    row = await ask(hub, stored.find_contest, id)
    if row is None:
        if day != today():
            raise Denied(404, "daily/no-such-day", f"nobody played on {day}")
        setup = new_setup(Options(), contest=id)
        row = ContestRow(id, DAILY, day, time.time(), rules.end_of(parsed), setup.to_dict())
        if not await ask(hub, stored.create_contest, row):
            found = await ask(hub, stored.find_contest, id)
            assert found is not None, "somebody else has just made it"
            row = found
    return row


@router.get("/daily/{day}", response_model=ContestAnswer)
async def daily(day: Day, request: Request, hub: HubOf, start: Start = 0) -> Response:
    """Return the deck of a day and a page of its ranking."""
    return unless_known(request, await _answer(await daily_contest(hub, day), request, hub, start))


@router.get("/daily")
async def archive(
    hub: HubOf, before: Annotated[str | None, Query(pattern=DAY)] = None
) -> list[str]:
    """Return the days with a deck, newest first."""
    rows = await ask(hub, stored.contests, DAILY, before_day=before, limit=100)
    return [row.day for row in rows if row.day is not None]


@router.post("/daily/{day}/play", status_code=201)
async def play_daily(day: Day, player: Asking, request: Request, hub: HubOf) -> SeatAnswer:
    """Enter the contest of a day; a player has one game, and it counts if it ends on that day."""
    return await _enter(await daily_contest(hub, day), player.id, request, hub)


@router.post("/challenges", status_code=201)
async def create_challenge(
    body: NewContest, player: Asking, request: Request, hub: HubOf
) -> ContestAnswer:
    """Open a challenge: whoever has the link plays the same deck."""
    return await _create(CHALLENGE, None, body, request, hub)


@router.post("/arenas", status_code=201)
async def create_arena(
    body: NewContest, player: Asking, request: Request, hub: HubOf
) -> ContestAnswer:
    """Open an arena: any number of players, live, on one deck, for some time."""
    return await _create(ARENA, time.time() + 60 * body.minutes, body, request, hub)


@router.get("/contests/{contest}", response_model=ContestAnswer)
async def show_contest(
    contest: ContestId, request: Request, hub: HubOf, start: Start = 0
) -> Response:
    """Return a contest and a page of its ranking."""
    return unless_known(request, await _answer(await _find(contest, hub), request, hub, start))


@router.post("/contests/{contest}/play", status_code=201)
async def play_contest(
    contest: ContestId, player: Asking, request: Request, hub: HubOf
) -> SeatAnswer:
    """Enter a contest, or go on in it."""
    return await _enter(await _find(contest, hub), player.id, request, hub)


async def _find(contest: str, hub: Hub) -> ContestRow:
    row = await ask(hub, stored.find_contest, contest)
    if row is None:
        raise Denied(404, "contest/not-found", f"expected the id of a contest, got {contest!r}")
    return row


async def _create(
    kind: str, closes: float | None, body: NewContest, request: Request, hub: Hub
) -> ContestAnswer:
    id = new_id()
    if body.match is not None:
        setup = await _deck_of(body.match, id, hub)
    else:
        wanted = body.options.wanted()
        if wanted.options().players != 1:
            raise Denied(
                422, "options/impossible", "expected 1 player: in a contest each plays alone"
            )
        setup = wanted.setup(contest=id)
    hub.count_match(waiting_for(request, hub.settings))
    row = ContestRow(id, kind, None, time.time(), closes, setup.to_dict(), body.match)
    await ask(hub, stored.create_contest, row)
    return await _answer(row, None, hub)


async def _deck_of(match: str, contest: str, hub: Hub) -> Setup:
    """Return the setup of a game alone that is over, for a contest of its own.

    Raises: Denied; Refused; NotFound; Unavailable.
    """
    played = (await hub.match(match)).match
    if not played.is_over or len(played.seats) != 1:
        raise Denied(409, "match/not-over", "expected a finished game of one player")
    old = played.setup
    await check_may_reuse(hub, old)
    return Setup(
        old.options,
        old.deck,
        old.starting_tiles,
        old.salt,
        contest=contest,
        shapes=old.shapes,
    )


async def _enter(row: ContestRow, player: str, request: Request, hub: Hub) -> SeatAnswer:
    if row.kind == ARENA and rules.is_closed(row.closes, time.time()):
        raise Denied(409, "contest/closed", "this arena is closed")
    if await ask(hub, stored.entry_of, row.id, player) is None:
        # Whoever goes on in it opens nothing.
        hub.count_match(waiting_for(request, hub.settings))
    now, setup = time.time(), Setup.from_dict(row.setup)
    events = [event.to_dict() for event in first_events(setup, [player], [], frozenset(), now)]
    token = new_token()
    made, seats = rows_of(new_id(), setup, [player], [token], now)
    newcomers = _newcomers(setup, request, hub)
    match = await ask(hub, stored.enter, row.id, player, made, events, seats, newcomers)
    if match != made.id:
        await ask(hub, give_token, match, player, hash_of(token))
    return SeatAnswer(match=match, seat=0, token=token)


def _newcomers(setup: Setup, request: Request, hub: Hub) -> Newcomers | None:
    """Return how many players younger than the deck are ranked who come from the same address.

    None for no limit. The deck's salt is a secret as long as it is open, so nobody can tell the
    address from what is stored.
    """
    most = hub.settings.newcomers_per_address
    network = network_of(address_of(request, hub.settings))
    if most == 0 or network in hub.crowds:
        return None
    return Newcomers(hash_of(f"{setup.salt} {network}"), most)


async def _answer(
    row: ContestRow, request: Request | None, hub: Hub, start: int = 0
) -> ContestAnswer:
    asking = None if request is None else await player_asking(hub, request)
    board = await hub.boards.board(row)
    now, setup = time.time(), Setup.from_dict(row.setup)
    place = own = None
    if asking is not None:
        board, own = await _with_newest(board, row, asking.id, hub)
        place = board.of_player.get(asking.id)
    is_closed = rules.is_closed(row.closes, now)
    entry = None if own is None else entry_from(own)
    is_shown = rules.sees_cards(entry, row.closes, now)
    shown = list(range(start, min(start + PAGE, len(board.places))))
    if place is not None and place not in shown:
        shown.append(place)
    return ContestAnswer(
        contest=row.id,
        kind=row.kind,
        day=row.day,
        options=setup.options.to_dict(),
        has_own_shapes=bool(setup.shapes),
        commitment=setup.commitment,
        closes=row.closes,
        is_open=not is_closed,
        has_finished=is_closed if own is None else own.finished is not None,
        is_shown=is_shown,
        practice=None if own is None else own.practice,
        match=None if own is None else own.match,
        par=hub.pars.par_of(row) if is_shown else None,
        start=start,
        entered=len(board.places),
        board=[
            _line(board.places[index], is_you=index == place, is_shown=is_shown) for index in shown
        ],
    )


async def _with_newest(
    board: Board, row: ContestRow, player: str, hub: Hub
) -> tuple[Board, EntryRow | None]:
    """Return a ranking that knows what a player has done, and their entry."""
    place = board.of_player.get(player)
    own = None if place is None else board.places[place].row
    if own is None or own.finished is None:
        newest = await ask(hub, stored.entry_of, row.id, player)
        if newest is not None and (own is None or newest.finished is not None):
            return await hub.boards.board(row, is_fresh=True), newest
    return board, own


def _line(place: Place, *, is_you: bool, is_shown: bool) -> BoardLine:
    row, entry = place.row, place.entry
    return BoardLine(
        rank=place.standing.rank,
        name=row.name,
        score=entry.score,
        rounds=entry.rounds,
        is_finished=row.finished is not None,
        is_practice=place.standing.is_practice,
        is_you=is_you,
        match=row.match if is_shown else None,
    )
