"""What can go wrong, as values.

    Nmbr9Error
    ├── OptionsError      options or chance that no game can have          (ValueError)
    ├── RecordError       a record that is not well formed or not true     (ValueError)
    ├── NotationError     text that does not follow the notation           (ValueError)
    ├── UnknownPlayer     a seat that the game does not have               (ValueError)
    ├── NoSuchMoment      a game after more actions than it has            (IndexError)
    ├── PromptRefused     a prompt that nobody may give now                (ValueError)
    ├── IllegalPlacement  a piece that does not fit in a display            (ValueError)
    └── IllegalAction     an action that the game refuses                   (ValueError)

The last two carry every violation. Every message says what was expected and what came.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nmbr9.rules.actions.kinds import Action
    from nmbr9.rules.pieces.piece import Piece


MOST_SHOWN = 60


def shown(value: object) -> str:
    """Return what came, for a message: short, whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an endless number, or a list in a list in a list...
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"


class Nmbr9Error(Exception):
    """The root of every error this package raises on purpose."""


class OptionsError(Nmbr9Error, ValueError):
    """Options, a deck, names or starting tiles that do not exist together."""


class RecordError(Nmbr9Error, ValueError):
    """A record that is malformed, or whose scores are not what its actions give."""


class NotationError(Nmbr9Error, ValueError):
    """Text that the notation's grammar does not allow."""


class UnknownPlayer(Nmbr9Error, ValueError):
    """A player number that the game does not have."""


class NoSuchMoment(Nmbr9Error, IndexError):
    """A number of actions that a game has not come to."""


class PromptRefused(Nmbr9Error, ValueError):
    """A prompt to a slow player from someone who may not give it (2.12)."""


class Code(StrEnum):
    """Stable names of what a player can do wrong; they go over the wire and keep their meaning."""

    ACTION_MALFORMED = "action/malformed"
    GAME_OVER = "game/over"
    TURN_OVER = "turn/over"
    TURN_NOT_YOURS = "turn/not-yours"
    TURN_NOT_TAKEN = "turn/not-taken"
    TURN_ALREADY_DECIDED = "turn/already-decided"
    TURN_ALREADY_SETTLED = "turn/already-settled"
    TURN_NOT_SETTLED = "turn/not-settled"
    TURN_NOT_OFFERED = "turn/not-offered"
    TURN_MUST_TAKE = "turn/must-take"
    TURN_MUST_REJECT = "turn/must-reject"
    TURN_NO_SUCH_PILE = "turn/no-such-pile"
    TURN_NUMBER_USED_UP = "turn/number-used-up"
    TURN_CAN_CHOOSE = "turn/can-choose"
    TURN_MISSED = "turn/missed"
    TURN_HAS_BUILT = "turn/has-built"
    PLACEMENT_WRONG_TILE = "placement/wrong-tile"
    PLACEMENT_NO_SUCH_ROTATION = "placement/no-such-rotation"
    PLACEMENT_OTHER_NAME = "placement/other-name"
    PLACEMENT_TURNED_OVER = "placement/turned-over"
    PLACEMENT_BELOW_TABLE = "placement/below-table"
    PLACEMENT_NOT_AT_ORIGIN = "placement/not-at-origin"
    PLACEMENT_TAKEN = "placement/taken"
    PLACEMENT_UNDER_TILE = "placement/under-tile"
    PLACEMENT_NOT_ADJACENT = "placement/not-adjacent"
    PLACEMENT_OVERHANG = "placement/overhang"
    PLACEMENT_COVERS_GAP = "placement/covers-gap"
    PLACEMENT_ONE_TILE_BELOW = "placement/one-tile-below"
    PLACEMENT_NO_TILE_BELOW = "placement/no-tile-below"
    PLACEMENT_ABOVE_MARKER = "placement/above-marker"
    TOKEN_NOT_IN_PLAY = "token/not-in-play"
    TOKEN_ALREADY_USED = "token/already-used"
    TOKEN_NO_MARKER = "token/no-marker"
    TOKEN_NOT_NEEDED = "token/not-needed"
    TOKEN_NOT_SORTED = "token/not-sorted"
    FILLER_NOT_IN_HAND = "filler/not-in-hand"
    RESERVE_EMPTY = "reserve/empty"
    RESERVE_SAME_TURN = "reserve/same-turn"
    RESERVE_NO_OWN_TILE = "reserve/no-own-tile"
    MOVE_NO_SUCH_PIECE = "move/no-such-piece"
    MOVE_NOT_A_NUMBER_TILE = "move/not-a-number-tile"
    MOVE_THIS_TURNS_TILE = "move/this-turns-tile"
    MOVE_COVERED = "move/covered"
    MOVE_HIGHER_LEVEL = "move/higher-level"
    MOVE_NOWHERE_ELSE = "move/nowhere-else"


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: enough to tell a player why, and to draw it."""

    code: Code
    paragraph: str
    """The paragraph of docs/rules.md it breaks, such as ``"2.6"``."""
    message: str
    squares: tuple[tuple[int, int], ...] = ()
    """The cells ``(x, y)`` concerned, on the level of the placement."""
    token: str | None = None
    """The special token that would excuse it, where one would (5.2)."""

    def __str__(self) -> str:
        return f"{self.message} (rule {self.paragraph})"

    def to_dict(self) -> dict[str, object]:
        """Return the violation as JSON-ready data."""
        return {
            "code": str(self.code),
            "paragraph": self.paragraph,
            "message": self.message,
            "squares": [list(square) for square in self.squares],
            "token": self.token,
        }


class IllegalPlacement(Nmbr9Error, ValueError):
    """A piece that does not fit where it was to be laid. The display is unchanged."""

    def __init__(self, piece: Piece, violations: tuple[Violation, ...]) -> None:
        super().__init__("; ".join(str(violation) for violation in violations))
        self.piece = piece
        self.violations = violations


class IllegalAction(Nmbr9Error, ValueError):
    """An action the rules refuse. The game it was tried on is unchanged."""

    def __init__(self, player: int, action: Action, violations: tuple[Violation, ...]) -> None:
        super().__init__("; ".join(str(violation) for violation in violations))
        self.player = player
        self.action = action
        self.violations = violations
