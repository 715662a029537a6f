"""HTTP for players and matches."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from nmbr9.match.match import Match
from nmbr9.match.replay import named_game
from nmbr9.match.views import parts
from nmbr9.rules.game import Game
from nmbr9.rules.names import checked_name
from nmbr9.rules.record import write_record
from nmbr9.server.access.deck_secrecy import check_may_look
from nmbr9.server.access.identity import COOKIE, companions, new_player
from nmbr9.server.database_thread import ask, player_asking
from nmbr9.server.errors import Denied
from nmbr9.server.http.schemas import (
    BestLine,
    HistoryLine,
    JoinBody,
    MadeMatch,
    NameBody,
    NewMatch,
    PlayerAnswer,
    SeatAnswer,
)
from nmbr9.server.live.hub import Hub
from nmbr9.server.live.seating import open_match, take_seat
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
    player = await player_asking(hub, request)
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
    known = await player_asking(hub, request)
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
    await ask(hub, stored_players.rename, player.id, name)
    hub.renamed(player.id, name)
    return PlayerAnswer(id=player.id, name=name)


@router.delete("/me", status_code=204)
async def forget(player: Asking, response: Response, hub: HubOf) -> None:
    """Delete everything that is known of the player; games stay, without the name."""
    others = await ask(hub, stored_players.companions_of, player.id)
    await ask(hub, stored_players.delete_player, player.id)
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
    played = await ask(hub, stored_players.history, player.id, before=before, limit=limit)
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
    live = await hub.match(match)
    is_own = all(
        stored_players.is_at_device_of(player.id, seat.player or "")
        for seat in live.match.seats
        if seat.is_person
    )
    if live.match.setup.contest is not None or not is_own:
        raise Denied(409, "match/kept", "expected a game of one's own, got one of others, too")
    await ask(hub, stored_players.leave_history, player.id, match)
    hub.let_go(match)


@router.get("/me/records")
async def personal_records(player: Asking, hub: HubOf) -> list[BestLine]:
    """Return the player's best games alone, one for each set of options."""
    best = await ask(hub, stored_players.best_scores, player.id)
    return [
        BestLine(options_key=key, score=score, match=match) for key, (score, match) in best.items()
    ]


@router.get("/statistics")
async def statistics(hub: HubOf) -> dict[str, Any]:
    """Return what was played here."""
    return await hub.statistics.get()


@router.post("/matches", status_code=201)
async def create_match(
    body: NewMatch, request: Request, response: Response, hub: HubOf
) -> MadeMatch:
    """Make a match; the player sits at seat 0, others at the same device behind them.

    With all seats taken it starts. Whoever is no player yet becomes one by telling a name.
    """
    known = await player_asking(hub, request)
    if known is None and body.name is None:
        raise _unknown_player()
    setup = body.options.wanted().setup(is_hidden=body.is_hidden, is_listed=body.is_listed)
    player = known or await new_player(body.name or "", response, hub.database, hub.settings)
    people = [player.id, *await companions(player, body.people, hub.database)]
    match, tokens = await open_match(hub.database, setup, people, body.bots, hub.host.bots)
    told = PlayerAnswer(id=player.id, name=player.name)
    return MadeMatch(match=match, seat=0, token=tokens[0], tokens=tokens, player=told)


@router.get("/matches/{match}")
async def show_match(match: MatchId, request: Request, hub: HubOf) -> dict[str, Any]:
    """Return a match as an onlooker sees it."""
    live = await hub.match(match)
    await check_may_look(hub, live.match, await player_asking(hub, request))
    names = await _names(hub, live.match)
    return parts(live.match, None, names)


@router.post("/matches/{match}/join")
async def join_match(match: MatchId, body: JoinBody, player: Asking, hub: HubOf) -> SeatAnswer:
    """Take a seat, or get a new token for the one that the player has."""
    seat, token = await take_seat(hub.database, await hub.match(match), player.id, body.seat)
    return SeatAnswer(match=match, seat=seat, token=token)


@router.get("/matches/{match}/record")
async def record(match: MatchId, request: Request, hub: HubOf) -> dict[str, Any]:
    """Return the record of a finished match (docs/rules.md, section 9)."""
    return write_record(await finished_game(match, request, hub))


async def finished_game(match: str, request: Request, hub: Hub) -> Game:
    """Return the game of a match that is over, with the names of the players.

    Raises: Denied; NotFound.
    """
    return named_game(*await finished_match(match, request, hub))


async def finished_match(match: str, request: Request, hub: Hub) -> tuple[Match, dict[str, str]]:
    """Return a match that is over, and the names of the players by their ids.

    Raises: Denied; NotFound.
    """
    live = await hub.match(match)
    check_is_over(live.match.game)
    await check_may_look(hub, live.match, await player_asking(hub, request))
    return live.match, await _names(hub, live.match)


def check_is_over(game: Game | None) -> Game:
    """Return a game that is over.

    Raises: Denied, for any other.
    """
    if game is None or not game.is_over:
        raise Denied(409, "match/not-over", "expected a match that is over, got a running one")
    return game


async def _names(hub: Hub, match: Match) -> dict[str, str]:
    people = [seat.player for seat in match.seats if seat.player is not None]
    return await ask(hub, stored_players.names_of, people)
