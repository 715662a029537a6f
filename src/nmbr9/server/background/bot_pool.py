"""Bots think in processes of their own."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable
from functools import cache
from random import Random

from nmbr9.bots.guests.referee import Refereed
from nmbr9.bots.guests.roster import Listed, roster
from nmbr9.host.thinking import SECONDS, think
from nmbr9.protocol.host import Twin
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.errors import shown
from nmbr9.rules.knowledge import View
from nmbr9.server.background.process_pool import Processes

LOG = logging.getLogger(__name__)

ABSENT = "greedy"
"""Plays for bots of stored matches that the operator names no more."""


class Thinkers:
    """Whoever thinks for bots: ours share some processes, each guest has one of its own.

    So a guest that is slow, or starts again and again, keeps nobody else waiting.
    """

    def __init__(self, processes: int, guests: Iterable[str] = ()) -> None:
        """Get ready; `guests` are the bots that the operator named.

        Raises: UnknownBot; BotFailed.
        """
        self.bots = roster(guests)
        """Everybody who can be chosen, by name."""
        self._processes = Processes(processes)
        self._guests = {name: Processes(1) for name, bot in self.bots.items() if bot.guest}

    @property
    def names(self) -> frozenset[str]:
        """The names by which bots are chosen; a request can name nothing else."""
        return frozenset(self.bots)

    async def choose(self, bot: str, seen: View, twin: Twin | None = None) -> Action:
        """Return what a bot does; a twin begins in a way of its own.

        Raises: RuntimeError, when the server stops meanwhile.
        """
        listed, seed = self.bots.get(bot), secrets.randbits(63)
        if listed is None:
            LOG.warning("%s is not among the bots here: %s plays for it", shown(bot), ABSENT)
            return await self._processes.run(think, ABSENT, seen, seed, twin)
        if listed.guest is None:
            return await self._processes.run(think, bot, seen, seed, twin)
        action, forfeits = await self._guests[bot].run(_ask, listed, seen, seed)
        for sentence in forfeits:
            LOG.warning("%s", sentence)
        return action

    def close(self) -> None:
        """Stop thinking, at once."""
        for processes in (self._processes, *self._guests.values()):
            processes.close()


@cache
def _guest(listed: Listed) -> Refereed:
    return listed.refereed()


def _ask(listed: Listed, seen: View, seed: int) -> tuple[Action, tuple[str, ...]]:
    """Return what is done for a guest, and what it forfeited, in sentences."""
    guest = _guest(listed)
    action = guest.choose(seen, Random(seed), SECONDS)
    return action, guest.new_forfeits()
