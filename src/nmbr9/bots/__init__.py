"""Players: what a seat may know goes in, an action comes out."""

from nmbr9.bots.base import Bot, NothingToDo, legal_actions
from nmbr9.bots.registry import BOTS, BotEntry, UnknownBot, load_bot
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
