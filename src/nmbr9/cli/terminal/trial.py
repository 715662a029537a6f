"""A piece being tried: where it would lie, what it would bring or why it does not fit (2.10)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nmbr9.rules import (
    Action,
    Build,
    Display,
    Fill,
    Game,
    GapFiller,
    Move,
    NumberTile,
    Piece,
    Place,
    Violation,
)
from nmbr9.rules.options import parse_token
from nmbr9.rules.pieces.tiles import Tile, name_of, outline_of


@dataclass(frozen=True, slots=True)
class Held:
    """What a player holds: the tile of the turn, a filler, the reserved tile or one to move."""

    kind: str
    """The action it becomes: place, fill, build or move."""
    tile: Tile
    flipped: bool = False
    piece: int | None = None
    """The index of the piece that is lifted, only for a move."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A held piece over a spot. Its level follows from what lies below."""

    held: Held
    rotation: int = 0
    x: int = 0
    y: int = 0

    def turned(self, quarter_turns: int) -> Trial:
        """Return the trial after turning, the left and top cell of its box kept in place."""
        return replace(self, rotation=(self.rotation + quarter_turns) % 4)

    def moved(self, dx: int, dy: int) -> Trial:
        """Return the trial so many cells further."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def flipped(self) -> Trial:
        """Return the trial with the tile turned over."""
        return replace(self, held=replace(self.held, flipped=not self.held.flipped))

    def piece(self, display: Display) -> Piece:
        """Return the piece as it would lie in a display."""
        flipped, rotation = name_of(self.held.tile, self.held.flipped, self.rotation)
        if self.held.kind == "move":
            flipped = self.held.flipped
        return Piece(self.held.tile, self.x, self.y, self._level(display), rotation, flipped)

    def _level(self, display: Display) -> int:
        """Return the level on which the squares come to rest: one above the highest below."""
        cells = outline_of(self.held.tile, self.held.flipped, self.rotation).at(self.x, self.y)
        tops = [
            level
            for x, y in cells
            for level in range(len(display.levels))
            if (x, y, level) in display.piece_by_cell
        ]
        return 1 + max(tops, default=-1)

    def action(self, game: Game, player: int) -> Action:
        """Return the action that would lay it there, with the tokens that would be needed."""
        display = self.ground(game, player)
        piece = self.piece(display)
        spot = (piece.rotation, piece.x, piece.y, piece.level)
        if isinstance(piece.tile, GapFiller):
            return Fill(player, piece.tile.size, *spot)
        if self.held.kind == "build":
            return Build(player, *spot)
        if self.held.piece is not None:
            return Move(player, self.held.piece, *spot)
        assert isinstance(piece.tile, NumberTile), "starting tiles are never held"
        plain = Place(player, piece.tile.number, piece.flipped, *spot)
        needed = {v.token for v in game.violations(player, plain) if v.token}
        tokens = tuple(sorted(map(parse_token, needed)))
        usable = game.players[player].usable_tokens(game.options)
        # Tokens that cannot be used would only hide the rule that is broken.
        return replace(plain, tokens=tokens) if set(tokens) <= set(usable) else plain

    def ground(self, game: Game, player: int) -> Display:
        """Return the display it is tried on: for a move, without the lifted piece."""
        display = game.players[player].display
        return display if self.held.piece is None else display.without(self.held.piece)

    def violations(self, game: Game, player: int) -> tuple[Violation, ...]:
        """Return why it does not fit there; nothing if it does."""
        return game.violations(player, self.action(game, player))

    @staticmethod
    def of(action: Action, game: Game) -> Trial | None:
        """Return the trial that a listed or typed action stands for; None if it lays nothing."""
        state = game.players[action.player]
        match action:
            case Place():
                held = Held("place", NumberTile(action.number), action.flipped)
            case Fill():
                held = Held("fill", GapFiller(action.size))
            case Build() if state.reserved is not None:
                held = Held("build", NumberTile(state.reserved.number))
            case Move() if action.piece < len(state.display.pieces):
                piece = state.display.pieces[action.piece]
                held = Held("move", piece.tile, piece.flipped, action.piece)
            case _:
                return None
        return Trial(held, action.rotation, action.x, action.y)
