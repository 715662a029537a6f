"""The rules of NMBR 9 and NMBR 9 ++: pure Python, immutable values, no third-party imports."""

from nmbr9.rules.actions import (
    Action,
    Build,
    Done,
    Fill,
    Move,
    Pass,
    Place,
    Reject,
    Reserve,
    Take,
)
from nmbr9.rules.display import Display
from nmbr9.rules.errors import (
    Code,
    IllegalAction,
    IllegalPlacement,
    Nmbr9Error,
    NotationError,
    OptionsError,
    RecordError,
    UnknownPlayer,
    Violation,
)
from nmbr9.rules.finder import Placement
from nmbr9.rules.game import Game
from nmbr9.rules.options import Options, Token, Variant
from nmbr9.rules.perft import perft
from nmbr9.rules.piece import Piece
from nmbr9.rules.scoring import Outcome, Score, ScoreLine, score
from nmbr9.rules.tiles import GapFiller, NumberTile, StartingTile

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
    "NotationError",
    "NumberTile",
    "Options",
    "OptionsError",
    "Outcome",
    "Pass",
    "Piece",
    "Place",
    "Placement",
    "RecordError",
    "Reject",
    "Reserve",
    "Score",
    "ScoreLine",
    "StartingTile",
    "Take",
    "Token",
    "UnknownPlayer",
    "Variant",
    "Violation",
    "perft",
    "score",
]
