"""Keeps one bot's program: starts it with its limits, and ends it with everything it started.

A script that runs between us and the program, because only a parent of its own can do all this: it
takes in the program's orphans, also those that made sessions of their own, and it outlives us when
we are killed. It imports nothing of ours, so that it starts in a moment, and takes no part in the
conversation: the program has standard input and output to itself.

    keeper.py LIFELINE MEMORY FILE_SIZE COMMAND...

LIFELINE is the descriptor of a socket; when its other end is closed, everything is ended. MEMORY
and FILE_SIZE are in bytes. At the end a line of JSON goes to the lifeline: `code`, the program's
exit code (negative for a signal, null if it was ended here), `left`, how many processes it left
behind, and `crowd`, how many there were when there were too many.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import sys
from typing import NoReturn

NICENESS = 15
"""It gives way to everything that serves people, and to the keeper that may have to end it."""
OPEN_FILES = 256
MOST_PROCESSES = 32
LOOK_SECONDS = 0.5
"""How often the processes are counted."""
NOT_FOUND = 127
"""Exit code of a shell for a command that is not there."""
_DEATH_SIGNAL, _SUBREAPER = 1, 36
"""Numbers of `prctl`, on Linux."""


def main(arguments: list[str]) -> None:
    """Run a program until it ends, multiplies or the lifeline is cut; tell how it ended."""
    lifeline, memory, file_size = map(int, arguments[:3])
    os.set_inheritable(lifeline, False)
    _prctl(_SUBREAPER, 1)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    program = os.fork()
    if program == 0:
        _become(arguments[3:], memory, file_size)
    _leave_the_conversation()
    code, crowd = None, 0
    while code is None and not crowd:
        ready, _, _ = select.select([lifeline, woken], [], [], LOOK_SECONDS)
        if woken in ready:
            os.read(woken, 4096)
            code = _reaped(program)
        if lifeline in ready:
            break
        count = len(_descendants(os.getpid()))
        crowd = count if count > MOST_PROCESSES else 0
    left = len(_descendants(os.getpid()))
    _end_all(program)
    with contextlib.suppress(OSError):  # whoever cut the lifeline does not want to know
        os.write(lifeline, json.dumps({"code": code, "left": left, "crowd": crowd}).encode())


def _become(command: list[str], memory: int, file_size: int) -> NoReturn:
    """Turn this child into the program."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    _prctl(_DEATH_SIGNAL, signal.SIGKILL)
    os.nice(NICENESS)
    # Not the address space: what only reserves it, as JavaScript engines do, uses no memory.
    for limit, most in (
        (resource.RLIMIT_DATA, memory),
        (resource.RLIMIT_FSIZE, file_size),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
    ):
        with contextlib.suppress(OSError, ValueError):  # lower already, or not on this system
            resource.setrlimit(limit, (most, most))
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"{error.strerror}: {command[0]}", file=sys.stderr, flush=True)
        os._exit(NOT_FOUND)


def _leave_the_conversation() -> None:
    """Let go of the program's streams: who waits for their end must not wait for the keeper."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)


def _reaped(program: int) -> int | None:
    """Bury all that have ended; return the program's exit code once it is among them."""
    code = None
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == program:
                code = os.waitstatus_to_exitcode(ended[1])
    return code


def _end_all(program: int) -> None:
    """Kill the program's group and all descendants, until there is none: they may still fork."""
    while True:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(program, signal.SIGKILL)
        found = _descendants(os.getpid())
        for signal_number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in found:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal_number)
        try:
            os.waitpid(-1, 0 if found else os.WNOHANG)
        except ChildProcessError:
            return
        if not found and not os.path.exists("/proc/self"):
            return  # Without a list of processes the group is all that can be ended.


def _descendants(pid: int) -> list[int]:
    """Return the children of a process, and theirs; nothing where the system has no list."""
    children: list[int] = []
    with contextlib.suppress(OSError):  # it may have ended meanwhile
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as file:
                children += map(int, file.read().split())
    return [each for child in children for each in (child, *_descendants(child))]


def _prctl(what: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
