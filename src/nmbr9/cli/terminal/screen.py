"""The screen of the terminal game, drawn anew after every command."""

from __future__ import annotations

from collections.abc import Iterable

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from nmbr9.cli.terminal.controls import COMMANDS, QUIT_WORDS
from nmbr9.cli.terminal.session import Session
from nmbr9.draw.text import from_above, level_by_level, score_table
from nmbr9.draw.words import printable, standing
from nmbr9.rules import Game, Place, Reject, Take, Variant
from nmbr9.rules.pieces.geometry import Cell
from nmbr9.rules.placing.bitboard import MARGIN

LISTED_SPOTS = 9
LINES_AROUND = 6
"""Lines of the screen that are not the picture."""
NOTHING_TO_PRESS = ("left", "right", "up", "down", "help", "previous")


def draw_session(session: Session, width: int, height: int | None = None) -> RenderableType:
    """Return everything a player needs to see for the next command.

    Lines between tiles are left out where they would push the head off a screen of that height.
    """
    game, state = session.game, session.game.players[session.player]
    parts: list[RenderableType] = [_headline(session)]
    board = Table.grid(padding=(0, 3))
    board.add_column(no_wrap=True)
    board.add_column()
    _, top, _, bottom = state.display.bounds
    rows = bottom - top + 1 + 2 * MARGIN
    has_room = height is None or 2 * rows + LINES_AROUND <= height
    board.add_row(_picture(session, has_room), _facts(session))
    parts.append(board)
    if session.shows_levels:
        parts.append(level_by_level(state.display, width=width))
    if len(game.players) > 1:
        parts.append(_others(session))
    if session.shows_others:
        parts.append(_displays(game, [s for s in range(len(game.players)) if s != session.player]))
    parts.append(_trial_line(session))
    if session.shows_spots:
        parts.append(_spot_list(session))
    parts.append(_commands(session))
    if session.message:
        parts.append(Text(printable(session.message), style="bold yellow"))
    return Group(*parts)


def draw_end(game: Game) -> RenderableType:
    """Return the end of a game: displays, points per level, who has won."""
    displays = [state.display for state in game.players]
    return Group(
        _displays(game, range(len(game.players))),
        score_table(game.names, displays),
        Text(standing(game), style="bold"),
    )


def _displays(game: Game, seats: Iterable[int]) -> Columns:
    """Return the displays of some players next to each other."""
    return Columns(
        [
            Panel(
                from_above(game.players[s].display),
                title=Text(printable(game.names[s])),
                expand=False,
            )
            for s in seats
        ]
    )


def _headline(session: Session) -> Text:
    game = session.game
    text = Text(f"Round {game.table.round_number}", style="bold")
    if game.options.variant is Variant.TWO_OUT_OF_THREE:
        text.append(f", card {game.table.card_in_round} of 3")
    if len(game.table.revealed) > 1 or game.options.variant is Variant.LEVEL_TO_LEVEL:
        cards = "  ".join(f"x{level}: {card}" for level, card in enumerate(game.table.revealed))
        text.append(f"   open cards  {cards}", style="bold cyan")
    else:
        text.append(f"   card {game.table.revealed[0]}", style="bold cyan")
    text.append(f"   {printable(game.names[session.player])}", style="bold green")
    seconds = session.seconds_left
    if seconds is not None:
        text.append(f"   {seconds:.0f} s left", style="bold red")
    return text


def _picture(session: Session, lines: bool) -> Text:
    game, player = session.game, session.player
    display = game.players[player].display
    if session.trial is None:
        return from_above(display, lines=lines)
    ground = session.trial.ground(game, player)
    wrong: list[Cell] = [
        square
        for violation in session.trial.violations(game, player)
        for square in violation.squares
    ]
    return from_above(
        ground,
        session.trial.piece(ground),
        _spot_cells(session) if session.shows_spots else None,
        misfits=wrong,
        lines=lines,
    )


