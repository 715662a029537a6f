"""The games that are kept on this machine: saved by the terminal, or played in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from nmbr9.cli.input.saved_games import games_folder, loaded
from nmbr9.rules.game import Game

if TYPE_CHECKING:
    from nmbr9.storage.database import Database
    from nmbr9.storage.matches import MatchRow

MOST_LISTED = 1000
"""Of each kind, the newest ones."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game of this machine, as far as a list tells."""

    name: str
    where: str
    """`terminal` or `browser`."""
    date: str
    players: int
    variant: str
    is_over: bool
    scores: list[int] | None
    """None while it is running in the browser."""


def kept_games(leave_out: Callable[[Path], object]) -> Iterator[Kept]:
    """Yield all games, those of the terminal first, the newest first of each.

    Files in their folder that are no records go to `leave_out`.
    """
    for path in sorted(games_folder().glob("*.json"), reverse=True)[:MOST_LISTED]:
        game = loaded(path)
        if game is None:
            leave_out(path)
        else:
            date = game.about.date or _date(path.stat().st_mtime)
            yield _told(path.stem, "terminal", date, game)
    with _database() as database:
        if database is not None:
            from nmbr9.storage.matches import newest_matches

            for row in newest_matches(database, MOST_LISTED):
                yield _told_match(database, row)


def find_kept(name: str) -> Game | None:
    """Return the game that is kept under a name, or None.

    Raises: typer.BadParameter, for a game that is still played in the browser.
    """
    path = games_folder() / f"{name}.json"
    if path.is_file():
        return loaded(path)
    with _database() as database:
        if database is None:
            return None
        from nmbr9.storage.errors import NotFound
        from nmbr9.storage.matches import load_match

        try:
            row, _, _ = load_match(database, name)
        except NotFound:
            return None
        if row.finished is None:
            # Its cards are a secret until the end, also from those who play on this machine.
            raise typer.BadParameter(
                f"expected a finished game, got {name}, which is still played in the browser"
            )
        return _played(database, row)


def _told(name: str, where: str, date: str, game: Game) -> Kept:
    options = game.options
    return Kept(name, where, date, options.players, str(options.variant), game.is_over, game.scores)


def _told_match(database: Database, row: MatchRow) -> Kept:
    game = None if row.finished is None else _played(database, row)
    if game is not None:
        return _told(row.id, "browser", _date(row.created), game)
    options = (row.played or row.setup)["options"]
    return Kept(
        row.id,
        "browser",
        _date(row.created),
        options["players"],
        options["variant"],
        row.finished is not None,
        None,
    )


def _played(database: Database, row: MatchRow) -> Game | None:
    """Return the game of a finished match; None if it does not follow the rules of today."""
    from nmbr9.match.errors import EventError
    from nmbr9.storage.matches import load_events

    try:
        return game_of_match(row.id, row.setup, load_events(database, row.id, 0))
    except EventError:
        return None


def game_of_match(id: str, setup: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> Game:
    """Return the game of a match that was started, as it is stored.

    Raises: EventError, when it does not follow the rules of today.
    """
    from nmbr9.match.events import event_from_dict
    from nmbr9.match.match import Match
    from nmbr9.match.setup import Setup

    match = Match.replayed(id, Setup.from_dict(setup), map(event_from_dict, events))
    assert match.game is not None, "a finished match was started"
    return match.game


@contextmanager
def _database() -> Iterator[Database | None]:
    """Yield the database of `nmbr9 play`, or None if nobody has played in the browser."""
    from nmbr9.storage.database import default_database_url, open_existing
    from nmbr9.storage.errors import NotFound

    try:
        database = open_existing(default_database_url())
    except NotFound:
        yield None
        return
    with closing(database):
        yield database


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
