"""Who there is to play: our bots, and those whom somebody named when a program was started."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nmbr9.bots.guests.messages import BotFailed, Introduction
from nmbr9.bots.guests.naming import load_apart
from nmbr9.bots.guests.referee import Refereed
from nmbr9.bots.registry import BOTS


@dataclass(frozen=True, slots=True)
class Listed:
    """A bot that can be chosen by its name."""

    name: str
    version: int
    summary: str
    guest: str | None = None
    """How a bot that is not ours was named by whoever started the program; nobody else's word."""

    @property
    def typed(self) -> str:
        """What `naming` loads it by."""
        return self.guest or self.name

    def refereed(self) -> Refereed:
        """Return a guest in a process of its own that starts when it is asked."""
        said = Introduction(self.name, self.version, self.summary)
        return Refereed(load_apart(self.typed, said))


OURS = {entry.name: Listed(entry.name, entry.version, entry.summary) for entry in BOTS.values()}


def introduced(typed: str) -> Listed:
    """Return a bot as it introduces itself.

    Raises: UnknownBot; BotFailed.
    """
    if typed in OURS:
        return OURS[typed]
    bot = load_apart(typed)
    bot.end()
    said = bot.said
    if said.name.casefold() in OURS:
        raise BotFailed(f"expected a bot with a name of its own, got {said.name!r}, one of ours")
    return Listed(said.name, said.version, said.summary, typed)


def roster(named: Iterable[str]) -> Mapping[str, Listed]:
    """Return our bots, as in `BOTS`, and behind them those that were named, by their names.

    Raises: UnknownBot; BotFailed.
    """
    found = dict(OURS)
    for typed in named:
        bot = introduced(typed)
        if bot.guest is not None and bot.name in found:
            raise BotFailed(f"expected bots with names of their own, got {bot.name!r} twice")
        found[bot.name] = bot
    return found
