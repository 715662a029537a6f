"""What was still possible before each placement, had the order of the cards been known.

For the basic game without modules: there a deck and a display say everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nmbr9.kernel.layout import DoesNotFit
from nmbr9.rules.game import Game
from nmbr9.rules.options import Variant
from nmbr9.rules.pieces.piece import Piece
from nmbr9.solver.known_deck.beam import new_beam_scratch, search
from nmbr9.solver.known_deck.code_lines import pieces_of_line
from nmbr9.solver.known_deck.solve import never
from nmbr9.solver.solution import Solution

WIDTH = 150
"""Of the beam after each placement."""


def is_plain(game: Game) -> bool:
    """Whether a game is basic and without modules."""
    options = game.options
    has_modules = options.starting_tiles or options.gap_fillers or options.special_tokens
    return options.variant is Variant.BASIC and not has_modules


def still_possible(deck: Sequence[int], pieces: Sequence[Piece]) -> Iterator[int]:
    """Yield the best score found after 20, 19, ... 0 of the placements of a finished game.

    The game itself shows what is possible at least, so the numbers never fall. A display that is
    spread too widely to search from tells nothing more.
    """
    scratch, cards = new_beam_scratch(), tuple(deck)
    best = sum(piece.points for piece in pieces)
    yield best
    for count in range(len(pieces) - 1, -1, -1):
        try:
            line = search(scratch, cards, WIDTH, never, pieces[:count])
        except DoesNotFit:
            yield best
            continue
        found = Solution(pieces_of_line(scratch.position, cards, line), 0)
        best = max(best, found.score)
        yield best
