"""Levels and covers once more, as plainly as possible: the twin that checks proofs.

A set of cells is an integer, bit 64 * y + x.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import NamedTuple, TypeVar

from nmbr9.rules.pieces.tiles import NUMBERS, NumberTile, orientations
from nmbr9.solver.certificate.plain_bags import Bag, Integers, sum_of

Tile = tuple[int, int]
"""Number and cells."""
ROW = 64
SHAPES = [(n, way.outline.squares) for n in NUMBERS for way in orientations(NumberTile(n))]
KEY_BITS = 30
"""Of the bag that a certificate writes after that of all that is used: three for each number."""
Key = TypeVar("Key", int, Integers)
NO_PIECE = 0x3FFFF
PIECE_SHIFTS = (36, 18, 0)
"""Where the three pieces of a word of a certificate stand."""
FAR = 24
"""Cells between a level and the edges of the plane that integers stand for."""
WAYS = [
    [
        (sum(1 << (ROW * y + x) for x, y in squares), ROW * dy + dx)
        for other, squares in SHAPES
        if other == number
        for dx, dy in squares
    ]
    for number in NUMBERS
]
"""By number: each way to hold the tile with the bit of each of its squares."""


class Level(NamedTuple):
    """Tiles of a level that must be carried, its whole bag, all that is used, and the points."""

    tiles: tuple[Tile, ...]
    bag: Bag
    used: Bag
    score: int


def cells_at(squares: Iterable[tuple[int, int]], x: int, y: int) -> int:
    """Return a shape as a set of cells."""
    return sum(1 << (ROW * (y + dy) + x + dx) for dx, dy in squares)


def touch(one: int, other: int) -> bool:
    """Whether two sets of cells have an edge in common."""
    return bool((one << 1 | one >> 1 | one << ROW | one >> ROW) & other)


def hang_together(tiles: Sequence[Tile]) -> bool:
    """Whether tiles are connected by edges."""
    reached, rest = tiles[0][1], [cells for _, cells in tiles[1:]]
    while rest:
        near = [cells for cells in rest if touch(cells, reached)]
        if not near:
            return False
        rest = [cells for cells in rest if cells not in near]
        for cells in near:
            reached |= cells
    return True


def points_in(cells: int) -> list[tuple[int, int]]:
    """Return the x and y of a set of cells."""
    found = []
    while cells:
        y, x = divmod((cells & -cells).bit_length() - 1, ROW)
        found.append((x, y))
        cells &= cells - 1
    return found


def level_name(tiles: Iterable[Tile]) -> object:
    """Return the same for the same tiles, wherever they lie and however the whole is turned."""
    cells = [(number, points_in(mask)) for number, mask in tiles]
    names = []
    for _ in range(4):
        cells = [(number, [(-y, x) for x, y in points]) for number, points in cells]
        left = min(x for _, points in cells for x, _ in points)
        top = min(y for _, points in cells for _, y in points)
        names.append(
            tuple(sorted((n, tuple(sorted((x - left, y - top) for x, y in p))) for n, p in cells))
        )
    return min(names)


def level_from_words(words: Sequence[int], score: int) -> Level:
    """Return a state as the certificate writes it: three pieces of 18 bits in each word."""
    tiles = []
    for word in words[:-1]:
        for shift in PIECE_SHIFTS:
            piece = word >> shift & NO_PIECE
            if piece != NO_PIECE:
                number, squares = SHAPES[piece >> 12]
                cells = cells_at(squares, FAR + (piece >> 6 & 63), FAR + (piece & 63))
                tiles.append((number, cells))
    used, bag = split_key(words[-1])
    return Level(tuple(tiles), _bag(bag), _bag(used), score)


def _bag(packed: int) -> Bag:
    return tuple(packed >> 3 * number & 3 for number in NUMBERS)


def split_key(key: Key) -> tuple[Key, Key]:
    """Return what is used down to a state and what lies on its level, of one state or of many."""
    return key >> KEY_BITS, key & (1 << KEY_BITS) - 1


def key_of(used: Bag, bag: Bag) -> int:
    """Return the last word of a state with these bags."""
    packed = [sum(count << 3 * number for number, count in enumerate(b)) for b in (used, bag)]
    return packed[0] << KEY_BITS | packed[1]


def arrangements_of(numbers: Sequence[int]) -> list[tuple[Tile, ...]]:
    """Return all connected arrangements of tiles, the first one unturned."""
    first = (numbers[0], cells_at(NumberTile(numbers[0]).shape.squares, FAR, FAR))
    found: set[frozenset[tuple[int, Tile]]] = {frozenset([(0, first)])}
    for _ in numbers[1:]:
        longer = set()
        for laid in found:
            for index, number in enumerate(numbers):
                if index in (place for place, _ in laid):
                    continue
                for tile in _beside([tile for _, tile in laid], number):
                    longer.add(laid | {(index, tile)})
        found = longer
    return sorted({tuple(sorted(tile for _, tile in laid)) for laid in found})


def some_arrangement(numbers: Sequence[int], random: Random) -> tuple[Tile, ...]:
    """Return one of the connected arrangements of tiles; each can occur."""
    first, *others = random.sample(list(numbers), len(numbers))
    tiles = [(first, cells_at(NumberTile(first).shape.squares, FAR, FAR))]
    for number in others:
        tiles.append(random.choice(list(_beside(tiles, number))))
    return tuple(tiles)


def _beside(tiles: Sequence[Tile], number: int) -> Iterator[Tile]:
    occupied = 0
    for _, cells in tiles:
        occupied |= cells
    points = points_in(occupied)
    for other, squares in SHAPES:
        if other == number:
            for y in range(min(y for _, y in points) - 4, max(y for _, y in points) + 2):
                for x in range(min(x for x, _ in points) - 4, max(x for x, _ in points) + 2):
                    cells = cells_at(squares, x, y)
                    if not cells & occupied and touch(cells, occupied):
                        yield number, cells


def can_carry(lower: Bag, upper: Bag) -> bool:
    """Whether some arrangement of a bag can carry some arrangement of another (2.5 to 2.7)."""
    above = [number for number in NUMBERS for _ in range(upper[number])]
    for tiles in arrangements_of([n for n in NUMBERS for _ in range(lower[n])]):
        ground = 0
        for _, cells in tiles:
            ground |= cells
        places = list(_places(ground, [cells for _, cells in tiles], set(above)))
        if _has_set(places, above, ()):
            return True
    return False


def _places(ground: int, tiles: Sequence[int], numbers: set[int]) -> Iterator[Tile]:
    """Yield the places of some numbers on a level that rest on two tiles or more."""
    points = points_in(ground)
    for number, squares in SHAPES:
        if number in numbers:
            for x, y in {(x - squares[0][0], y - squares[0][1]) for x, y in points}:
                cells = cells_at(squares, x, y)
                if not cells & ~ground and sum(bool(cells & tile) for tile in tiles) >= 2:
                    yield number, cells


def _has_set(places: Sequence[Tile], numbers: Sequence[int], laid: tuple[Tile, ...]) -> bool:
    if not numbers:
        return hang_together(laid)
    return any(
        _has_set(places, numbers[1:], (*laid, place))
        for place in places
        if place[0] == numbers[0] and not any(place[1] & cells for _, cells in laid)
    )


def children(state: Level, choices: Sequence[Bag], level: int) -> Iterator[Level]:
    """Yield every way to carry a state on the next level, with every bag of the choices."""
    uppers = [cells for _, cells in state.tiles]
    region = 0
    for cells in uppers:
        region |= cells

    @cache
    def possible(used: Bag) -> list[Bag]:
        """The bags that have what is used."""
        return [bag for bag in choices if all(a >= b for a, b in zip(bag, used, strict=True))]

    def lay(laid: tuple[Tile, ...], taken: int, used: Bag) -> Iterator[Level]:
        bare = region & ~taken
        if not bare:
            yield from finished(laid, used)
            return
        # The last cell, where the search takes the first.
        last = bare.bit_length() - 1
        for number, ways in enumerate(WAYS):
            more = (*used[:number], used[number] + 1, *used[number + 1 :])
            if possible(more):
                for way, at in ways:
                    cells = way << (last - at)
                    # A tile that lies on this one alone would rest on one tile only (2.7).
                    if not cells & taken and all(upper & ~cells for upper in uppers):
                        yield from lay((*laid, (number, cells)), taken | cells, more)

    def finished(laid: tuple[Tile, ...], used: Bag) -> Iterator[Level]:
        for upper in uppers:
            if sum(bool(upper & cells) for _, cells in laid) < 2:
                return
        is_whole = hang_together(laid)
        for bag in possible(used):
            if bag != used or is_whole:
                total = tuple(a + b for a, b in zip(state.used, bag, strict=True))
                yield Level(laid, bag, total, state.score + level * sum_of(bag))

    yield from lay((), 0, (0,) * len(NUMBERS))
