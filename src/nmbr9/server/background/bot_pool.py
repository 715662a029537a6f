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
from nmbr9.protocol.host import NOBODY, Overdrawn, Twin, Waiting
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.errors import shown
from nmbr9.rules.knowledge import View
from nmbr9.server.background.process_pool import Processes
from nmbr9.server.background.quotas import Quotas

LOG = logging.getLogger(__name__)

PLAIN = frozenset({"random", "greedy"})
"""Those who neither think for long nor have to be compiled: others must not keep them waiting."""
ABSENT = "greedy"
"""Plays for bots of stored matches that the operator names no more."""


class Thinkers:
    """Whoever thinks for bots: plain ones share a process, our others some, each guest has its own.

    So a guest that is slow, or starts again and again, keeps nobody else waiting.
    """

    def __init__(
        self,
        processes: int,
        guests: Iterable[str] = (),
        *,
        turns: Quotas | None = None,
        hints: Quotas | None = None,
    ) -> None:
        """Get ready; `guests` are the bots that the operator named.

        `turns` says how many turns of bots come before what others want, `hints` how many there
        are.

        Raises: UnknownBot; BotFailed.
        """
        self.bots = roster(guests)
        """Everybody who can be chosen, by name."""
        self._plain, self._others = Processes(1), Processes(processes)
        self._turns, self._hints = turns, hints
        self._guests = {name: Processes(1) for name, bot in self.bots.items() if bot.guest}

    @property
    def names(self) -> frozenset[str]:
        """The names by which bots are chosen; a request can name nothing else."""
        return frozenset(self.bots)

    async def choose(
        self, bot: str, seen: View, twin: Twin | None = None, who: Waiting = NOBODY
    ) -> Action:
        """Return what a bot does; a twin begins in a way of its own.

        Raises: Overdrawn, for one hint too many; Dropped, if nobody waits any more;
            RuntimeError, when the server stops meanwhile.
        """
        if who.is_at_table:
            # A game is never stuck, but beyond their share it waits for those of others.
            who = who._replace(is_at_table=self._turns is None or self._turns.take(who))
        elif self._hints is not None and not self._hints.take(who):
            raise Overdrawn("expected fewer hints: wait a minute")
        listed, seed = self.bots.get(bot), secrets.randbits(63)
        if listed is None:
            LOG.warning("%s is not among the bots here: %s plays for it", shown(bot), ABSENT)
            return await self._plain.run(who, think, ABSENT, seen, seed, twin)
        if listed.guest is None:
            processes = self._plain if bot in PLAIN else self._others
            return await processes.run(who, think, bot, seen, seed, twin)
        action, forfeits = await self._guests[bot].run(who, _ask, listed, seen, seed)
        for sentence in forfeits:
            LOG.warning("%s", sentence)
        return action

    def close(self) -> None:
        """Stop thinking, at once."""
        for processes in (self._plain, self._others, *self._guests.values()):
            processes.close()


@cache
def _guest(listed: Listed) -> Refereed:
    return listed.refereed()


def _ask(listed: Listed, seen: View, seed: int) -> tuple[Action, tuple[str, ...]]:
    """Return what is done for a guest, and what it forfeited, in sentences."""
    guest = _guest(listed)
    action = guest.choose(seen, Random(seed), SECONDS)
    return action, guest.new_forfeits()
