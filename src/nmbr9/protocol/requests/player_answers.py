"""Questions of players about themselves: names, history, records."""

from __future__ import annotations

from typing import Any

from nmbr9.match.device import companion_id, is_at_device_of
from nmbr9.protocol.ids import new_id
from nmbr9.protocol.requests.denials import Denied
from nmbr9.protocol.requests.house import House, Player, Visit
from nmbr9.rules.names import checked_name


async def asking(visit: Visit) -> Player:
    """Return the player who asks.

    Raises: Denied.
    """
    player = await visit.player()
    if player is None:
        raise unknown_player()
    return player


def unknown_player() -> Denied:
    """Return what is said to those who have told no name yet."""
    return Denied(401, "player/unknown", "expected a player: tell a name first")


def told(player: Player) -> dict[str, str]:
    """Return what a page is told of its player."""
    return {"id": player.id, "name": player.name}


async def create_player(visit: Visit, name: str) -> dict[str, str]:
    """Tell a name and become a player; whoever is one already is renamed."""
    if await visit.player() is not None:
        return await rename(visit, name)
    return told(await visit.become(name))


async def me(visit: Visit) -> dict[str, str]:
    """Return who asks."""
    return told(await asking(visit))


async def rename(visit: Visit, name: str) -> dict[str, str]:
    """Take another name."""
    player, checked = await asking(visit), checked_name(name)
    await visit.house.rename(player.id, checked)
    return {"id": player.id, "name": checked}


async def forget(visit: Visit) -> None:
    """Delete everything that is known of the player; games stay, without the name."""
    await visit.house.forget((await asking(visit)).id)
    visit.leave()


async def history(visit: Visit, before: float | None, limit: int) -> list[dict[str, Any]]:
    """Return the player's matches, newest first."""
    played = await visit.house.history((await asking(visit)).id, before, limit)
    return [
        {
            "match": line.match,
            "seat": line.seat,
            "created": line.created,
            "finished": line.finished,
            "score": line.score,
            "options": line.setup["options"],
            "has_own_shapes": bool(line.setup.get("shapes")),
            "contest": line.contest,
            "has_others": line.has_others,
            "is_marked": line.is_marked,
        }
        for line in played
    ]


async def forget_match(visit: Visit, match: str) -> None:
    """Take a game alone, against bots or at one device out of the history, over or not.

    With other people it is their game, too, and in a contest it counts.
    """
    player = await asking(visit)
    live = await visit.house.live(match)
    is_own = all(
        is_at_device_of(player.id, seat.player or "") for seat in live.match.seats if seat.is_person
    )
    if live.match.setup.contest is not None or not is_own:
        raise Denied(409, "match/kept", "expected a game of one's own, got one of others, too")
    await visit.house.leave_history(player.id, match)


async def records(visit: Visit) -> list[dict[str, Any]]:
    """Return the player's best games alone, one for each set of options."""
    best = await visit.house.best_scores((await asking(visit)).id)
    return [
        {"options_key": key, "score": score, "match": match} for key, (score, match) in best.items()
    ]


async def companions(house: House, player: Player, names: list[str]) -> list[str]:
    """Return the ids of those who play at a player's device, made where a name is new there.

    They have nothing that shows who they are: the tokens of their seats are all that opens
    anything for them.

    Raises: NameRefused.
    """
    wanted = [checked_name(name) for name in names]
    known = list(await house.companions_of(player.id)) if wanted else []
    ids = []
    for name in wanted:
        one = next((one for one in known if one.name == name), None)
        if one is None:
            id = companion_id(player.id, new_id())
            await house.add_companion(id, name)
        else:
            # Two of one name at a table are two people.
            known.remove(one)
            id = one.id
        ids.append(id)
    return ids
