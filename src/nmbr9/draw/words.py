"""The words around pictures: sums of levels, what a piece is, names that are safe to print."""

from __future__ import annotations

from nmbr9.rules import Display, Game, GapFiller, NumberTile, Piece, ScoreLine, score

TIMES = "\N{MULTIPLICATION SIGN}"
_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""Invisible, but names in several scripts are spelt with them."""


def sum_of(line: ScoreLine) -> str:
    """Return a level's points as a sum.

    >>> sum_of(ScoreLine(2, (7, 9))), sum_of(ScoreLine(1, ()))
    ('7+9 = 16 ...2 = 32', 'nothing scores')
    """
    if not line.numbers:
        return "nothing scores"
    numbers = "+".join(map(str, line.numbers))
    together = f"{numbers} = {sum(line.numbers)}" if len(line.numbers) > 1 else numbers
    return f"{together} {TIMES}{line.level} = {line.points}"


def level_sum(display: Display, line: ScoreLine) -> str:
    """Return the sum of a level; the table, where nothing scores, just counts its tiles."""
    if line.level == 0:
        return f"{counted(len(display.pieces_on(0)), 'tile')} {TIMES}0 = 0"
    return sum_of(line)


def piece_in_words(piece: Piece) -> str:
    """Return what a piece is, where it lies and what it brings."""
    where = f"on level {piece.level}"
    match piece.tile:
        case NumberTile(number) if piece.flipped:
            return f"{number}, turned over, {where}, scores nothing"
        case NumberTile(number):
            return f"{number} {where}, {counted(piece.points, 'point')}"
        case GapFiller():
            return f"gap filler {where}, scores nothing"
    return f"starting tile {where}, scores nothing"


def display_in_words(display: Display) -> str:
    """Return a display level by level, for those who cannot see the picture."""
    if not display.pieces:
        return "No tiles yet."
    lines = score(display).lines
    levels = (f"Level {line.level}: {level_sum(display, line)}." for line in reversed(lines))
    return " ".join([*levels, f"{counted(display.points, 'point')} in all."])


def counted(count: int, thing: str) -> str:
    """Return a count with its noun.

    >>> counted(1, "point"), counted(12, "point")
    ('1 point', '12 points')
    """
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def printable(name: str) -> str:
    """Return a name without control characters.

    Names come from strangers: an escape sequence could repaint a terminal, and some of these
    characters are forbidden in XML even when escaped.
    """
    return "".join(
        mark if mark.isprintable() or mark in _JOINERS else "\N{REPLACEMENT CHARACTER}"
        for mark in name
    )


def standing(game: Game) -> str:
    """Return in a sentence how a game stands or who has won (2.11)."""
    outcome = game.outcome
    if outcome is None:
        return f"Round {game.table.round_number}, waiting for " + ", ".join(
            printable(game.names[seat]) for seat in game.waiting_for
        )
    best = outcome.scores[outcome.winners[0]]
    if len(outcome.scores) == 1:
        return f"{best} points" + (" - excellent!" if best >= 100 else "")
    winners = " and ".join(printable(game.names[seat]) for seat in outcome.winners)
    return (
        f"{winners} share the win with {best} points"
        if outcome.is_shared
        else (f"{winners} wins with {best} points!")
    )
