"""A player's display: the pieces they have laid, level upon level (2.2, 2.9)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from nmbr9.rules.pictures import Drawn
from nmbr9.rules.pieces.geometry import Outline
from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.starting_shapes import StartingShape
from nmbr9.rules.pieces.tiles import NumberTile, StartingTile
from nmbr9.rules.placing.bitboard import Frame
from nmbr9.rules.placing.finder import LegalPlacements
from nmbr9.rules.placing.legality import check_placement


@dataclass(frozen=True)
class Display(Drawn):
    """An immutable arrangement of pieces, in the order they entered it.

    Two displays are equal when the same pieces lie in them in the same order.
    """

    pieces: tuple[Piece, ...] = ()

    @classmethod
    def starting_with(cls, starting_tile: StartingShape) -> Display:
        """Return a display with a starting tile at 0, 0 on level 0 (3.1)."""
        return cls((Piece(StartingTile(starting_tile), 0, 0, 0),))

    def __reduce__(self) -> tuple[object, ...]:
        # Without what was found out about it: that may grow in one thread while another one sends
        # the display to a bot's process.
        return Display, (self.pieces,)

    @cached_property
    def frame(self) -> Frame:
        """The window its sets of cells are drawn in."""
        return Frame.around(*self.bounds)

    @cached_property
    def bounds(self) -> tuple[int, int, int, int]:
        """The leftmost, topmost, rightmost and lowest cell; those of the cell 0, 0 if empty."""
        if not self.pieces:
            return 0, 0, 0, 0
        boxes = [(p.x, p.y, outline) for p, outline in zip(self.pieces, self.outlines, strict=True)]
        return (
            min(x for x, _, _ in boxes),
            min(y for _, y, _ in boxes),
            max(x + outline.width for x, _, outline in boxes) - 1,
            max(y + outline.height for _, y, outline in boxes) - 1,
        )

    @cached_property
    def outlines(self) -> tuple[Outline, ...]:
        """The outline of each piece as it lies."""
        return tuple(piece.outline for piece in self.pieces)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The cells of each piece, as sets in the frame."""
        frame = self.frame
        return tuple(
            frame.mask(outline, piece.x, piece.y)
            for piece, outline in zip(self.pieces, self.outlines, strict=True)
        )

    @cached_property
    def filler_levels(self) -> frozenset[int]:
        """The levels on which a gap filler lies."""
        return frozenset(piece.level for piece in self.pieces if piece.is_filler)

    @cached_property
    def indices_by_level(self) -> tuple[tuple[int, ...], ...]:
        """The indices of the pieces on each level, lowest level first."""
        indices: list[list[int]] = [
            [] for _ in range(1 + max((piece.level for piece in self.pieces), default=-1))
        ]
        for index, piece in enumerate(self.pieces):
            indices[piece.level].append(index)
        return tuple(map(tuple, indices))

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The occupied cells of each level, lowest first, as sets in the frame."""
        occupied = [0] * len(self.indices_by_level)
        for piece, mask in zip(self.pieces, self.masks, strict=True):
            occupied[piece.level] |= mask
        return tuple(occupied)

    @property
    def highest_level(self) -> int:
        """The highest level with a piece on it; 0 for an empty display."""
        return max(0, len(self.levels) - 1)

    @property
    def highest_number_level(self) -> int:
        """The highest level with a number tile on it; 0 without any (5.8)."""
        return max((piece.level for piece in self.pieces if piece.is_number_tile), default=0)

    @cached_property
    def piece_by_cell(self) -> dict[tuple[int, int, int], int]:
        """The index of the piece on each occupied ``(x, y, level)``."""
        return {
            (x, y, piece.level): index
            for index, piece in enumerate(self.pieces)
            for x, y in piece.cells
        }

    def pieces_on(self, level: int) -> list[Piece]:
        """Return the pieces of a level."""
        if not 0 <= level < len(self.indices_by_level):
            return []
        return [self.pieces[index] for index in self.indices_by_level[level]]

    def has_something_on(self, index: int) -> bool:
        """Whether anything lies on top of a piece, be it higher up over a covered gap (5.7)."""
        mask = self.masks[index]
        return any(mask & above for above in self.levels[self.pieces[index].level + 1 :])

    def number_tiles_on(self, level: int) -> int:
        """How many number tiles lie on a level (7.3)."""
        return sum(piece.is_number_tile for piece in self.pieces_on(level))

    def count_of(self, number: int) -> int:
        """How many tiles of a number lie in the display."""
        return sum(piece.tile == NumberTile(number) for piece in self.pieces)

    @cached_property
    def points(self) -> int:
        """The score of the display (2.11)."""
        return sum(piece.points for piece in self.pieces)

    def legal_placements(self, number: int) -> LegalPlacements:
        """Return all legal placements of a number tile in the basic game, as a view.

        Examples:
            >>> spots = Display().place(Piece(NumberTile(9), 0, 0, 0)).legal_placements(9)
            >>> len(spots), (0, 3, 0, 0) in spots, (0, 9, 9, 0) in spots
            (88, True, False)
        """
        return LegalPlacements(self, NumberTile(number))

    def place(self, piece: Piece) -> Display:
        """Return this display with a piece added by the rules of the basic game.

        Raises: IllegalPlacement, which carries all violations, when it does not fit.
        """
        check_placement(self, piece)
        return self.place_unchecked(piece)

    def place_unchecked(self, piece: Piece) -> Display:
        """Return this display with a piece added, legal or not: for code that knows it fits."""
        return Display((*self.pieces, piece))

    def replace_unchecked(self, index: int, piece: Piece) -> Display:
        """Return this display with one piece lying elsewhere; it keeps its index (5.7)."""
        return Display((*self.pieces[:index], piece, *self.pieces[index + 1 :]))

    def without(self, index: int) -> Display:
        """Return this display with one piece lifted (5.7)."""
        return Display((*self.pieces[:index], *self.pieces[index + 1 :]))
