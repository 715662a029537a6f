"""The slow twin: NMBR 9 and its expansion written as plainly as possible.

Nothing here is shared with the engine. Every rule is a few lines over sets of cells, so that a
reader can hold each function against the paragraph of `rules.md` that its docstring names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

Action = dict[str, Any]
Cell = tuple[int, int]  # x to the right, y downwards
Cells = frozenset[Cell]
Outlines = dict[tuple[bool, int], Cells]  # by name: flipped or not, rotation

BASIC = "basic"
TWO_OUT_OF_THREE = "two-out-of-three"
LEVEL_TO_LEVEL = "level-to-level"

# Paragraph 1.1: the ten number tiles side by side, upright, number side up.
NUMBER_DRAWING = """
XXX XX. .XX XXX .XX XXX XX. XXX .XX XXX
X.X .X. .XX ..X .X. XXX X.. .X. .XX XXX
X.X .X. XX. .XX XXX ..X XXX XX. XX. XX.
XXX .X. XXX XXX .XX XXX XXX X.. XX. XX.
"""
# Paragraph 3.2: the six starting tiles side by side.
STARTING_DRAWING = """
XXX XX. X.X .X. XXXX XX.X
XXX XXX XXX XXX .XXX XXXX
X.. .XX .XX XXX .... ....
"""
# Paragraph 4.1: a filler's size is also the length of its row.
FILLER_SIZES = (1, 2)

MARKERS_PER_PLAYER = 2  # 5.1
HIGHEST_LEVEL_MARKER = 4  # 7.1, 7.2
OWN_SUPPLY_OF_FOUR_PLAYERS = 3  # 7.4
NO_LIMIT = 1000  # a level that no display reaches


def to_corner(cells: Iterable[Cell]) -> Cells:
    """The same outline with its bounding box starting at 0, 0 (9)."""
    listed = list(cells)
    left = min(x for x, _ in listed)
    top = min(y for _, y in listed)
    return frozenset((x - left, y - top) for x, y in listed)


def read_drawing(drawing: str) -> list[Cells]:
    """The outlines of tiles that are drawn side by side (1.1, 3.2)."""
    rows = [line.split() for line in drawing.split("\n") if line]
    return [
        to_corner((x, y) for y, row in enumerate(tile) for x, mark in enumerate(row) if mark == "X")
        for tile in zip(*rows, strict=True)
    ]


def turned(outline: Cells) -> Cells:
    """The outline after one quarter turn clockwise (2.2)."""
    return to_corner((-y, x) for x, y in outline)


def mirrored(outline: Cells) -> Cells:
    """The outline with left and right exchanged (1.1, 9)."""
    return to_corner((-x, y) for x, y in outline)


def outlines(upright: Cells) -> Outlines:
    """All distinct outlines: unflipped before flipped, then the smallest rotation (5.4, 9)."""
    found: Outlines = {}
    for flipped in (False, True):
        outline = mirrored(upright) if flipped else upright
        for rotation in range(4):
            if outline not in found.values():
                found[flipped, rotation] = outline
            outline = turned(outline)
    return found


NUMBERS = [outlines(upright) for upright in read_drawing(NUMBER_DRAWING)]
STARTING = read_drawing(STARTING_DRAWING)
FILLERS = {size: outlines(frozenset((x, 0) for x in range(size))) for size in FILLER_SIZES}


def shifted(outline: Cells, x: int, y: int) -> Cells:
    """The cells that the outline occupies with its bounding box at x, y (9)."""
    return frozenset((x + across, y + down) for across, down in outline)


def edge_neighbours(cells: Iterable[Cell]) -> set[Cell]:
    """All cells that share an edge with one of the cells; corners do not count (2.5, 5.3)."""
    return {near for x, y in cells for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))}


def is_connected(cells: Cells) -> bool:
    """Whether a path over shared edges joins all the cells (5.3)."""
    reached = {min(cells)}
    while True:
        further = (edge_neighbours(reached) & cells) - reached
        if not further:
            return reached == cells
        reached |= further


@dataclass(frozen=True)
class Piece:
    """Anything that lies in a display: a number tile, a starting tile or a filler."""

    cells: Cells
    level: int
    number: int | None = None  # of a number tile, for example 7
    is_flipped: bool = False
    is_filler: bool = False

    @property
    def is_number_tile(self) -> bool:
        """Starting tiles and fillers are no number tiles, turned-over tiles are (3.2, 5.4)."""
        return self.number is not None

    @property
    def points(self) -> int:
        """Number times level; nothing without a number or turned over (2.11, 3.2, 4.3, 5.4)."""
        return 0 if self.number is None or self.is_flipped else self.number * self.level


def number_piece(number: int, is_flipped: bool, place: Action) -> Piece:
    """A number tile with the rotation, x, y and level of an action (2.2, 9)."""
    cells = shifted(NUMBERS[number][is_flipped, place["rotation"]], place["x"], place["y"])
    return Piece(cells, place["level"], number, is_flipped)


class Layers:
    """A display cut into levels, to ask the placement rules of; one piece may be left out."""

    def __init__(self, pieces: list[Piece], lifted: int | None = None) -> None:
        lying = [piece for index, piece in enumerate(pieces) if index != lifted]
        self.highest = max((piece.level for piece in lying), default=-1)
        # Which piece lies on a cell of a level; one level more than there are pieces on.
        self.piece_at: list[dict[Cell, Piece]] = [{} for _ in range(self.highest + 2)]
        # Cells with a piece on that level or above.
        self.taken: list[set[Cell]] = [set() for _ in range(self.highest + 2)]
        for piece in lying:
            self.piece_at[piece.level].update(dict.fromkeys(piece.cells, piece))
            for level in range(piece.level + 1):
                self.taken[level] |= piece.cells

    def is_free(self, cells: Cells, level: int) -> bool:
        """No square where a piece already lies, nor under one (2.4)."""
        return self.taken[level].isdisjoint(cells)

    def is_adjacent(self, cells: Cells, level: int) -> bool:
        """Edge to edge with a piece on the level, if the level has any (2.5)."""
        on_level = self.piece_at[level]
        return not on_level or any(cell in on_level for cell in edge_neighbours(cells))

    def unsupported(self, cells: Cells, level: int) -> Cells:
        """The squares with nothing right below them; the table carries everything (2.6)."""
        if level == 0:
            return frozenset()
        return frozenset(cell for cell in cells if cell not in self.piece_at[level - 1])

    def tiles_below(self, cells: Cells, level: int) -> int:
        """How many tiles, fillers not counted, the squares rest on (2.7, 4.3)."""
        below = self.piece_at[level - 1]
        carriers = {below[cell] for cell in cells if cell in below}
        return sum(not piece.is_filler for piece in carriers)

    def is_whole_gap(self, empty: Cells, level: int) -> bool:
        """Whether these empty cells are exactly one gap of the level (5.3).

        They are when they hang together and every other cell at their edges is occupied: then no
        path of empty cells leads out, and no empty cell of the gap is missing.
        """
        border = edge_neighbours(empty) - empty
        return is_connected(empty) and all(cell in self.piece_at[level] for cell in border)

    def tokens_needed(self, cells: Cells, level: int) -> set[str] | None:
        """The tokens whose rules a number tile breaks there, or None if none would help.

        Paragraphs 2.4 to 2.7 with the exceptions of 5.3 (gap), 5.5 (apart) and 5.6 (single).
        """
        needed = set()
        if not self.is_free(cells, level):
            return None
        if not self.is_adjacent(cells, level):
            if level == 0:
                return None
            needed.add("apart")
        hanging = self.unsupported(cells, level)
        if hanging:
            if not self.is_whole_gap(hanging, level - 1):
                return None
            needed.add("gap")
        if level > 0:
            carriers = self.tiles_below(cells, level)
            if carriers == 0:
                return None
            if carriers == 1:
                needed.add("single")
        return needed

    def filler_fits(self, cells: Cells, level: int) -> bool:
        """A filler obeys 2.4, 2.5 and 2.6 and nothing else (4.2)."""
        may_lie_there = self.is_free(cells, level) and self.is_adjacent(cells, level)
        return may_lie_there and not self.unsupported(cells, level)

    def spots(self, outline: Cells, limit: int) -> Iterator[tuple[Cells, Action]]:
        """Everywhere up to the limit that may be worth a look: the cells, and x, y, level.

        On an empty table that is 0, 0 alone (9). Otherwise one square touches the pieces of level 0
        (2.5), or lies on a piece one level below (2.6; even over a gap one square has to).
        """
        if self.highest == -1:
            yield outline, {"x": 0, "y": 0, "level": 0}
            return
        for level in range(min(self.highest + 1, limit) + 1):
            near = self.piece_at[level - 1].keys() if level else edge_neighbours(self.piece_at[0])
            anchors = near - self.taken[level]
            corners = {(ax - dx, ay - dy) for ax, ay in anchors for dx, dy in outline}
            for x, y in sorted(corners):
                yield shifted(outline, x, y), {"x": x, "y": y, "level": level}


@dataclass(frozen=True)
class ReservedTile:
    """A tile kept in front of its player (5.8)."""

    number: int
    limit: int  # the highest level it may go to (7.6)
    highest_level: int  # of the number tiles when it was reserved
    is_from_this_turn: bool = True  # it can be built in later turns only


@dataclass
class Player:
    """Everything in front of one player and how far their turn has come."""

    pieces: list[Piece] = field(default_factory=list)  # in the order they entered the display
    fillers: set[int] = field(default_factory=set)  # sizes in hand
    used_tokens: set[str] = field(default_factory=set)
    reserved: ReservedTile | None = None
    taken_in_round: int = 0  # of the three cards of 6.1
    rejected_in_round: int = 0
    phase: str = "over"  # "choose", then "place", then "extras", then "over"
    number: int = -1  # the tile to place, in phase "place"
    limit: int = NO_LIMIT  # the highest level it may go to (7.2)
    pieces_at_start: int = 0  # how many pieces lay in the display when the turn began (5.7)
    has_taken: bool = False  # a card, in this turn
    has_built: bool = False  # the reserved tile, in this turn (5.8)
    crowded_levels: set[int] = field(default_factory=set)  # with two number tiles once (7.3)

    def copy(self) -> Player:
        """A player that shares nothing changeable with this one."""
        return replace(
            self,
            pieces=list(self.pieces),
            fillers=set(self.fillers),
            used_tokens=set(self.used_tokens),
            crowded_levels=set(self.crowded_levels),
        )

    def highest_level(self) -> int:
        """The highest level of a number tile; 0 for a display without any (5.8)."""
        return max((piece.level for piece in self.pieces if piece.is_number_tile), default=0)

    def markers_left(self) -> int:
        """Two markers, one for each token used (5.1)."""
        return MARKERS_PER_PLAYER - len(self.used_tokens)

    def owned(self, number: int) -> int:
        """How many tiles of a number lie in the display or are reserved (7.4)."""
        in_display = sum(piece.number == number for piece in self.pieces)
        is_reserved = self.reserved is not None and self.reserved.number == number
        return in_display + int(is_reserved)

    def note_crowded_levels(self) -> None:
        """Remember where two number tiles lie at this moment (7.3)."""
        levels = [piece.level for piece in self.pieces if piece.is_number_tile]
        self.crowded_levels |= {level for level in levels if levels.count(level) >= 2}

    def may_lift(self, index: int) -> bool:
        """A number tile that lay there when the turn began, nothing above it (5.2, 5.7)."""
        piece = self.pieces[index]
        is_covered = any(
            other.level > piece.level and other.cells & piece.cells for other in self.pieces
        )
        return piece.is_number_tile and index < self.pieces_at_start and not is_covered


class ReferenceGame:
    """One game, played by applying actions in the form of the record (9)."""

    def __init__(self, options: dict[str, Any], deck: list[int], starting_tiles: list[Any]) -> None:
        """Set up the displays (3.1, 4.1) and reveal the first card (2.1)."""
        self._variant: str = options["variant"]
        self._tokens_in_play: set[str] = set(options["special_tokens"])
        self._draw_pile = list(deck)
        self._revealed: list[int] = []
        self._cards_seen = 0
        self._round_number = 0
        self._active_markers = 1  # 7.1: marker 0
        self._is_over = False
        self._players = [Player() for _ in range(options["players"])]
        if options["starting_tiles"]:
            for player, tile in zip(self._players, starting_tiles, strict=True):
                # 9: an index into the six, or the rows of a shape of one's own.
                drawn = STARTING if isinstance(tile, int) else read_drawing("\n".join(tile))
                cells = drawn[tile if isinstance(tile, int) else 0]
                player.pieces.append(Piece(cells, level=0))
        if options["gap_fillers"]:
            for player in self._players:
                player.fillers = set(FILLER_SIZES)
        self._reveal()

    def copy(self) -> ReferenceGame:
        """The same position, to be played on independently."""
        twin = object.__new__(ReferenceGame)
        twin.__dict__.update(self.__dict__)
        twin._draw_pile = list(self._draw_pile)
        twin._revealed = list(self._revealed)
        twin._players = [player.copy() for player in self._players]
        return twin

    @property
    def is_over(self) -> bool:
        """Whether the last turn of the last round is over (2.1, 6.1, 7.5)."""
        return self._is_over

    @property
    def scores(self) -> list[int]:
        """The points of every player so far (2.11)."""
        return [sum(piece.points for piece in player.pieces) for player in self._players]

    @property
    def round_number(self) -> int:
        """The current round, from 1; once the game is over, the last one played."""
        return self._round_number

    @property
    def revealed(self) -> list[int]:
        """The cards face up now, in level-to-level from marker 0 up (7.1); none after the end."""
        return list(self._revealed)

    # Rounds and turns

    def _reveal(self) -> None:
        """Reveal cards and start everybody's turn, or end the game (2.1, 6.1, 7.1, 7.5)."""
        if self._variant == LEVEL_TO_LEVEL:
            self._activate_markers()
        count = self._active_markers
        if len(self._draw_pile) < count:
            self._is_over = True
            self._revealed = []
            return
        self._revealed = self._draw_pile[:count]
        self._draw_pile = self._draw_pile[count:]
        # 6.1: in two-out-of-three only every third card starts a round.
        if self._variant != TWO_OUT_OF_THREE or self._cards_seen % 3 == 0:
            self._round_number += 1
            for player in self._players:
                player.taken_in_round = player.rejected_in_round = 0
        self._cards_seen += count
        for player in self._players:
            self._start_turn(player)

    def _activate_markers(self) -> None:
        """One more if two number tiles of a player ever lay on the last active level (7.3)."""
        while self._active_markers <= HIGHEST_LEVEL_MARKER:
            last = self._active_markers - 1
            if not any(last in player.crowded_levels for player in self._players):
                break
            self._active_markers += 1

    def _start_turn(self, player: Player) -> None:
        """A new turn; in the basic game the tile is taken already (2.1, 8.1)."""
        player.pieces_at_start = len(player.pieces)
        player.has_built = player.has_taken = False
        if player.reserved is not None:
            player.reserved = replace(player.reserved, is_from_this_turn=False)
        player.phase = "choose"
        if self._variant == BASIC:
            self._take(player, self._revealed[0], NO_LIMIT)

    def _take(self, player: Player, number: int, limit: int) -> None:
        """The tile is to be placed or reserved next (2.1, 6.2, 7.1, 7.2)."""
        player.phase = "place"
        player.has_taken = True
        player.number = number
        player.limit = limit

    def _optional(self, player: Player) -> Iterator[Action]:
        """Whatever may be done beside the compulsory part; in a missed round nothing (7.4, 8.1)."""
        if player.phase == "choose" and {"do": "pass"} in self._choices(player):
            return
        yield from self._fills(player)
        yield from self._builds(player)
        yield from self._moves(player)

    def _can_use(self, player: Player, token: str) -> bool:
        """In play, not used by this player before, and a marker left (5.1)."""
        is_unused = token in self._tokens_in_play and token not in player.used_tokens
        return is_unused and player.markers_left() > 0

    # Legal actions

    def legal_actions(self, player: int) -> list[Action]:
        """Everything the player may do now; nothing once their turn is over (8.1)."""
        state = self._players[player]
        if self._is_over or state.phase == "over":
            return []
        if state.phase == "choose":
            found = list(self._choices(state))
        elif state.phase == "place":
            found = list(self._placements(state))
            if self._can_use(state, "reserve"):
                found.append({"do": "reserve"})
        else:
            found = [{"do": "done"}]
        found.extend(self._optional(state))
        return [{"player": player, **action} for action in found]

    def _choices(self, player: Player) -> Iterator[Action]:
        """Take or reject (6.2), or take from a pile, or pass if there is nothing to take (7.4)."""
        if self._variant == TWO_OUT_OF_THREE:
            if player.taken_in_round < 2:
                yield {"do": "take"}
            # 5.8: what is built is built in a turn whose own tile is placed.
            if player.rejected_in_round < 1 and not player.has_built:
                yield {"do": "reject"}
            return
        piles = [
            pile
            for pile, number in enumerate(self._revealed)
            if len(self._players) < 4 or player.owned(number) < OWN_SUPPLY_OF_FOUR_PLAYERS
        ]
        for pile in piles:
            yield {"do": "take", "pile": pile}
        if not piles:
            yield {"do": "pass"}

    def _placements(self, player: Player) -> Iterator[Action]:
        """This turn's tile wherever the player can pay the tokens it costs (2.2 to 2.8, 5.2)."""
        layers = Layers(player.pieces)
        for (flipped, rotation), outline in NUMBERS[player.number].items():
            if flipped and not self._can_use(player, "black"):
                continue
            for cells, spot in layers.spots(outline, player.limit):
                needed = layers.tokens_needed(cells, spot["level"])
                if needed is None:
                    continue
                if flipped:
                    needed.add("black")
                can_use_all = all(self._can_use(player, token) for token in needed)
                if can_use_all and len(needed) <= player.markers_left():
                    tile = {"number": player.number, "flipped": flipped, "rotation": rotation}
                    yield {"do": "place", **tile, **spot, "tokens": sorted(needed)}

    def _fills(self, player: Player) -> Iterator[Action]:
        """A filler in hand (4.1, 4.2); in level-to-level not on level 5 (7.2)."""
        limit = HIGHEST_LEVEL_MARKER if self._variant == LEVEL_TO_LEVEL else NO_LIMIT
        layers = Layers(player.pieces)
        for size in sorted(player.fillers):
            for (_, rotation), outline in FILLERS[size].items():
                for cells, spot in layers.spots(outline, limit):
                    if layers.filler_fits(cells, spot["level"]):
                        yield {"do": "fill", "size": size, "rotation": rotation, **spot}

    def _builds(self, player: Player) -> Iterator[Action]:
        """A tile reserved in an earlier turn, without help of tokens (5.2, 5.8, 7.6).

        Only in a turn whose own tile is placed: in one where it is, or can still be.
        """
        reserved = player.reserved
        if reserved is None or reserved.is_from_this_turn or not self._has_own_tile(player):
            return
        layers = Layers(player.pieces)
        for (flipped, rotation), outline in NUMBERS[reserved.number].items():
            if flipped:
                continue
            for cells, spot in layers.spots(outline, reserved.limit):
                if layers.tokens_needed(cells, spot["level"]) == set():
                    yield {"do": "build", "rotation": rotation, **spot}

    def _has_own_tile(self, player: Player) -> bool:
        """Whether a tile of this turn is placed, in hand, or may be taken (5.8)."""
        if player.phase == "choose":
            return any(choice["do"] == "take" for choice in self._choices(player))
        return player.phase == "place" or player.has_taken

    def _moves(self, player: Player) -> Iterator[Action]:
        """Lift an own number tile and place it somewhere else, never higher (5.7)."""
        if not self._can_use(player, "move"):
            return
        for index, piece in enumerate(player.pieces):
            if piece.number is None or not player.may_lift(index):
                continue
            layers = Layers(player.pieces, lifted=index)
            for (flipped, rotation), outline in NUMBERS[piece.number].items():
                if flipped != piece.is_flipped:
                    continue
                for cells, spot in layers.spots(outline, piece.level):
                    is_elsewhere = (cells, spot["level"]) != (piece.cells, piece.level)
                    if is_elsewhere and layers.tokens_needed(cells, spot["level"]) == set():
                        yield {"do": "move", "piece": index, "rotation": rotation, **spot}

    # Applying an action

    def apply(self, action: Action) -> None:
        """Do what a legal action says, then end the turn and reveal if that was all (8.1, 8.2)."""
        player = self._players[action["player"]]
        do = action["do"]
        if do in ("take", "reject", "pass"):
            self._apply_choice(player, action)
        elif do in ("place", "reserve"):
            self._apply_tile_of_turn(player, action)
        elif do in ("fill", "build", "move"):
            self._apply_optional(player, action)
        elif do == "done":
            player.phase = "over"
        else:
            raise ValueError(f"unknown action {do!r}")
        self._lose_reserved_tile(player)
        player.note_crowded_levels()
        if player.phase == "extras" and not any(self._optional(player)):
            player.phase = "over"  # 8.1: nobody is asked for "done" when nothing else can be done
        if all(one.phase == "over" for one in self._players):
            self._reveal()

    def _apply_choice(self, player: Player, action: Action) -> None:
        """Take, with the limit of the marker in level-to-level, reject or pass (6.2, 7.2, 7.4)."""
        if action["do"] == "take":
            player.taken_in_round += 1
            pile = action.get("pile", 0)
            limit = pile if self._variant == LEVEL_TO_LEVEL else NO_LIMIT
            self._take(player, self._revealed[pile], limit)
        else:
            player.rejected_in_round += int(action["do"] == "reject")
            player.phase = "extras" if action["do"] == "reject" else "over"

    def _apply_tile_of_turn(self, player: Player, action: Action) -> None:
        """The tile enters the display and its tokens are used (2.2, 5.1), or is kept (5.8, 7.6)."""
        if action["do"] == "place":
            player.pieces.append(number_piece(action["number"], action["flipped"], action))
            player.used_tokens |= set(action["tokens"])
        else:
            player.reserved = ReservedTile(player.number, player.limit, player.highest_level())
            player.used_tokens.add("reserve")
        player.phase = "extras"

    def _apply_optional(self, player: Player, action: Action) -> None:
        """A filler (4.1), the reserved tile (5.8), or a moved one, which keeps its index (5.7)."""
        if action["do"] == "fill":
            outline = FILLERS[action["size"]][False, action["rotation"]]
            cells = shifted(outline, action["x"], action["y"])
            player.pieces.append(Piece(cells, action["level"], is_filler=True))
            player.fillers.remove(action["size"])
        elif action["do"] == "build":
            assert player.reserved is not None
            player.pieces.append(number_piece(player.reserved.number, False, action))
            player.reserved = None
            player.has_built = True
        else:
            piece = player.pieces[action["piece"]]
            assert piece.number is not None
            player.pieces[action["piece"]] = number_piece(piece.number, piece.is_flipped, action)
            player.used_tokens.add("move")

    def _lose_reserved_tile(self, player: Player) -> None:
        """Back to the supply once a number tile lies higher than any did when reserving (5.8)."""
        reserved = player.reserved
        if reserved is not None and player.highest_level() > reserved.highest_level:
            player.reserved = None
