"""Players: what a seat may know goes in, an action comes out."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from nmbr9.bots.base import Bot, NothingToDo, legal_actions
from nmbr9.bots.registry import BOTS, BotEntry, UnknownBot, load_bot

if TYPE_CHECKING:
    from nmbr9.bots.simulation.ratings import Rating, ratings, tournament
    from nmbr9.bots.simulation.simulate import SimulationStopped
    from nmbr9.bots.simulation.study import NoFrames, Row, Study, simulate
    from nmbr9.bots.simulation.summary import Interval, Summary

__all__ = [
    "BOTS",
    "Bot",
    "BotEntry",
    "Interval",
    "NoFrames",
    "NothingToDo",
    "Rating",
    "Row",
    "SimulationStopped",
    "Study",
    "Summary",
    "UnknownBot",
    "legal_actions",
    "load_bot",
    "ratings",
    "simulate",
    "tournament",
]

_SIMULATION = {
    "Interval": "summary",
    "NoFrames": "study",
    "Rating": "ratings",
    "Row": "study",
    "SimulationStopped": "simulate",
    "Study": "study",
    "Summary": "summary",
    "ratings": "ratings",
    "simulate": "study",
    "tournament": "ratings",
}
"""Names of games in numbers, by the module that has them."""


def __getattr__(name: str) -> object:
    """Load what plays games in numbers when it is first used: processes and statistics with it."""
    if name in _SIMULATION:
        return getattr(import_module(f"nmbr9.bots.simulation.{_SIMULATION[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
