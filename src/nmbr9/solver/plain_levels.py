"""Bags, levels and covers once more, as plainly as possible: the twin that checks proofs.

A set of cells is an integer, bit 64 * y + x. A bag is a tuple of ten counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import floor
from random import Random
from typing import NamedTuple

from nmbr9.rules.tiles import NUMBERS, NumberTile, orientations

Bag = tuple[int, ...]
Tile = tuple[int, int]
"""Number and cells."""
ROW = 64
AREAS = [len(NumberTile(number).shape.squares) for number in NUMBERS]
SHAPES = [(n, way.outline.squares) for n in NUMBERS for way in orientations(NumberTile(n))]
FAR = 24
"""Cells between a level and the edges of the plane that integers stand for."""


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
        for shift in (36, 18, 0):
            piece = word >> shift & 0x3FFFF
            if piece != 0x3FFFF:
                number, squares = SHAPES[piece >> 12]
                cells = cells_at(squares, FAR + (piece >> 6 & 63), FAR + (piece & 63))
                tiles.append((number, cells))
    used, bag = words[-1] >> 30, words[-1] & (1 << 30) - 1
    return Level(tuple(tiles), _bag(bag), _bag(used), score)


def _bag(packed: int) -> Bag:
    return tuple(packed >> 3 * number & 3 for number in NUMBERS)


def bag_from_key(used: Bag, bag: Bag) -> int:
    """Return the last word of a state with these bags."""
    packed = [sum(count << 3 * number for number, count in enumerate(b)) for b in (used, bag)]
    return packed[0] << 30 | packed[1]


def area_of(bag: Bag) -> int:
    """Return the cells that a bag covers."""
    return sum(count * AREAS[number] for number, count in enumerate(bag))


def sum_of(bag: Bag) -> int:
    """Return the sum of the numbers in a bag."""
    return sum(count * number for number, count in enumerate(bag))


@cache
def hope(left: Bag, levels: int) -> int:
    """Return what the lowest levels cannot exceed with what is left; -1 for too few tiles.

    The upper j of them have at most j/levels of the cells, filled with the densest points.
    """
    if sum(left) < 2 * levels:
        return -1
    dense = sorted((Fraction(-n, AREAS[n]), n) for n in NUMBERS if left[n])
    total = Fraction(0)
    for upper in range(1, levels):
        room = Fraction(area_of(left) * upper, levels)
        for _, number in dense:
            taken = min(room, Fraction(left[number] * AREAS[number]))
            total += taken * Fraction(number, AREAS[number])
            room -= taken
    return floor(total)


class PlainBags:
    """What bags alone allow, with the relations of a certificate."""

    def __init__(
        self, cards: Sequence[int], place: Sequence[int], lies_on: Sequence[Sequence[int]]
    ) -> None:
        self.total: Bag = tuple(cards.count(number) for number in NUMBERS)
        self._place, self._lies_on = place, lies_on
        self._known: dict[tuple[int, Bag, Bag], tuple[int, int]] = {}

    def minus(self, bag: Bag, part: Bag) -> Bag:
        """Return what is left of a bag."""
        return tuple(one - other for one, other in zip(bag, part, strict=True))

    def _row(self, bag: Bag) -> int:
        rank = sum(count * int(3**number) for number, count in enumerate(bag))
        return self._place[rank]

    def may_lie_on(self, upper: Bag, lower: Bag) -> bool:
        """Whether the certificate does not exclude it."""
        one, two = self._row(upper), self._row(lower)
        return one < 0 or two < 0 or bool(self._lies_on[one][two])

    def parts(self, bag: Bag, most: int) -> Iterator[Bag]:
        """Yield the parts of a bag that cover at most so many cells."""
        for part in product(*(range(count + 1) for count in bag)):
            if area_of(part) <= most:
                yield part

    def tops(self, levels: int) -> Iterator[tuple[Bag, int]]:
        """Yield the bags that may be the highest level, and the sums of their numbers."""
        for bag in self.parts(self.total, area_of(self.total) // levels):
            if any(bag) and (levels > 1 or bag == self.total):
                yield bag, sum_of(bag)

    def under(self, level: int, left: Bag, upper: Bag) -> Iterator[tuple[Bag, int]]:
        """Yield the bags that may lie on a level under a bag, and their points."""
        least = area_of(upper)
        if level == 0:
            if sum(left) >= 2 and area_of(left) >= least and self.may_lie_on(upper, left):
                yield left, 0
            return
        for bag in self.parts(left, area_of(left) // (level + 1)):
            enough = sum(bag) >= 2 and sum(left) - sum(bag) >= 2 * level and area_of(bag) >= least
            if enough and self.may_lie_on(upper, bag):
                yield bag, level * sum_of(bag)

    def can_bring(self, level: int, left: Bag, upper: Bag, need: int) -> bool:
        """Whether the levels from `level` down can bring so many points under a bag."""
        if level < 0:
            return need <= 0 and not any(left)
        low, high = self._known.get((level, left, upper), (-10_000, 10_000))
        if need <= low:
            return True
        if need >= high:
            return False
        for bag, points in self.under(level, left, upper):
            rest = self.minus(left, bag)
            if level > 0 and points + hope(rest, level) < need:
                continue
            if self.can_bring(level - 1, rest, bag, need - points):
                self._known[level, left, upper] = need, high
                return True
        self._known[level, left, upper] = low, need
        return False

    def can_bring_with(self, level: int, state: Level, bag: Bag, need: int) -> bool:
        """Whether the levels below a bag under a state can bring so many points."""
        left = self.minus(self.minus(self.total, state.used), bag)
        return self.can_bring(level - 1, left, bag, need)

    def impossible_pairs(self) -> Iterator[tuple[Bag, Bag]]:
        """Yield the small bags that the certificate says cannot lie on another one.

        Only pairs that areas and the number of tiles would allow.
        """
        small = [bag for bag in self.parts(self.total, 30) if 1 <= sum(bag) <= 3]
        for lower in small:
            for upper in small:
                fits = area_of(upper) <= area_of(lower) and sum(lower) >= 2
                both = all(a + b <= c for a, b, c in zip(upper, lower, self.total, strict=True))
                if fits and both and not self.may_lie_on(upper, lower):
                    yield upper, lower


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
    region = 0
    for _, cells in state.tiles:
        region |= cells

    def lay(laid: tuple[Tile, ...], used: Bag, possible: Sequence[Bag]) -> Iterator[Level]:
        bare = region
        for _, cells in laid:
            bare &= ~cells
        if not bare:
            yield from finished(laid, used, possible)
            return
        # The last cell, where the search takes the first.
        y, x = divmod(bare.bit_length() - 1, ROW)
        for number, squares in SHAPES:
            more = tuple(count + (index == number) for index, count in enumerate(used))
            still = [bag for bag in possible if all(a >= b for a, b in zip(bag, more, strict=True))]
            if still:
                for dx, dy in squares:
                    cells = cells_at(squares, x - dx, y - dy)
                    if not any(cells & other for _, other in laid):
                        yield from lay((*laid, (number, cells)), more, still)

    def finished(laid: tuple[Tile, ...], used: Bag, possible: Sequence[Bag]) -> Iterator[Level]:
        for _, upper in state.tiles:
            if sum(bool(upper & cells) for _, cells in laid) < 2:
                return
        for bag in possible:
            if bag != used or hang_together(laid):
                total = tuple(a + b for a, b in zip(state.used, bag, strict=True))
                yield Level(laid, bag, total, state.score + level * sum_of(bag))

    yield from lay((), (0,) * len(NUMBERS), choices)
