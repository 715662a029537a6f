"""The outline of a set of cells as an SVG path with rounded corners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nmbr9.draw.markup import number
from nmbr9.rules.pieces.geometry import Cell

INSET = 0.03
"""How far a tile's outline lies inside its cells; this and all below in sides of a square."""
CONVEX_RADIUS = 0.24
CONCAVE_RADIUS = 0.13

Point = tuple[int, int]
"""A corner of cells."""


def outline_path(cells: Iterable[Cell], square: float, inset: float = INSET) -> str:
    """Return path data around the cells, for ``fill-rule="evenodd"``.

    A cell x, y begins at x * square, y * square. Deeper insets stay parallel to the outline: their
    outer corners are tighter and their inner corners wider.
    """
    return next(outline_paths(cells, square, [inset]))


def outline_paths(cells: Iterable[Cell], square: float, insets: Iterable[float]) -> Iterator[str]:
    """Yield path data around the cells for each inset; to follow the outline takes longest."""
    found = loops(cells)
    for inset in insets:
        deeper = inset - INSET
        yield "".join(
            _loop_path(
                loop, square, inset, max(0, CONVEX_RADIUS - deeper), max(0, CONCAVE_RADIUS + deeper)
            )
            for loop in found
        )


def loops(cells: Iterable[Cell]) -> list[list[Point]]:
    """Return the corners of each closed line around the cells, the inside always to the right.

    >>> loops([(0, 0), (1, 0)])
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    """
    edges = set()
    for x, y in cells:
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        edges |= {(corners[side], corners[(side + 1) % 4]) for side in range(4)}
    # Between two squares the same edge is there in both directions.
    edges = {(start, end) for start, end in edges if (end, start) not in edges}
    found = []
    while edges:
        found.append(_without_collinear(_chained(edges)))
    return found


def _chained(edges: set[tuple[Point, Point]]) -> list[Point]:
    """Take one closed line out of the edges, beginning at the topmost, then leftmost."""
    first = min(edges, key=lambda edge: (edge[0][1], edge[0][0], edge[1][1], edge[1][0]))
    edges.remove(first)
    start, here = first
    points = [start]
    came = _direction(start, here)
    while here != start:
        points.append(here)
        # Where two squares meet at a corner only, turning right keeps them apart.
        turns = (_right_of(came), came, _left_of(came))
        ends = [(here[0] + dx, here[1] + dy) for dx, dy in turns]
        end = next(end for end in ends if (here, end) in edges)
        edges.remove((here, end))
        came = _direction(here, end)
        here = end
    return points


def _without_collinear(points: list[Point]) -> list[Point]:
    return [
        point
        for index, point in enumerate(points)
        if _direction(points[index - 1], point)
        != _direction(point, points[(index + 1) % len(points)])
    ]


def _loop_path(
    corners: list[Point], square: float, inset: float, convex: float, concave: float
) -> str:
    """Return one closed line, each point told from the one before: short to write."""
    pen = _Pen()
    for index, (x, y) in enumerate(corners):
        came = _direction(corners[index - 1], (x, y))
        goes = _direction((x, y), corners[(index + 1) % len(corners)])
        is_convex = goes == _right_of(came)
        radius = convex if is_convex else concave
        # Inwards along the normals of both edges: the inside is to the right of each.
        shifts = (_right_of(came), _right_of(goes))
        px = x + inset * (shifts[0][0] + shifts[1][0])
        py = y + inset * (shifts[0][1] + shifts[1][1])
        pen.line_to((px - radius * came[0]) * square, (py - radius * came[1]) * square)
        end = (px + radius * goes[0]) * square, (py + radius * goes[1]) * square
        pen.bend_to(*end, radius * square, is_convex)
    return pen.path + "z"


class _Pen:
    """Writes a path. It keeps to what was written, so that roundings do not add up."""

    def __init__(self) -> None:
        self.path = ""
        self._x = self._y = 0.0

    def line_to(self, x: float, y: float) -> None:
        if not self.path:
            self.path = f"M{self._step(x, y)}"
        elif abs(y - self._y) < abs(x - self._x):
            self.path += f"h{self._across(x)}"
        else:
            self.path += f"v{self._down(y)}"

    def bend_to(self, x: float, y: float, radius: float, is_right: bool) -> None:
        bend = number(radius)
        self.path += f"a{bend} {bend} 0 0{int(is_right)}{self._step(x, y)}"

    def _step(self, x: float, y: float) -> str:
        dx, dy = self._across(x), self._down(y)
        return dx + dy if dy.startswith("-") else f"{dx} {dy}"

    def _across(self, x: float) -> str:
        step = number(x - self._x)
        self._x += float(step)
        return step

    def _down(self, y: float) -> str:
        step = number(y - self._y)
        self._y += float(step)
        return step


def _direction(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    return ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))


def _right_of(direction: Point) -> Point:
    """Return the direction after a right turn; y grows downwards."""
    return (-direction[1], direction[0])


def _left_of(direction: Point) -> Point:
    return (direction[1], -direction[0])
