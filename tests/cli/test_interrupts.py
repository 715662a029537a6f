"""Ctrl-C at any moment: exit code 130, one line, and what was reached is printed and written."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nmbr9.rules.record import dumps, loads
from tests.cli.commands import started
from tests.cli.test_commands import played

DECK = "3,7,1,0,9,4,4,8,2,6,5,1,9,0,7,3,8,2,5,6"

SWALLOWED = """
import signal, sys, time
from nmbr9.cli.interrupts import heed

class Swallows:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)  # what is raised in here, Python only prints

try:
    heed()
    Swallows()
    time.sleep(60)
except KeyboardInterrupt:
    print("arrived")
"""

MADE_ANOTHER_ERROR = """
import signal, sys
from nmbr9.cli.main import main
from nmbr9.rules.perft import perft

def counts(numbers):
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        raise RuntimeError("a compiler was interrupted") from None
    yield

sys.argv = ["nmbr9", "perft", "1"]
sys.modules["nmbr9.rules.perft"].counts = counts
main()
"""


LOGGED = """
import logging, signal
from nmbr9.cli.interrupts import heed

heed()
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    logging.getLogger("sqlalchemy.pool").exception("Exception closing connection")
    print("arrived")
"""


def python(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_an_interrupt_that_is_swallowed_comes_again() -> None:
    ran = python("-c", SWALLOWED)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "arrived\n", "")


def test_what_a_library_logs_of_an_interrupt_is_not_told() -> None:
    ran = python("-c", LOGGED)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "arrived\n", "")


def test_an_interrupt_that_became_another_error_is_still_one() -> None:
    ran = python("-c", MADE_ANOTHER_ERROR)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "nmbr9: interrupted\n")


WHILE_MEMORY_IS_FREED = """
import gc, signal, time
from llvmlite.binding import ModuleRef, parse_assembly
from nmbr9.cli.interrupts import heed

def interrupted(self, detach=ModuleRef.detach):
    ModuleRef.detach = detach
    signal.raise_signal(signal.SIGINT)
    detach(self)

module = parse_assembly("define i32 @one() { ret i32 1 }")
ModuleRef.detach = interrupted
heed()
try:
    module.close()  # frees it, then notes that by `detach`
    time.sleep(60)
except KeyboardInterrupt:
    print("arrived", module.closed)
del module
gc.collect()
"""


def test_an_interrupt_does_not_let_the_compiler_free_memory_twice() -> None:
    ran = python("-c", WHILE_MEMORY_IS_FREED)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "arrived True\n", "")


IN_EXECUTED_TEXT = """
import signal, sys
import nmbr9.draw.words  # what tells of an interrupt executes no text any more
from nmbr9.cli.main import main
from nmbr9.rules.perft import perft

def counts(numbers):
    exec("signal.raise_signal(signal.SIGINT)")  # as while a dataclass is made
    yield

sys.argv = ["nmbr9", "perft", "1"]
sys.modules["nmbr9.rules.perft"].counts = counts
main()
"""


def test_an_interrupt_in_executed_text_ends_with_the_exit_code(tmp_path: Path) -> None:
    """With `python -m` as with the command itself."""
    (tmp_path / "interrupted.py").write_text(IN_EXECUTED_TEXT, encoding="utf-8")
    ran = python("-m", "interrupted", folder=tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "nmbr9: interrupted\n")


TOLD_SLOWLY = """
import signal, sys, time
from nmbr9.cli import main as told
from nmbr9.rules.perft import perft

class Swallows:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def counts(numbers):
    Swallows()
    raise RuntimeError("a compiler lost its callback")
    yield

def say_slowly(*words, say=told._say):
    time.sleep(0.3)  # the interrupt comes again meanwhile
    say(*words)

told._say = say_slowly
sys.argv = ["nmbr9", "perft", "1"]
sys.modules["nmbr9.rules.perft"].counts = counts
told.main()
"""


def test_an_interrupt_that_comes_again_does_not_cost_the_sentence() -> None:
    ran = python("-c", TOLD_SLOWLY)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "nmbr9: interrupted\n")


SWALLOWED_AND_ANOTHER_ERROR = """
import sys, time
from nmbr9.cli.interrupts import Work, heed
import signal

class Swallows:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

heed()
with Work() as work:
    Swallows()
    raise RuntimeError("a compiler lost its callback")
time.sleep(0.3)  # the interrupt comes again while what was reached is printed
print("reached", work.is_interrupted)
"""


def test_an_interrupt_that_comes_again_does_not_cost_what_was_reached() -> None:
    ran = python("-c", SWALLOWED_AND_ANOTHER_ERROR)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "reached True\n", "")


HALF_A_LINE = """
import signal, sys
from nmbr9.cli.main import main
from nmbr9.rules.perft import perft

def counts(numbers):
    print("half a line", end="", flush=True)
    signal.raise_signal(signal.SIGINT)
    yield

sys.argv = ["nmbr9", "perft", "1"]
sys.modules["nmbr9.rules.perft"].counts = counts
main()
"""


def test_on_a_terminal_an_interrupt_is_told_on_a_line_of_its_own() -> None:
    """The terminal drops what was not shown yet, in the middle of a line."""
    ours, theirs = pty.openpty()
    ran = subprocess.run(
        [sys.executable, "-c", HALF_A_LINE],
        stdout=theirs,
        stderr=theirs,
        timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        check=False,
    )
    os.close(theirs)
    shown = os.read(ours, 1000)
    os.close(ours)
    assert (ran.returncode, shown) == (130, b"half a line\r\nnmbr9: interrupted\r\n")


def wait_for_files(folder: Path, count: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 120
    while len(list(folder.glob("*.json"))) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.rest
def test_a_simulation_prints_and_draws_what_it_has(tmp_path: Path) -> None:
    records, plot = tmp_path / "records", tmp_path / "scores.svg"
    flags = ["--games", "5000", "--records", str(records), "--plot", str(plot), "--json"]
    with started("simulate", "--bot", "random,greedy", *flags) as process:
        wait_for_files(records, 7, process)  # the last may be written and not yet counted
        # Keys are hit twice: the second must not cost what the first has left.
        os.killpg(process.pid, signal.SIGINT)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    told = json.loads(out)
    assert [each["bot"] for each in told] == ["random", "greedy"]
    games = told[0]["games"]
    assert games == told[1]["games"] >= 3
    assert err == f"nmbr9: interrupted after {games} of 5000 games\n"
    assert "<svg" in plot.read_text(encoding="utf-8")


@pytest.mark.rest
def test_an_analysis_prints_the_decisions_so_far(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(dumps(played(20, players=1)), encoding="utf-8")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "nmbr9", "analyse", str(record), "--json"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        os.close(theirs)
        said = b""
        # The last line of the screen tells what is looked at; on a busy machine it may skip some.
        while not re.search(rb"round ([3-9]|1\d)", said):
            said += os.read(ours, 1000)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        os.close(ours)
    assert process.returncode == 130
    (player,) = json.loads(out)["players"]
    assert player["moves"]


def test_a_search_writes_its_best_before_it_prints(tmp_path: Path) -> None:
    best = tmp_path / "best.json"
    arguments = ["--deck", DECK, "--seconds", "600", "--json", "--record", str(best)]
    with started("solve", *arguments) as process:
        assert process.stderr is not None
        assert "points after" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert err.splitlines()[-1].startswith("nmbr9: interrupted at ")
    assert loads(best.read_text(encoding="utf-8")).to_record() == json.loads(out)["record"]
