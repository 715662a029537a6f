"""HTTP for playing the same deck: the daily deck, challenges and arenas."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, date, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from nmbr9.match.setup import Setup
from nmbr9.rules.options import Options
from nmbr9.server.errors import Denied
from nmbr9.server.hub import Hub
from nmbr9.server.ids import hash_of, new_id, new_token
from nmbr9.server.looking import check_may_reuse, has_seen_deck
from nmbr9.server.matches_api import Asking, HubOf
from nmbr9.server.people import player_of
from nmbr9.server.seating import drawn_options, first_events, new_setup, rows_of
from nmbr9.server.shapes import BoardLine, ContestAnswer, NewContest, SeatAnswer
from nmbr9.storage import contests as stored
from nmbr9.storage.contests import ContestRow, EntryRow
from nmbr9.storage.matches import give_token
from nmbr9.storage.players import names_of

router = APIRouter(prefix="/api")

DAILY, CHALLENGE, ARENA = "daily", "challenge", "arena"

ContestId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9-]+$")]
DAY = r"^\d{4}-\d\d-\d\d$"
Day = Annotated[str, Path(pattern=DAY)]


def today() -> str:
    """Return the day by which the daily deck changes, in UTC."""
    return datetime.now(UTC).date().isoformat()


def _checked_day(day: str) -> date:
    try:
        parsed = date.fromisoformat(day)
    except ValueError:
        raise Denied(404, "daily/no-such-day", f"expected a day, got {day!r}") from None
    if parsed > datetime.now(UTC).date():
        raise Denied(404, "daily/no-such-day", f"the deck of {day} is not dealt yet")
    return parsed


async def daily_contest(hub: Hub, day: str) -> ContestRow:
    """Return the contest of a day; today's is made by whoever comes first.

    Raises: Denied, for a day that has none.
    """
    parsed, id = _checked_day(day), f"{DAILY}-{day}"
    row = await asyncio.to_thread(stored.find_contest, hub.database, id)
    if row is None:
        if day != today():
            raise Denied(404, "daily/no-such-day", f"nobody played on {day}")
        midnight = datetime(parsed.year, parsed.month, parsed.day, tzinfo=UTC) + timedelta(days=1)
        setup = new_setup(Options(), contest=id)
        row = ContestRow(id, DAILY, day, time.time(), midnight.timestamp(), setup.to_dict())
        if not await asyncio.to_thread(stored.create_contest, hub.database, row):
            found = await asyncio.to_thread(stored.find_contest, hub.database, id)
            assert found is not None, "somebody else has just made it"
            row = found
    return row


@router.get("/daily/{day}")
async def daily(day: Day, request: Request, hub: HubOf) -> ContestAnswer:
    """Return the deck of a day and its ranking."""
    return await _answer(await daily_contest(hub, day), request, hub)


@router.get("/daily")
async def archive(
    hub: HubOf, before: Annotated[str | None, Query(pattern=DAY)] = None
) -> list[str]:
    """Return the days with a deck, newest first."""
    rows = await asyncio.to_thread(
        stored.contests, hub.database, DAILY, before_day=before, limit=100
    )
    return [row.day for row in rows if row.day is not None]


@router.post("/daily/{day}/play", status_code=201)
async def play_daily(day: Day, player: Asking, hub: HubOf) -> SeatAnswer:
    """Enter the contest of a day; a player has one game, and it counts if it ends on that day."""
    return await _enter(await daily_contest(hub, day), player.id, hub)


@router.post("/challenges", status_code=201)
async def create_challenge(body: NewContest, player: Asking, hub: HubOf) -> ContestAnswer:
    """Open a challenge: whoever has the link plays the same deck."""
    return await _create(CHALLENGE, None, body, hub)


@router.post("/arenas", status_code=201)
async def create_arena(body: NewContest, player: Asking, hub: HubOf) -> ContestAnswer:
    """Open an arena: any number of players, live, on one deck, for some time."""
    return await _create(ARENA, time.time() + 60 * body.minutes, body, hub)


@router.get("/contests/{contest}")
async def show_contest(contest: ContestId, request: Request, hub: HubOf) -> ContestAnswer:
    """Return a contest and its ranking."""
    return await _answer(await _find(contest, hub), request, hub)


@router.post("/contests/{contest}/play", status_code=201)
async def play_contest(contest: ContestId, player: Asking, hub: HubOf) -> SeatAnswer:
    """Enter a contest, or go on in it."""
    return await _enter(await _find(contest, hub), player.id, hub)


async def _find(contest: str, hub: Hub) -> ContestRow:
    row = await asyncio.to_thread(stored.find_contest, hub.database, contest)
    if row is None:
        raise Denied(404, "contest/not-found", f"expected the id of a contest, got {contest!r}")
    return row


async def _create(kind: str, closes: float | None, body: NewContest, hub: Hub) -> ContestAnswer:
    id = new_id()
    if body.match is not None:
        setup = await _deck_of(body.match, id, hub)
    else:
        options = body.options.options()
        if body.options.draw_tokens:
            options = drawn_options(options, body.options.draw_tokens)
        if options.players != 1:
            raise Denied(
                422, "options/impossible", "expected 1 player: in a contest each plays alone"
            )
        setup = new_setup(options, contest=id, shapes=body.options.shapes())
    row = ContestRow(id, kind, None, time.time(), closes, setup.to_dict(), body.match)
    await asyncio.to_thread(stored.create_contest, hub.database, row)
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


async def _enter(row: ContestRow, player: str, hub: Hub) -> SeatAnswer:
    if hub.is_closed(row.closes) and row.kind == ARENA:
        raise Denied(409, "contest/closed", "this arena is closed")
    now, setup = time.time(), Setup.from_dict(row.setup)
    events = [event.to_dict() for event in first_events(setup, [player], [], now)]
    token = new_token()
    made, seats = rows_of(new_id(), setup, [player], [token], now)
    match = await asyncio.to_thread(stored.enter, hub.database, row.id, player, made, events, seats)
    if match != made.id:
        await asyncio.to_thread(give_token, hub.database, match, player, hash_of(token))
    return SeatAnswer(match=match, seat=0, token=token)


def _is_practice(row: ContestRow, entry: EntryRow, hub: Hub) -> bool:
    """Whether an entry is not ranked.

    From the moment of closing on, the cards are to be seen by everybody who does not play.
    """
    if entry.finished is None:
        return hub.is_closed(row.closes)
    is_late = row.closes is not None and entry.finished > row.closes
    return is_late or bool(entry.helped)


async def _answer(row: ContestRow, request: Request | None, hub: Hub) -> ContestAnswer:
    asking = None if request is None else await player_of(request, hub.database)
    you = None if asking is None else asking.id
    has_finished = await has_seen_deck(hub, row.id, asking)
    entries = await asyncio.to_thread(stored.entries, hub.database, row.id)
    people = [entry.player for entry in entries if entry.player is not None]
    names = await asyncio.to_thread(names_of, hub.database, people)
    board: list[BoardLine] = []
    mine = None
    for entry in entries:
        if entry.player == you and you is not None:
            mine = entry.match
        score, rounds = (entry.score, 0) if entry.score is not None else (None, 0)
        if score is None:
            match = await hub.match_if_whole(entry.match)
            running = None if match is None else match.game
            score = 0 if running is None else running.scores[0]
            rounds = 0 if running is None else running.table.round_number
        board.append(
            BoardLine(
                rank=None,
                name=names.get(entry.player or ""),
                score=score,
                rounds=rounds,
                is_finished=entry.finished is not None,
                is_practice=_is_practice(row, entry, hub),
                is_you=entry.player == you and you is not None,
                match=entry.match if has_finished else None,
            )
        )
    board.sort(key=lambda line: (line.is_practice, not line.is_finished, -line.score))
    ranked = [line for line in board if line.is_finished and not line.is_practice]
    for line in ranked:
        line.rank = 1 + sum(other.score > line.score for other in ranked)
    setup = Setup.from_dict(row.setup)
    return ContestAnswer(
        contest=row.id,
        kind=row.kind,
        day=row.day,
        options=setup.options.to_dict(),
        has_own_shapes=bool(setup.shapes),
        commitment=setup.commitment,
        closes=row.closes,
        is_open=not hub.is_closed(row.closes),
        has_finished=has_finished,
        match=mine,
        par=hub.pars.par_of(row) if has_finished else None,
        board=board,
    )
