"""Rankings of contests, each worked out once for everybody who looks at it."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import islice

from nmbr9.match import contest as rules
from nmbr9.match.contest import Entry, Standing
from nmbr9.match.errors import EventError
from nmbr9.match.match import Match
from nmbr9.protocol.live_match import loaded
from nmbr9.server.access.deck_secrecy import entry_from
from nmbr9.server.remembered import Remembered
from nmbr9.storage import contests as stored
from nmbr9.storage.contests import ContestRow, EntryRow
from nmbr9.storage.damage import DAMAGE
from nmbr9.storage.database import Database
from nmbr9.storage.matches import load_match

MOST_CONTESTS = 200
"""Contests whose rankings are remembered."""
MOST_READ = 50
"""Running games that are read for one ranking; the others are shown as they were known last."""


@dataclass(frozen=True)
class Place:
    """One line of a ranking."""

    row: EntryRow
    entry: Entry
    standing: Standing


@dataclass(frozen=True)
class Board:
    """A ranking, best first, and where in it each player is."""

    places: tuple[Place, ...]
    of_player: dict[str, int]
    """The newest place of each."""
    is_closed: bool
    """Whether the contest was over then: what is not finished is practice."""


class Boards:
    """The rankings of one process."""

    def __init__(self, database: Database, playing: Callable[[str], Match | None]) -> None:
        """Read games from the database unless `playing` has them in memory."""
        self._database, self._playing = database, playing
        self._boards: OrderedDict[str, Remembered[Board]] = OrderedDict()

    async def board(self, contest: ContestRow, *, is_fresh: bool = False) -> Board:
        """Return the ranking of a contest.

        Raises: StorageError.
        """
        remembered = self._boards.get(contest.id)
        if remembered is None:
            running = _Running(self._database, self._playing)
            find = partial(_found, self._database, contest.id, running)
            remembered = self._boards[contest.id] = Remembered(find)
        self._boards.move_to_end(contest.id)
        while len(self._boards) > MOST_CONTESTS:
            self._boards.popitem(last=False)
        board = await remembered.get(is_fresh=is_fresh)
        if board.is_closed != rules.is_closed(contest.closes, time.time()):
            board = await remembered.get(is_fresh=True)
        return board


class _Running:
    """How games stand that are not over; one that was read is read again only when it has grown."""

    def __init__(self, database: Database, playing: Callable[[str], Match | None]) -> None:
        self._database, self._playing = database, playing
        self._known: dict[str, tuple[int, tuple[int, int]]] = {}
        """For each match how long it was, its score and its round."""

    def learn(self, rows: list[EntryRow]) -> None:
        """Look at the games that are news, the newest first; forget those that are over."""
        running = {row.match: row.length for row in rows if row.score is None}
        known = {id: known for id, known in self._known.items() if id in running}
        news = []
        for id, length in reversed(running.items()):
            if (match := self._playing(id)) is not None:
                known[id] = match.length, _stand(match)
            elif id not in known or known[id][0] < length:
                news.append(id)
        for id in islice(news, MOST_READ):
            known[id] = running[id], self._read(id)
        self._known = known

    def stand(self, id: str) -> tuple[int, int]:
        """Return score and round of a game."""
        return self._known[id][1] if id in self._known else (0, 0)

    def _read(self, id: str) -> tuple[int, int]:
        try:
            row, events, _ = load_match(self._database, id)
            return _stand(loaded(id, row.setup, events))
        except EventError as error:
            DAMAGE.note(f"match {id}", error)
            return 0, 0


def _stand(match: Match) -> tuple[int, int]:
    game = match.game
    return (0, 0) if game is None else (game.scores[0], game.table.round_number)


def _found(database: Database, id: str, running: _Running) -> Board:
    """Work a ranking out, in a thread."""
    contest, rows, now = (
        stored.find_contest(database, id),
        stored.entries(database, id),
        time.time(),
    )
    closes = None if contest is None else contest.closes
    running.learn(rows)
    entries = []
    for row in rows:
        score, rounds = running.stand(row.match) if row.score is None else (row.score, 0)
        entries.append(entry_from(row)._replace(score=score, rounds=rounds))
    standings = rules.board(entries, closes, now)
    places = tuple(Place(rows[one.entry], entries[one.entry], one) for one in standings)
    return Board(places, _players(places), rules.is_closed(closes, now))


def _players(places: tuple[Place, ...]) -> dict[str, int]:
    newest: dict[str, int] = {}
    for index, place in enumerate(places):
        player = place.row.player
        if player is None:
            continue
        known = newest.get(player)
        if known is None or places[known].row.created <= place.row.created:
            newest[player] = index
    return newest
