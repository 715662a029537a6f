"""NMBR 9 and NMBR 9 ++: an exact engine, a record format, and the game itself.

>>> from nmbr9 import Game, Options
>>> game = Game.new(Options(players=2), seed=7)
>>> len(game.legal_actions(0)) > 0
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nmbr9.rules import (
        Action,
        Build,
        Code,
        Display,
        Done,
        Fill,
        Game,
        GapFiller,
        IllegalAction,
        IllegalPlacement,
        Move,
        Nmbr9Error,
        NoSuchMoment,
        NotationError,
        NumberTile,
        Options,
        OptionsError,
        Outcome,
        Pass,
        Piece,
        Place,
        Placement,
        PlayerState,
        RecordError,
        Reject,
        Reserve,
        Reserved,
        Score,
        ScoreLine,
        StartingTile,
        Step,
        Table,
        Take,
        Token,
        Turn,
        UnknownPlayer,
        Variant,
        View,
        Violation,
        perft,
        read_records,
        score,
        view,
        write_records,
    )

__all__ = [
    "Action",
    "Build",
    "Code",
    "Display",
    "Done",
    "Fill",
    "Game",
    "GapFiller",
    "IllegalAction",
    "IllegalPlacement",
    "Move",
    "Nmbr9Error",
    "NoSuchMoment",
    "NotationError",
    "NumberTile",
    "Options",
    "OptionsError",
    "Outcome",
    "Pass",
    "Piece",
    "Place",
    "Placement",
    "PlayerState",
    "RecordError",
    "Reject",
    "Reserve",
    "Reserved",
    "Score",
    "ScoreLine",
    "StartingTile",
    "Step",
    "Table",
    "Take",
    "Token",
    "Turn",
    "UnknownPlayer",
    "Variant",
    "View",
    "Violation",
    "perft",
    "read_records",
    "score",
    "view",
    "write_records",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Load the rules when a name of theirs is first used, so that `nmbr9 --help` is quick."""
    if name in __all__:
        from nmbr9 import rules

        return getattr(rules, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
