"""The rules of NMBR 9 and NMBR 9 ++: pure Python, immutable values, no third-party imports."""

from nmbr9.rules.actions.kinds import (
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
from nmbr9.rules.errors import (
    Code,
    IllegalAction,
    IllegalPlacement,
    Nmbr9Error,
    NoSuchMoment,
    NotationError,
    OptionsError,
    RecordError,
    UnknownPlayer,
    Violation,
)
from nmbr9.rules.game import Game
from nmbr9.rules.history import Step
from nmbr9.rules.knowledge import View, view
from nmbr9.rules.options import Options, Token, Variant
from nmbr9.rules.perft import perft
from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import GapFiller, NumberTile, StartingTile
from nmbr9.rules.placing.display import Display
from nmbr9.rules.placing.finder import Placement
from nmbr9.rules.record_lines import read_records, write_records
from nmbr9.rules.scoring import Outcome, Score, ScoreLine, score
from nmbr9.rules.state import PlayerState, Reserved, Table, Turn

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
