"""Waiting until something is durable."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref

import pytest

from nmbr9.match.store import Conflict, Receipt, StorageError
from nmbr9.server.live.host import durable
from tests.server.client import run


def new_receipt() -> Receipt:
    """As the journal gives it."""
    receipt: Receipt = Receipt()
    receipt.set_running_or_notify_cancel()
    return receipt


def answer(receipt: Receipt, error: StorageError | None = None) -> threading.Thread:
    """What the journal does, in a thread of its own."""
    if error is None:
        thread = threading.Thread(target=receipt.set_result, args=(None,))
    else:
        thread = threading.Thread(target=receipt.set_exception, args=(error,))
    thread.start()
    return thread


def test_an_error_reaches_all_who_wait_and_who_asks_later() -> None:
    async def story() -> None:
        receipt = new_receipt()
        tasks = [asyncio.create_task(durable(receipt)) for _ in range(2)]
        await asyncio.sleep(0)
        answer(receipt, Conflict("too late"))
        for asked in (*tasks, durable(receipt)):
            with pytest.raises(Conflict, match="too late"):
                await asked

    run(story())


def test_who_gives_up_disturbs_neither_the_others_nor_the_write() -> None:
    async def story() -> None:
        receipt = new_receipt()
        gone, same = (asyncio.create_task(durable(receipt)) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        answer(receipt)
        await same
        assert gone.cancelled()

    run(story())


def test_what_is_answered_is_not_waited_for() -> None:
    async def story() -> None:
        receipt = new_receipt()
        answer(receipt).join()
        await durable(receipt)

    run(story())


class Kept:
    """Something that a failing coroutine holds."""


def test_a_failure_keeps_nothing_in_memory() -> None:
    async def fails(receipt: Receipt, kept: Kept) -> None:
        try:
            await durable(receipt)
        except Conflict:
            assert isinstance(kept, Kept)

    async def story() -> None:
        receipt, kept = new_receipt(), Kept()
        seen = weakref.ref(kept)
        task = asyncio.create_task(fails(receipt, kept))
        await asyncio.sleep(0)
        answer(receipt, Conflict("too late")).join()
        await task
        del kept, task
        assert seen() is None
        assert receipt.done()

    gc.disable()
    try:
        run(story())
    finally:
        gc.enable()
