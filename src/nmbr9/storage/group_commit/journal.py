"""Group commit: one thread writes what all running matches append.

A transaction that is safe on the disk takes milliseconds, whatever its size. So the writer takes
all that queued up while it wrote the last batch, waits a moment for company, and commits that
together.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from nmbr9.match.store import Receipt
from nmbr9.rules.errors import shown
from nmbr9.storage.database import Database
from nmbr9.storage.errors import Conflict, NotFound, StorageError, Unavailable
from nmbr9.storage.event_json import event_row, to_text
from nmbr9.storage.group_commit.append import Append, Finish, Seated
from nmbr9.storage.group_commit.channel import CHANNEL
from nmbr9.storage.group_commit.one_statement import OneStatement
from nmbr9.storage.group_commit.raw_sql import Direct, is_one_of
from nmbr9.storage.group_commit.wal_checkpoint import Checkpointer
from nmbr9.storage.listings import REMOVE_LISTING, SET_LISTING, State, row_of
from nmbr9.storage.matches import ADD_EVENTS, ADD_PLAYER, compared
from nmbr9.storage.tables import matches, players, seats

__all__ = ["Append", "Finish", "Journal", "Seated"]

LOG = logging.getLogger(__name__)

LINGER_SECONDS = 0.004
"""How long a batch waits for company: nobody notices, and a busy server commits half as often."""

# Built once: to build a statement takes longer than to carry it out.
LENGTHS = {
    is_postgresql: select(matches.c.id, matches.c.length)
    .where(is_one_of(matches.c.id, is_postgresql=is_postgresql))
    .order_by(matches.c.id)
    .with_for_update()
    for is_postgresql in (False, True)
}
SET_LENGTH = (
    update(matches).where(matches.c.id == bindparam("match")).values(length=bindparam("grown"))
)
SET_FINISHED = (
    update(matches).where(matches.c.id == bindparam("match")).values(finished=bindparam("at"))
)
SET_SCORE = (
    update(seats)
    .where(seats.c.match == bindparam("of_match"), seats.c.seat == bindparam("of_seat"))
    .values(score=bindparam("points"), helped=bindparam("was_helped"))
)
SET_PLAYER = (
    update(seats)
    .where(seats.c.match == bindparam("of_match"), seats.c.seat == bindparam("of_seat"))
    # Whatever token there was, it was the last one's.
    .values(player=bindparam("sits"), token_hash=bindparam("opened_by"))
)
ADD_SEAT = {
    is_postgresql: make(seats)
    .values(match=bindparam("of_match"), seat=bindparam("of_seat"))
    .on_conflict_do_nothing()
    for is_postgresql, make in ((False, sqlite.insert), (True, postgresql.insert))
}
SET_PLAYED = (
    update(matches)
    .where(matches.c.id == bindparam("of_match"))
    .values(
        played=bindparam("is_played"),
        options_key=bindparam("by_options"),
        players=bindparam("seated"),
    )
)
HOLD_PLAYERS = {
    is_postgresql: select(players.c.id)
    .where(is_one_of(players.c.id, is_postgresql=is_postgresql))
    .order_by(players.c.id)
    .with_for_update(read=True, key_share=True)
    for is_postgresql in (False, True)
}
NOTIFY = text("SELECT pg_notify(:channel, line) FROM unnest(CAST(:lines AS text[])) AS line")


class _Queued(NamedTuple):
    """An append in the queue."""

    number: int
    item: Append
    rows: list[dict[str, Any]]
    receipt: Receipt


class Journal:
    """The writer's thread and its queue. Other processes may have one on the same database."""

    def __init__(
        self,
        database: Database,
        *,
        max_batch: int = 500,
    ) -> None:
        self.batches = 0
        """How many transactions were committed."""
        self.appended = 0
        """How many appends they stored."""
        self.last_batch_seconds = 0.0
        """How long the last transaction took, whether it succeeded or not."""
        self._database = database
        self._max_batch = max_batch
        self._queue: SimpleQueue[_Queued | None] = SimpleQueue()
        # Guards the two below: numbers go into the queue in order, and nothing after the end.
        self._lock = threading.Lock()
        self._number = 0
        self._closed = False
        # For a match whose append failed: the newest number then. What was queued up to it may
        # build on the append that is missing, even if its length happens to fit.
        self._broken: dict[str, int] = {}
        self._checkpointer = None if database.is_postgresql else Checkpointer(database)
        self._one_statement = OneStatement(database) if database.is_postgresql else None
        self._thread = threading.Thread(target=self._run, name="nmbr9-journal", daemon=True)
        self._thread.start()

    def append(self, item: Append) -> Receipt:
        """Queue events; the receipt is done when they are durable.

        It fails with Conflict when the match has another length than `item` says, or when an
        append queued before it failed; with NotFound when there is no such match; with Unavailable
        when the database fails.

        Raises: StorageError, when the events are not JSON.
        """
        rows = [event_row(item.match, item.length + i, body) for i, body in enumerate(item.events)]
        receipt: Receipt = Receipt()
        receipt.set_running_or_notify_cancel()  # Who stops waiting does not stop the write.
        with self._lock:
            if self._closed:
                receipt.set_exception(Unavailable("expected an open journal, got a closed one"))
            else:
                self._number += 1
                self._queue.put(_Queued(self._number, item, rows, receipt))
        return receipt

    def close(self) -> None:
        """Write what is queued, then stop."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()
        if self._checkpointer is not None:
            self._checkpointer.close()

    def _run(self) -> None:
        while batch := self._next_batch():
            started = time.perf_counter()
            one = self._one_statement
            self._write(batch if one is None else self._left_to_write(batch, one))
            self.last_batch_seconds = time.perf_counter() - started
            self._forget_broken(batch[-1].number)
        if self._one_statement is not None:
            self._one_statement.close()

    def _next_batch(self) -> list[_Queued]:
        """Wait for an append; return it with what is behind it, or nothing at the end."""
        first = self._queue.get()
        if first is None:
            return []
        time.sleep(LINGER_SECONDS)
        return [first, *self._queued(self._max_batch - 1)]

    def _queued(self, most: float) -> list[_Queued]:
        """Take what is in the queue without queued."""
        taken: list[_Queued] = []
        with suppress(Empty):
            while len(taken) < most:
                queued = self._queue.get_nowait()
                if queued is None:
                    self._queue.put(None)  # the end: for `_next_batch` to find
                    break
                taken.append(queued)
        return taken

    def _left_to_write(self, batch: Sequence[_Queued], one: OneStatement) -> Sequence[_Queued]:
        """Write a batch by one statement, if it can be; return what is left of it.

        That is whatever something is wrong with, too: the usual way finds out what.
        """
        lengths = self._plain_lengths(batch)
        if lengths is None:
            return batch
        try:
            stored = one.store(lengths, [row for queued in batch for row in queued.rows])
        except Unavailable as error:
            self._refuse([*batch, *self._queued(math.inf)], error)
            return ()
        except StorageError:
            return batch
        done = [queued for queued in batch if queued.item.match in stored]
        self.batches += 1
        self.appended += len(done)
        self._answer(done, [None] * len(done))
        return [queued for queued in batch if queued.item.match not in stored]

    def _plain_lengths(self, batch: Sequence[_Queued]) -> dict[str, tuple[int, int]] | None:
        """Return how many events each match has and will have; None if that is not all of it."""
        lengths: dict[str, tuple[int, int]] = {}
        for queued in batch:
            match, length = queued.item.match, queued.item.length
            first, newest = lengths.get(match, (length, length))
            before = queued.item.after
            is_broken = before is not None and before.done() and before.exception() is not None
            if not queued.item.is_plain or length != newest or is_broken or match in self._broken:
                return None
            lengths[match] = (first, newest + len(queued.rows))
        return lengths

    def _write(self, batch: Sequence[_Queued]) -> None:
        """Write a batch in one transaction and say to each append what became of it."""
        if not batch:
            return
        try:
            answers = self._stored(batch)
        except Unavailable as error:
            # All that waits, too: each try may take seconds, and the queue would grow and grow.
            self._refuse([*batch, *self._queued(math.inf)], error)
        except Exception as error:
            # Something in it that the database does not take. The others must not suffer from it.
            by_match: dict[str, list[_Queued]] = {}
            for queued in batch:
                by_match.setdefault(queued.item.match, []).append(queued)
            if len(by_match) > 1:
                for part in by_match.values():
                    self._write(part)
                return
            if not isinstance(error, StorageError):
                LOG.exception("cannot append to a match")
                error = StorageError(f"expected to append to a match, got {error!r}")
            self._refuse(batch, error)
        else:
            self.batches += 1
            self.appended += answers.count(None)
            self._answer(batch, answers)
            if self._checkpointer is not None:
                self._checkpointer.log_has_grown()

    def _stored(self, batch: Sequence[_Queued]) -> list[StorageError | None]:
        """Return what is wrong with each append of a batch; the others are committed.

        Raises: StorageError, when nothing was written.
        """
        with self._database.write_directly() as transaction:
            _hold_players(transaction, batch)
            # How many events each match has, and no other process changes it from now on. Whoever
            # locks several matches does so in the order of their ids, and before anything else of
            # them: otherwise two could wait for each other. SQLite ignores FOR UPDATE; its writer
            # is alone.
            ids = transaction.ids({queued.item.match for queued in batch})
            lengths = dict(transaction.rows(LENGTHS[transaction.is_postgresql], ids))
            answers: list[StorageError | None] = []
            accepted: list[_Queued] = []
            refused: set[str] = set()
            for queued in batch:
                wrong = self._refusal(queued, lengths, refused)
                answers.append(wrong)
                if wrong is None:
                    lengths[queued.item.match] += len(queued.rows)
                    accepted.append(queued)
                else:
                    refused.add(queued.item.match)
            if accepted:
                grown = {queued.item.match: lengths[queued.item.match] for queued in accepted}
                _insert(transaction, accepted, grown)
                if self._database.is_postgresql:
                    lines = [f"{match} {length}" for match, length in grown.items()]
                    transaction.rows(NOTIFY, {"channel": CHANNEL, "lines": lines})
        return answers

    def _refusal(
        self, queued: _Queued, lengths: dict[str, int], refused: set[str]
    ) -> StorageError | None:
        match, length = queued.item.match, queued.item.length
        if match not in lengths:
            return NotFound(f"expected the id of a match, got {shown(match)}")
        before = queued.item.after
        is_broken = before is not None and before.done() and before.exception() is not None
        if is_broken or match in refused or queued.number <= self._broken.get(match, 0):
            return Conflict(f"expected the append to {match} before this one to succeed, got none")
        if length != lengths[match]:
            return Conflict(f"expected {length} events of {match} in store, got {lengths[match]}")
        return None

    def _refuse(self, batch: Sequence[_Queued], error: StorageError) -> None:
        # One error for each: it is raised in as many places, and collects where it has been.
        self._answer(batch, [type(error)(str(error)) for _ in batch])

    def _answer(self, batch: Sequence[_Queued], answers: Sequence[StorageError | None]) -> None:
        failed = {
            queued.item.match
            for queued, wrong in zip(batch, answers, strict=True)
            if wrong is not None
        }
        # Before anybody hears of a failure: who does not know yet may still be queueing.
        with self._lock:
            self._broken.update(dict.fromkeys(failed, self._number))
        for queued, wrong in zip(batch, answers, strict=True):
            if wrong is None:
                queued.receipt.set_result(None)
            else:
                queued.receipt.set_exception(wrong)

    def _forget_broken(self, number: int) -> None:
        """Forget failures that nothing in the queue can build on, now that `number` is done."""
        if self._broken:
            self._broken = {match: last for match, last in self._broken.items() if last > number}


def _hold_players(transaction: Direct, batch: Iterable[_Queued]) -> None:
    """Keep those who sit down from being deleted meanwhile.

    Before the matches are locked: whoever deletes a player locks the player first, too, and two
    who lock in different orders could wait for each other.
    """
    sitting = {
        seated.player
        for queued in batch
        for seated in queued.item.seated
        if seated.player is not None
    }
    if sitting:
        transaction.rows(HOLD_PLAYERS[transaction.is_postgresql], transaction.ids(sitting))


def _insert(transaction: Direct, accepted: Sequence[_Queued], grown: dict[str, int]) -> None:
    if newcomers := [queued.item.newcomer for queued in accepted if queued.item.newcomer]:
        transaction.each(ADD_PLAYER, newcomers)
    transaction.each(
        SET_LENGTH, [{"match": match, "grown": length} for match, length in grown.items()]
    )
    if rows := [row for queued in accepted for row in queued.rows]:
        transaction.each(ADD_EVENTS, rows)
    sat_down = [
        {"of_match": queued.item.match, "of_seat": seat, "sits": player, "opened_by": opened_by}
        for queued in accepted
        for seat, player, opened_by in queued.item.seated
    ]
    _insert_played(transaction, [queued.item for queued in accepted])
    if sat_down:
        transaction.each(SET_PLAYER, sat_down)
    finished = [
        (queued.item.match, queued.item.finish) for queued in accepted if queued.item.finish
    ]
    if not finished:
        return
    transaction.each(SET_FINISHED, [{"match": match, "at": end.at} for match, end in finished])
    scores = [
        {"of_match": match, "of_seat": seat, "points": points, "was_helped": seat in end.helped}
        for match, end in finished
        for seat, points in enumerate(end.scores)
    ]
    if scores:
        transaction.each(SET_SCORE, scores)


def _insert_played(transaction: Direct, items: Iterable[Append]) -> None:
    """Write what is played and listed in another way than before."""
    for match, played, listing in [(item.match, item.played, item.listing) for item in items]:
        if played is not None:
            key = compared(played)
            values = {"is_played": to_text(played), "by_options": key["options_key"]}
            seated = key["players"]
            transaction.each(SET_PLAYED, [{"of_match": match, "seated": seated, **values}])
            rows = [{"of_match": match, "of_seat": seat} for seat in range(seated or 0)]
            transaction.each(ADD_SEAT[transaction.is_postgresql], rows)
        if listing is None:
            continue
        if listing.state is State.GONE:
            transaction.each(REMOVE_LISTING, [{"of_match": match}])
        else:
            transaction.each(SET_LISTING[transaction.is_postgresql], [row_of(match, listing)])
