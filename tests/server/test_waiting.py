"""Waiting for the journal: a whole batch wakes the event loop once."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import Sequence

import pytest

from nmbr9.server.waiting import Waiting
from nmbr9.storage.errors import Conflict, StorageError
from nmbr9.storage.receipts import Receipt
from tests.server.client import run


def receipts(count: int) -> list[Receipt]:
    return [Receipt(threading.Condition()) for _ in range(count)]


def answer(
    waiting: Waiting, given: Sequence[Receipt], error: StorageError | None = None
) -> threading.Thread:
    """What the journal does, in a thread of its own."""

    def work() -> None:
        for receipt in given:
            receipt.answer(error)
        waiting.answered(given)

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_a_batch_wakes_the_loop_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        loop, calls = asyncio.get_running_loop(), []
        wake = loop.call_soon_threadsafe

        def counted(*arguments: object) -> asyncio.Handle:
            calls.append(arguments)
            return wake(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        waiting, batch = Waiting(), receipts(20)
        tasks = [asyncio.create_task(waiting.stored(receipt)) for receipt in batch]
        await asyncio.sleep(0)
        answer(waiting, batch)
        await asyncio.gather(*tasks)
        assert len(calls) == 1
        assert not waiting._waiters

    run(story())


def test_an_error_reaches_all_who_wait_and_who_asks_later() -> None:
    async def story() -> None:
        waiting, (receipt,) = Waiting(), receipts(1)
        tasks = [asyncio.create_task(waiting.stored(receipt)) for _ in range(2)]
        await asyncio.sleep(0)
        answer(waiting, [receipt], Conflict("too late"))
        for asked in (*tasks, waiting.stored(receipt)):
            with pytest.raises(Conflict, match="too late"):
                await asked

    run(story())


def test_who_gives_up_does_not_disturb_the_others() -> None:
    async def story() -> None:
        waiting, batch = Waiting(), receipts(2)
        gone, same, other = (asyncio.create_task(waiting.stored(batch[i])) for i in (0, 0, 1))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        answer(waiting, batch)
        await asyncio.gather(same, other)
        assert gone.cancelled()

    run(story())


def test_what_is_answered_is_not_waited_for() -> None:
    async def story() -> None:
        waiting, batch = Waiting(), receipts(1)
        # The loop does not hear of it before it asks.
        answer(waiting, batch).join()
        await waiting.stored(batch[0])
        assert not waiting._waiters

    run(story())


class Kept:
    """Something that a failing coroutine holds."""


def test_a_failure_keeps_nothing_in_memory() -> None:
    async def fails(waiting: Waiting, receipt: Receipt, kept: Kept) -> None:
        try:
            await waiting.stored(receipt)
        except Conflict:
            assert isinstance(kept, Kept)

    async def story() -> None:
        waiting, (receipt,), kept = Waiting(), receipts(1), Kept()
        seen = weakref.ref(kept)
        task = asyncio.create_task(fails(waiting, receipt, kept))
        await asyncio.sleep(0)
        answer(waiting, [receipt], Conflict("too late")).join()
        await task
        del kept, task, receipt
        assert seen() is None

    gc.disable()
    try:
        run(story())
    finally:
        gc.enable()
