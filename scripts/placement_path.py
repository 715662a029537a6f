"""Every function of ours on the way of one placement, from the frame in to the frames out.

    python -m scripts.placement_path
    python -m scripts.placement_path --json

A real server with SQLite serves two people over real sockets from threads of this process. One of
them places a tile in the middle of a match, the other sees it, and the interpreter says which
functions are called until both have heard of it.

How it counts. A *step* is a function of `src/nmbr9` that hands the placement on: somebody else
calls it (the event loop, the socket, a thread), or it calls other functions of ours. Each is
counted once, where it is first called. What calls nothing of ours is a *helper* of the step that
calls it, and what functions of the rules call among themselves is *rules*, the affair of that layer
alone: both are listed with their step and counted apart. Frames of comprehensions and what a
dataclass has made for itself are not listed, nor is a coroutine that was waiting before and goes on
waiting for the same thing: it only passes a wake-up on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import CodeType, FrameType

import uvicorn

import nmbr9
from nmbr9.server.app import create_app
from nmbr9.server.live.wire import Wire
from nmbr9.server.main import listening
from nmbr9.server.settings import Settings
from tests.server.client import Person, Viewer

SOURCE = Path(nmbr9.__file__).parent
ROUNDS_BEFORE = 4
"""So many are played before the placement that is looked at."""
THREADS = ("nmbr9-loop", "nmbr9-journal")
TOOLS = ("functools.py", "contextlib.py")
INSTRUCTION = 2
"""Bytes."""
QUIET_SECONDS = 0.3
"""After so long without a call everything has been done."""


@dataclass
class Function:
    """A function of ours, as it was called."""

    name: str
    file: str
    """Below src/nmbr9."""
    line: int
    thread: str
    number: int
    """Of the call."""
    kind: str = "helper"
    """`step`, `helper` or `rules`."""
    callers: set[CodeType | None] = field(default_factory=set)
    """Who called it; None is somebody else."""


class Recorder:
    """What the threads of the event loop and of the journal call while it is on."""

    def __init__(self) -> None:
        self.is_on = False
        self.calls = 0
        self._called: dict[CodeType, Function] = {}
        self._resumed: dict[FrameType, tuple[int, int]] = {}
        """Coroutines that went on: at which call, and from where."""

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Hear of a call or a return, as the interpreter's profilers do."""
        if not self.is_on or event not in ("call", "return") or not _is_ours(frame.f_code):
            return
        if threading.current_thread().name not in THREADS:
            return
        self.calls += 1
        if event == "call" and _has_begun(frame):
            self._resumed[frame] = self.calls, frame.f_lasti
        elif event == "call":
            self._note(frame, self.calls)
        elif frame in self._resumed:
            number, resumed = self._resumed.pop(frame)
            # It stops at one instruction, and goes on at the next.
            if frame.f_lasti != resumed - INSTRUCTION:
                self._note(frame, number)

    def _note(self, frame: FrameType, number: int) -> None:
        code = frame.f_code
        file = str(Path(code.co_filename).relative_to(SOURCE))
        thread = threading.current_thread().name
        function = self._called.setdefault(
            code, Function(code.co_qualname, file, code.co_firstlineno, thread, number)
        )
        caller = frame.f_back
        while caller is not None and _is_between(caller.f_code):
            caller = caller.f_back
        is_ours = caller is not None and _is_ours(caller.f_code)
        function.callers.add(caller.f_code if caller is not None and is_ours else None)

    def path(self) -> list[Function]:
        """Return what was called, in order, each of its kind."""
        calling = {code for function in self._called.values() for code in function.callers}
        for code, function in self._called.items():
            is_inside = function.file.startswith("rules/") and all(
                caller is not None and _is_rules(caller) for caller in function.callers
            )
            if is_inside:
                function.kind = "rules"
            elif code in calling or None in function.callers:
                function.kind = "step"
        return sorted(self._called.values(), key=lambda function: function.number)


