"""All that search code of one's own needs, in one place; docs/kernel.md goes through it.

What is not named here may change with any version.
"""

from nmbr9.kernel import codes, convert, generate, layout
from nmbr9.kernel import tables as table_columns
from nmbr9.kernel.codes import list_codes, nth_code, pack, place_code, unpack
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.convert import (
    Lister,
    allowance_for,
    decode,
    decode_codes,
    encode,
)
from nmbr9.kernel.generate import find, levels_open
from nmbr9.kernel.layout import (
    DoesNotFit,
    Position,
    copy_into,
    copy_of,
    has_margin,
    new_position,
    place,
    recentre,
    take_back,
)
from nmbr9.kernel.perft import perft
from nmbr9.kernel.tables import Integers, Tables, Words, tables
from nmbr9.kernel.tokens import Allowance, list_placements
from nmbr9.kernel.workspace import Workspace, new_workspace

__all__ = [
    "ANY_LEVEL",
    "COUNT",
    "FACTS",
    "HEIGHT",
    "LISTED_AT_MOST",
    "NO_PLACEMENT",
    "POINTS",
    "UPRIGHT",
    "Allowance",
    "DoesNotFit",
    "Integers",
    "Lister",
    "Position",
    "Tables",
    "Words",
    "Workspace",
    "allowance_for",
    "compiled",
    "copy_into",
    "copy_of",
    "decode",
    "decode_codes",
    "encode",
    "find",
    "has_margin",
    "levels_open",
    "list_codes",
    "list_placements",
    "new_position",
    "new_workspace",
    "nth_code",
    "pack",
    "perft",
    "place",
    "place_code",
    "recentre",
    "tables",
    "take_back",
    "unpack",
]

ANY_LEVEL = generate.ANY_LEVEL
"""As `highest`: no limit of level (7.2)."""
FACTS = layout.FACTS
"""The row of `Position.book` with the facts of the whole display."""
COUNT = layout.COUNT
"""In that row: how many pieces there are."""
HEIGHT = layout.HEIGHT
"""In that row: how many levels there are up to the highest occupied one."""
POINTS = layout.POINTS
"""In that row: the points."""
UPRIGHT = table_columns.UPRIGHT
"""The column of `Tables.kinds` with the number of orientations of a kind, number side up."""
LISTED_AT_MOST = convert.LISTED_AT_MOST
"""How long an array of codes must be to hold every placement there can be."""
NO_PLACEMENT = codes.NO_PLACEMENT
"""The code that stands for none."""
