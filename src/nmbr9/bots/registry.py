"""The bots there are: five plain ones, and a ladder for people; each weakest first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from nmbr9.bots.base import Bot
from nmbr9.bots.ladder import LADDER, Step
from nmbr9.rules.errors import Nmbr9Error


class UnknownBot(Nmbr9Error, ValueError):
    """A name that no bot has; the message lists those there are."""


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A bot by name, and what to tell people about it before it is loaded."""

    name: str
    version: int
    """The same as the loaded bot's own; a test compares them."""
    summary: str
    load: Callable[[], Bot]
    """Loads the bot: only then its code and weights are imported."""


def _random() -> Bot:
    from nmbr9.bots.uniform import Uniform

    return Uniform()


def _greedy() -> Bot:
    from nmbr9.bots.greedy import Greedy

    return Greedy()


def _careful() -> Bot:
    from nmbr9.bots.planner import Planner
    from nmbr9.judge.judge import LinearJudge

    return Planner("careful", 2, LinearJudge())


def _steady() -> Bot:
    from nmbr9.bots.planner import Planner
    from nmbr9.judge.judge import ValueJudge
    from nmbr9.judge.search import STEADY

    return Planner("steady", 3, ValueJudge(STEADY))


def _strong() -> Bot:
    from nmbr9.bots.planner import Planner
    from nmbr9.judge.judge import ValueJudge
    from nmbr9.judge.search import STRONG

    return Planner("strong", 3, ValueJudge(STRONG))


def _character(step: Step) -> Bot:
    from nmbr9.bots.character import Character

    return Character(step)


BOTS: dict[str, BotEntry] = {
    entry.name: entry
    for entry in (
        BotEntry("random", 1, "any legal action", _random),
        BotEntry("greedy", 1, "the natural beginner: most points now, compact", _greedy),
        BotEntry("careful", 2, "a good family player: sees what can be built on", _careful),
        BotEntry("steady", 3, "a learned feeling for what is to come, two cards ahead", _steady),
        BotEntry("strong", 3, "looks two cards ahead, and then plays on in thought", _strong),
        *(
            BotEntry(step.name, step.version, step.summary, partial(_character, step))
            for step in LADDER
        ),
    )
}
"""Every bot."""


def entry_of(name: str) -> BotEntry:
    """Return the entry of a bot.

    Raises: UnknownBot.
    """
    if name not in BOTS:
        raise UnknownBot(f"expected a bot of {', '.join(BOTS)}, got {name!r}")
    return BOTS[name]


def load_bot(name: str) -> Bot:
    """Return the bot of that name.

    Raises: UnknownBot.
    """
    return entry_of(name).load()
