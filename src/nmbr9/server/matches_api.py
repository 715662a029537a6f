"""HTTP for players and matches."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from nmbr9.match.lookout import parts
from nmbr9.match.match import Match
from nmbr9.rules.game import Game
from nmbr9.rules.record import write_record
from nmbr9.server.errors import Denied
from nmbr9.server.hub import Hub
from nmbr9.server.looking import check_may_look
from nmbr9.server.people import COOKIE, checked_name, companions, new_player, player_of
from nmbr9.server.seating import open_match, setup_for, take_seat
from nmbr9.server.shapes import (
    BestLine,
    HistoryLine,
    JoinBody,
    MadeMatch,
    NameBody,
    NewMatch,
    PlayerAnswer,
    SeatAnswer,
)
from nmbr9.storage import players as stored_players
from nmbr9.storage.players import PlayerRow

router = APIRouter(prefix="/api")

MatchId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9-]+$")]


def hub_of(request: Request) -> Hub:
    """Return the hub of the app."""
    hub: Hub = request.app.state.hub
    return hub


HubOf = Annotated[Hub, Depends(hub_of)]


async def asking(request: Request, hub: HubOf) -> PlayerRow:
    """Return the player who asks."""
    player = await player_of(request, hub.database)
    if player is None:
        raise _unknown_player()
    return player


def _unknown_player() -> Denied:
    return Denied(401, "player/unknown", "expected a player: tell a name first")


Asking = Annotated[PlayerRow, Depends(asking)]


@router.post("/players", status_code=201)
async def create_player(
    body: NameBody, request: Request, response: Response, hub: HubOf
) -> PlayerAnswer:
    """Tell a name and become a player; whoever is one already is renamed."""
    known = await player_of(request, hub.database)
    if known is not None:
        return await rename(body, known, hub)
    row = await new_player(body.name, response, hub.database, hub.settings)
    return PlayerAnswer(id=row.id, name=row.name)


@router.get("/me")
async def me(player: Asking) -> PlayerAnswer:
    """Return who asks."""
    return PlayerAnswer(id=player.id, name=player.name)


@router.patch("/me")
async def rename(body: NameBody, player: Asking, hub: HubOf) -> PlayerAnswer:
    """Take another name."""
    name = checked_name(body.name)
    await asyncio.to_thread(stored_players.rename, hub.database, player.id, name)
    hub.renamed(player.id, name)
    return PlayerAnswer(id=player.id, name=name)


@router.delete("/me", status_code=204)
async def forget(player: Asking, response: Response, hub: HubOf) -> None:
    """Delete everything that is known of the player; games stay, without the name."""
    others = await asyncio.to_thread(stored_players.companions_of, hub.database, player.id)
    await asyncio.to_thread(stored_players.delete_player, hub.database, player.id)
    for gone in (player, *others):
        hub.renamed(gone.id, "")
    response.delete_cookie(COOKIE, path=hub.settings.base)


@router.get("/me/history")
async def history(
    player: Asking,
    hub: HubOf,
    before: float | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[HistoryLine]:
    """Return the player's matches, newest first."""
    played = await asyncio.to_thread(
        stored_players.history, hub.database, player.id, before=before, limit=limit
    )
    return [
        HistoryLine(
            match=line.match,
            seat=line.seat,
            created=line.created,
            finished=line.finished,
            score=line.score,
            options=line.setup["options"],
            has_own_shapes=bool(line.setup.get("shapes")),
            contest=line.contest,
            has_others=line.has_others,
        )
        for line in played
    ]


@router.delete("/me/history/{match}", status_code=204)
async def forget_match(match: MatchId, player: Asking, hub: HubOf) -> None:
    """Take a game alone, against bots or at one device out of the history, over or not.

    With other people it is their game, too, and in a contest it counts.
    """
    hosted = await hub.match(match)
    is_own = all(
        stored_players.is_at_device_of(player.id, seat.player or "")
        for seat in hosted.match.seats
        if seat.is_person
    )
    if hosted.match.setup.contest is not None or not is_own:
        raise Denied(409, "match/kept", "expected a game of one's own, got one of others, too")
    await asyncio.to_thread(stored_players.leave_history, hub.database, player.id, match)
    hub.let_go(match)


@router.get("/me/records")
async def personal_records(player: Asking, hub: HubOf) -> list[BestLine]:
    """Return the player's best games alone, one for each set of options."""
    best = await asyncio.to_thread(stored_players.best_scores, hub.database, player.id)
    return [
        BestLine(options_key=key, score=score, match=match) for key, (score, match) in best.items()
    ]


@router.get("/statistics")
async def statistics(hub: HubOf) -> dict[str, Any]:
    """Return what was played here."""
    return await asyncio.to_thread(stored_players.statistics, hub.database)


@router.post("/matches", status_code=201)
async def create_match(
    body: NewMatch, request: Request, response: Response, hub: HubOf
) -> MadeMatch:
    """Make a match; the player sits at seat 0, others at the same device behind them.

    With all seats taken it starts. Whoever is no player yet becomes one by telling a name.
    """
    known = await player_of(request, hub.database)
    if known is None and body.name is None:
        raise _unknown_player()
    setup = setup_for(body.options, is_hidden=body.is_hidden, is_listed=body.is_listed)
    player = known or await new_player(body.name or "", response, hub.database, hub.settings)
    people = [player.id, *await companions(player, body.people, hub.database)]
    match, tokens = await open_match(hub.database, setup, people, body.bots)
    told = PlayerAnswer(id=player.id, name=player.name)
    return MadeMatch(match=match, seat=0, token=tokens[0], tokens=tokens, player=told)


@router.get("/matches/{match}")
async def show_match(match: MatchId, request: Request, hub: HubOf) -> dict[str, Any]:
    """Return a match as an onlooker sees it."""
    hosted = await hub.match(match)
    await check_may_look(hub, hosted.match, await player_of(request, hub.database))
    names = await _names(hub, hosted.match)
    return parts(hosted.match, None, names)


@router.post("/matches/{match}/join")
async def join_match(match: MatchId, body: JoinBody, player: Asking, hub: HubOf) -> SeatAnswer:
    """Take a seat, or get a new token for the one that the player has."""
    seat, token = await take_seat(hub, await hub.match(match), player.id, body.seat)
    return SeatAnswer(match=match, seat=seat, token=token)


@router.get("/matches/{match}/record")
async def record(match: MatchId, request: Request, hub: HubOf) -> dict[str, Any]:
    """Return the record of a finished match (docs/rules.md, section 9)."""
    return write_record(await finished_game(match, request, hub))


async def finished_game(match: str, request: Request, hub: Hub) -> Game:
    """Return the game of a match that is over, with the names of the players.

    Raises: Denied; NotFound.
    """
    hosted = await hub.match(match)
    game = check_is_over(hosted.match.game)
    await check_may_look(hub, hosted.match, await player_of(request, hub.database))
    names = await _names(hub, hosted.match)
    called = tuple(
        names.get(seat.player or "") or seat.bot or f"Player {index + 1}"
        for index, seat in enumerate(hosted.match.seats)
    )
    return replace(game, names=called)


def check_is_over(game: Game | None) -> Game:
    """Return a game that is over.

    Raises: Denied, for any other.
    """
    if game is None or not game.is_over:
        raise Denied(409, "match/not-over", "expected a match that is over, got a running one")
    return game


async def _names(hub: Hub, match: Match) -> dict[str, str]:
    people = [seat.player for seat in match.seats if seat.player is not None]
    return await asyncio.to_thread(stored_players.names_of, hub.database, people)