def _spot_cells(session: Session) -> set[Cell]:
    """Return the cell of the first square of each spot, for the way the tile is held."""
    trial = session.trial
    assert trial is not None, "spots belong to something held"
    piece = trial.piece(trial.ground(session.game, session.player))
    dx, dy = piece.outline.squares[0]
    return {
        (action.x + dx, action.y + dy)
        for action in session.spots()
        if action.rotation == piece.rotation
        and (not isinstance(action, Place) or action.flipped == piece.flipped)
    }


def _facts(session: Session) -> RenderableType:
    game, state = session.game, session.game.players[session.player]
    left = "  ".join(f"{number}:{count}" for number, count in enumerate(game.cards_left) if count)
    facts = Table.grid(padding=(0, 1))
    facts.add_row("still to come", left or "nothing")
    if state.fillers:
        facts.add_row("gap fillers", " and ".join(map(str, state.fillers)))
    if state.reserved:
        facts.add_row("in reserve", str(state.reserved.number))
    if game.options.special_tokens:
        tokens = Text()
        for token in game.options.special_tokens:
            used = token in state.used_tokens
            tokens.append(f"{token} ", style="strike dim" if used else "bold")
        facts.add_row("tokens", tokens)
        facts.add_row("markers left", str(state.markers_left))
    return Group(facts, score_table([game.names[session.player]], [state.display]))


def _others(session: Session) -> Text:
    game = session.game
    text = Text()
    for seat, name in enumerate(game.names):
        waits = "playing" if seat in game.waiting_for else "has placed"
        text.append(f"{printable(name)} {game.players[seat].display.points} ({waits})   ")
    return text


def _trial_line(session: Session) -> Text:
    if session.trial is None:
        return Text(_what_next(session), style="bold")
    action = session.trial.action(session.game, session.player)
    violations = session.game.violations(session.player, action)
    if violations:
        reasons = "; ".join(str(violation) for violation in violations)
        return Text(f"{action}  does not fit: {reasons}", style="red")
    piece = session.trial.piece(session.trial.ground(session.game, session.player))
    text = Text(f"{action}  fits on level {piece.level}, {piece.points:+} points", style="green")
    if isinstance(action, Place) and action.tokens:
        text.append(f", costs {' and '.join(action.tokens)}", style="bold yellow")
    return text


def _what_next(session: Session) -> str:
    legal = session.legal()
    if not legal:
        return "Your turn is over."
    if any(isinstance(action, Take) and action.pile is not None for action in legal):
        return "Choose an open card by its level: " + ", ".join(
            str(action.pile) for action in legal if isinstance(action, Take)
        )
    if any(isinstance(action, (Take, Reject)) for action in legal):
        return "Take the card or reject it?"
    return "Your tile is placed. Add something, or say done."


def _spot_list(session: Session) -> Text:
    spots = session.spots()
    lines = [f"{number}  {action}" for number, action in enumerate(spots[:LISTED_SPOTS], start=1)]
    more = len(spots) - len(lines)
    return Text("\n".join([*lines, *([f"and {more} more (Tab walks)"] if more > 0 else [])]))


def _commands(session: Session) -> Text:
    """Return the commands that are of use now; with explanations on request."""
    useful = [command for command in COMMANDS if command.is_useful(session)]
    text = Text(style="dim")
    if session.shows_help:
        for command in useful:
            text.append(f"  {command.key:8}{command.word:10}{command.help}\n")
        text.append("  :       notation  try a spot by typing it, such as 8r@3,-2^1\n")
        text.append(f"  escape  {QUIT_WORDS[0]:10}save and stop")
        return text
    if session.trial is not None:
        text.append("arrows move  ")
    for command in useful:
        if command.word not in NOTHING_TO_PRESS:
            text.append(command.key, style="bold").append(f" {command.word}  ")
    return (
        text.append("?", style="bold").append(" help  ").append("esc", style="bold").append(" stop")
    )
