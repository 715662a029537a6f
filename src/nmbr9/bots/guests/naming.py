"""How a bot is named on a command line, and what that name stands for.

| written | is |
|---|---|
| `greedy` | one of ours, or what an installed package offers under that name |
| `mymodule:MyBot` | a class, or an object, of a module that can be imported from here |
| `process:python3 mybot.py` | a program that speaks the process protocol (docs/bot-protocol.md) |

A name is code to be run: it comes from whoever starts a command, never from a request or a record.
"""

from __future__ import annotations

import importlib
import os
import shlex
import sys
from importlib.metadata import entry_points

from nmbr9.bots.base import Bot
from nmbr9.bots.guests.messages import BotFailed, Introduction, introduction
from nmbr9.bots.guests.process_bot import ProcessBot
from nmbr9.bots.guests.referee import Refereed
from nmbr9.bots.registry import BOTS, UnknownBot, load_bot
from nmbr9.rules.errors import shown

GROUP = "nmbr9.bots"
"""The group of entry points by which a package offers bots."""
PROCESS = "process:"
_PYTHON_VARIABLES = ("PYTHONPATH", "HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR")
"""What a class in a process of its own gets besides: where modules and compiled code are."""


def split_names(text: str) -> tuple[str, ...]:
    """Return the names that stand with commas between them."""
    return tuple(name.strip() for name in text.split(","))


def offered() -> dict[str, str]:
    """Return what installed packages offer, by name; what is called as one of ours is left out."""
    found = entry_points(group=GROUP)
    return {entry.name: entry.value for entry in found if entry.name not in BOTS}


def load(name: str) -> Bot:
    """Return a bot to play many games quickly: of a class an object in this process.

    Bots that are not ours are refereed.

    Raises: UnknownBot; BotFailed.
    """
    if name in BOTS:
        return load_bot(name)
    return Refereed(_process(name) if name.startswith(PROCESS) else load_here(name))


def load_apart(name: str, said: Introduction | None = None) -> ProcessBot:
    """Return a bot in a process of its own, with limits, whatever it is.

    If it is known what it says of itself, it is started only when it is asked.

    Raises: UnknownBot; BotFailed.
    """
    if name.startswith(PROCESS):
        return _process(name, said)
    if name not in BOTS:
        _target(name)
    variables = {key: os.environ[key] for key in _PYTHON_VARIABLES if key in os.environ}
    return ProcessBot([sys.executable, "-m", "nmbr9.bots.guests.host", name], said, **variables)


def load_here(name: str) -> Bot:
    """Return a bot in this process: one of ours, of an entry point or of a module.

    Raises: UnknownBot; BotFailed.
    """
    if name in BOTS:
        return load_bot(name)
    module, _, attribute = _target(name).partition(":")
    if (here := os.getcwd()) not in sys.path:
        sys.path.insert(0, here)  # as `python -m` does, wherever our command is installed
    try:
        found = getattr(importlib.import_module(module), attribute)
        bot = found() if isinstance(found, type) else found
    except Exception as error:
        raise BotFailed(
            f"expected a bot at {shown(name)}, got {type(error).__name__}: {error}"
        ) from error
    for part in ("name", "version", "choose"):
        if not hasattr(bot, part):
            raise BotFailed(f"expected {name} to have name, version and choose, got no {part}")
    introduction(bot.name, bot.version, getattr(bot, "summary", ""))
    checked: Bot = bot
    return checked


def _target(name: str) -> str:
    """Return the module and attribute of a name."""
    target = offered().get(name, name)
    module, _, attribute = target.partition(":")
    if not attribute.isidentifier() or not all(map(str.isidentifier, module.split("."))):
        known = ", ".join([*BOTS, *offered()])
        raise UnknownBot(
            f"expected a bot of {known}, or MODULE:CLASS, or {PROCESS}COMMAND, got {shown(name)}"
        )
    return target


def _process(name: str, said: Introduction | None = None) -> ProcessBot:
    try:
        command = shlex.split(name.removeprefix(PROCESS))
    except ValueError as error:
        raise UnknownBot(f"expected {PROCESS}COMMAND, got {shown(name)}: {error}") from None
    if not command:
        raise UnknownBot(f"expected {PROCESS}COMMAND, got {shown(name)}")
    return ProcessBot(command, said)
