"""Questions about matches: making them, sitting down, and looking at them again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nmbr9.match.match import Match
from nmbr9.match.replay import named_game
from nmbr9.match.views import parts
from nmbr9.protocol.requests.denials import Denied
from nmbr9.protocol.requests.house import House, Steps, Visit
from nmbr9.protocol.requests.player_answers import companions, told, unknown_player
from nmbr9.protocol.requests.seats import take_seat
from nmbr9.protocol.seating import WantedOptions
from nmbr9.rules.game import Game
from nmbr9.rules.record import write_record


async def bots(visit: Visit) -> list[dict[str, Any]]:
    """Return who can be played against: ours, weakest first, then those of the operator."""
    return [bot._asdict() for bot in visit.house.bot_lines]


async def create_match(
    visit: Visit,
    options: WantedOptions,
    bots: Sequence[str],
    people: Sequence[str],
    is_hidden: bool,
    is_listed: bool,
    name: str | None,
) -> dict[str, Any]:
    """Make a match; the player sits at seat 0, others at the same device behind them.

    With all seats taken it starts. Whoever is no player yet becomes one by telling a name.
    """
    known = await visit.player()
    if known is None and name is None:
        raise unknown_player()
    setup = options.setup(is_hidden=is_hidden, is_listed=is_listed)
    player = known or await visit.introduce(name or "")
    others = await companions(visit.house, player, list(people))
    match, tokens = await visit.house.open_match(setup, player, others, bots)
    return {"match": match, "seat": 0, "token": tokens[0], "tokens": tokens, "player": told(player)}


async def show_match(visit: Visit, match: str) -> dict[str, Any]:
    """Return a match as an onlooker sees it."""
    live = await visit.house.live(match)
    await visit.house.check_may_look(live.match, await visit.player())
    return parts(live.match, None, await _names(visit.house, live.match))


async def join_match(
    visit: Visit, match: str, seat: int | None, name: str | None
) -> dict[str, Any]:
    """Take a seat, or get a new token for the one that the player has.

    Whoever is no player yet becomes one by telling a name.
    """
    known = await visit.player()
    if known is None and name is None:
        raise unknown_player()
    live = await visit.house.live(match)
    player = known or await visit.introduce(name or "")
    taken, token = await take_seat(live, player, seat, visit.house.give_token)
    return {"match": match, "seat": taken, "token": token, "player": told(player)}


async def record(visit: Visit, match: str) -> dict[str, Any]:
    """Return the record of a finished match (docs/rules.md, section 9)."""
    return write_record(await finished_game(visit, match))


async def replay_match(visit: Visit, match: str) -> Steps:
    """Return a match that is over step by step, and which bots played in it."""
    return await visit.house.replay_of_match(*await finished_match(visit, match))


async def replay_record(visit: Visit, record: bytes) -> Steps:
    """Check a record (docs/rules.md, section 9) and return its game step by step."""
    return await visit.house.replay_of_record(record)


async def finished_game(visit: Visit, match: str) -> Game:
    """Return the game of a match that is over, with the names of the players.

    Raises: Denied; NotFound.
    """
    return named_game(*await finished_match(visit, match))


async def finished_match(visit: Visit, match: str) -> tuple[Match, dict[str, str]]:
    """Return a match that is over, and the names of the players by their ids.

    Raises: Denied; NotFound.
    """
    live = await visit.house.live(match)
    check_is_over(live.match.game)
    await visit.house.check_may_look(live.match, await visit.player())
    return live.match, await _names(visit.house, live.match)


def check_is_over(game: Game | None) -> Game:
    """Return a game that is over.

    Raises: Denied, for any other.
    """
    if game is None or not game.is_over:
        raise Denied(409, "match/not-over", "expected a match that is over, got a running one")
    return game


async def _names(house: House, match: Match) -> dict[str, str]:
    people = [seat.player for seat in match.seats if seat.player is not None]
    return dict(await house.names_of(people))
