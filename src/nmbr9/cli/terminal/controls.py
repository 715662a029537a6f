"""The words and keys a player can type, and what each does to the session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nmbr9.cli.terminal.session import Session
from nmbr9.rules import Build, Fill, Move, Reject, Reserve, Take, Token


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its word, its key, what it says in the help, when it is of use."""

    word: str
    key: str
    help: str
    run: Callable[[Session], None]
    is_useful: Callable[[Session], bool] = lambda _: True


def _holds(session: Session) -> bool:
    return session.trial is not None


def _offers(kind: type) -> Callable[[Session], bool]:
    return lambda session: any(isinstance(action, kind) for action in session.legal())


def _offers_one_card(session: Session) -> bool:
    return any(isinstance(action, Take) and action.pile is None for action in session.legal())


def _is_settled(session: Session) -> bool:
    state = session.game.players[session.player]
    return state.turn.is_settled and not state.turn.is_over


def _can_flip(session: Session) -> bool:
    held = session.held
    return held is not None and held.kind == "place" and session.can(Token.BLACK)


def _toggle_spots(session: Session) -> None:
    session.shows_spots = not session.shows_spots


def _toggle_levels(session: Session) -> None:
    session.shows_levels = not session.shows_levels


def _toggle_others(session: Session) -> None:
    session.shows_others = not session.shows_others


def _help(session: Session) -> None:
    session.shows_help = not session.shows_help


COMMANDS: tuple[Command, ...] = (
    Command("place", "enter", "place it there", Session.confirm, _holds),
    Command("left", "left", "move left", lambda s: s.nudge(-1, 0), _holds),
    Command("right", "right", "move right", lambda s: s.nudge(1, 0), _holds),
    Command("up", "up", "move up", lambda s: s.nudge(0, -1), _holds),
    Command("down", "down", "move down", lambda s: s.nudge(0, 1), _holds),
    Command("turn", "e", "turn clockwise", lambda s: s.turn(1), _holds),
    Command("back", "q", "turn the other way", lambda s: s.turn(-1), _holds),
    Command("next", "tab", "next legal spot", lambda s: s.walk(1), _holds),
    Command("previous", "backtab", "previous legal spot", lambda s: s.walk(-1), _holds),
    Command("spots", "s", "show all legal spots", _toggle_spots, _holds),
    Command("undo", "u", "take the trial back", Session.undo, _holds),
    Command("take", "t", "take the card", Session.take, _offers_one_card),
    Command("reject", "x", "reject the card", lambda s: s.do(Reject(s.player)), _offers(Reject)),
    Command("flip", "f", "turn it over", Session.flip, _can_flip),
    Command(
        "reserve",
        "k",
        "keep it for later",
        Session.reserve,
        _offers(Reserve),
    ),
    Command(
        "reserved",
        "b",
        "hold the reserved tile",
        Session.hold_reserved,
        _offers(Build),
    ),
    Command(
        "filler",
        "g",
        "hold a gap filler",
        Session.hold_filler,
        _offers(Fill),
    ),
    Command("lift", "m", "lift a tile to move it", Session.lift, _offers(Move)),
    Command("done", "d", "end the turn", Session.done, _is_settled),
    Command(
        "switch",
        "w",
        "let another player go first",
        Session.switch,
        lambda s: len(s.people_waiting()) > 1,
    ),
    Command(
        "prompt",
        "p",
        "prompt the slow player: one minute",
        Session.nudge_slow,
        lambda s: 0 < len(s.game.waiting_for) < len(s.game.players),
    ),
    Command(
        "others",
        "o",
        "look at the other displays",
        _toggle_others,
        lambda s: len(s.game.players) > 1,
    ),
    Command("levels", "l", "look at every level alone", _toggle_levels),
    Command("help", "?", "show or hide this list", _help),
)

QUIT_WORDS = ("quit", "exit", "stop")
QUIT_KEYS = ("ctrl-d", "escape")

BY_WORD = {command.word: command for command in COMMANDS}
BY_KEY = {command.key: command for command in COMMANDS}


def run_line(session: Session, line: str) -> bool:
    """Do what a typed line says; return False when the player wants to stop.

    A line is a word or key of the list, the number of a spot or a card, or the text notation.
    An empty line places what is held.
    """
    text = line.strip()
    lower = text.lower()
    if lower in QUIT_WORDS:
        return False
    if not text:
        session.confirm()
    elif lower in BY_WORD:
        BY_WORD[lower].run(session)
    elif lower in BY_KEY:
        BY_KEY[lower].run(session)
    elif lower.isascii() and lower.isdecimal() and len(lower) < 5:
        choose_number(session, int(lower))
    else:
        session.type(text)
    return True


def choose_number(session: Session, number: int) -> None:
    """Take the card under a marker, or go to a spot by its number."""
    if _offers(Take)(session) and any(
        isinstance(action, Take) and action.pile is not None for action in session.legal()
    ):
        session.take(number)
    else:
        session.go_to(number)


def run_key(session: Session, key: str) -> bool:
    """Do what a key says; return False when the player wants to stop."""
    if key in QUIT_KEYS:
        return False
    if key in BY_KEY:
        BY_KEY[key].run(session)
    elif key.isascii() and key.isdecimal():
        choose_number(session, int(key))
    else:
        session.message = f"The key {key!r} does nothing here. ? shows what you can do."
    return True