def _is_ours(code: CodeType) -> bool:
    return code.co_filename.startswith(f"{SOURCE}/") and not code.co_name.startswith("<")


def _is_rules(code: CodeType) -> bool:
    return code.co_filename.startswith(f"{SOURCE / 'rules'}/")


def _is_between(code: CodeType) -> bool:
    """Whether a function stands between two of ours only as a tool of the language.

    That is a comprehension, what a dataclass has made, a cached property, or a context manager.
    """
    is_made = code.co_filename.startswith(("<string>", "<frozen"))
    return is_made or code.co_name.startswith("<") or Path(code.co_filename).name in TOOLS


def _has_begun(frame: FrameType) -> bool:
    """Whether something of a function has been carried out before: then it is a coroutine."""
    return frame.f_lineno != frame.f_code.co_firstlineno and frame.f_lasti > 10


@contextmanager
def serving(database: Path) -> Iterator[str]:
    """A server in threads of this process; the address that it has."""
    settings = Settings(port=0, database=f"sqlite:///{database}", heartbeat_seconds=3600)
    with listening(settings) as door:
        server = uvicorn.Server(
            uvicorn.Config(
                create_app(settings), ws=Wire, log_config=None, ws_per_message_deflate=False
            )
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, name=THREADS[0])
        thread.start()
        try:
            # Its socket is bound, but refuses everybody until the application has started.
            while not server.started and thread.is_alive():
                time.sleep(0.01)
            yield "http://{}:{}".format(*door.getsockname()[:2])
        finally:
            server.should_exit = True
            thread.join()


async def place(address: str, recorder: Recorder) -> None:
    """Play some rounds of a match of two; the recorder hears of the placement after them."""
    async with Person(address, "Ada") as ada, Person(address, "Bob") as bob:
        made = await ada.post("/api/matches", options={"players": 2})
        seat = await bob.post(f"/api/matches/{made['match']}/join")
        async with (
            Viewer(address, made["match"], made["token"]) as first,
            Viewer(address, made["match"], seat["token"]) as second,
        ):
            await first.command("start")
            for _ in range(ROUNDS_BEFORE):
                await first.take_turn()
                await second.take_turn()
            await first.until(lambda parts: parts["table"]["round"] == ROUNDS_BEFORE + 1)
            action = first.first_action()
            assert action is not None
            await asyncio.sleep(QUIET_SECONDS)
            recorder.is_on = True
            answer = await first.act(action)
            assert answer["type"] == "accepted"
            await second.until(lambda parts: parts["seats/0"]["is_done"])
            calls = -1
            while calls != recorder.calls:
                calls = recorder.calls
                await asyncio.sleep(QUIET_SECONDS)
            recorder.is_on = False


def traced() -> list[Function]:
    """Return the functions on the way of a placement, in the order they are first called."""
    recorder = Recorder()
    threading.setprofile(recorder)
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            serving(Path(folder, "games.sqlite3")) as address,
        ):
            asyncio.run(place(address, recorder))
    finally:
        threading.setprofile(None)
    return recorder.path()


def main() -> None:
    """Print the way."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="a list, for other programs")
    options = parser.parse_args()
    path = traced()
    if options.json:
        listed = [asdict(function) for function in path]
        for told in listed:
            del told["callers"], told["number"]
        print(json.dumps(listed, indent=2))
        return
    number = 0
    for function in path:
        number += function.kind == "step"
        mark = f"{number:3} " if function.kind == "step" else "      "
        note = "" if function.kind == "step" else f"  ({function.kind})"
        print(f"{mark + function.name:48} src/nmbr9/{function.file}:{function.line}{note}")
    counts = Counter(function.kind for function in path)
    print(f"{counts['step']} functions, {counts['helper']} helpers, {counts['rules']} of the rules")


if __name__ == "__main__":
    main()
