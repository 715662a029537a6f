"""Twenty Ctrl-C at random moments of every long command: exit code 130, files whole or absent.

Every other one is a key on a real terminal, where bars are drawn meanwhile; the others are signals
to a process with pipes. `pytest -s -m long` prints what came of them.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from nmbr9.rules.record import dumps, loads
from nmbr9.solver.certificate.reader import Certificate
from nmbr9.storage.database import is_blank, open_database, open_existing
from nmbr9.storage.transfer import export_matches, import_matches
from tests.cli.commands import started
from tests.cli.test_commands import played
from tests.cli.test_interrupts import DECK
from tests.cli.test_many_games import add_finished_match

TIMES = 20
EARLIEST_PROCESSOR_SECONDS = 0.1
"""Not before our code runs: the start of the interpreter belongs to Python. On a busy machine that
takes long by the clock, but not on the processor."""
LATEST_SECONDS = {"cold": 10.0, "warm": 3.0}
"""After our code runs."""
MATCHES = 300

FREE = ("solve", "--free", "--seconds", "600", "--record", "{folder}/best.json")
PROOF = ("--prove", "--folder", "{folder}/proof", "--certificate", "{folder}/proof.npz")
COMMANDS: dict[str, tuple[str, ...]] = {
    "simulate": (
        *("simulate", "--bots", "greedy,strong", "--games", "100000", "--seconds", "0.1"),
        *("--records", "{folder}/records", "--plot", "{folder}/scores.svg"),
    ),
    "simulate --jobs": (
        *("simulate", "--bots", "random,careful", "--games", "100000", "--jobs", "2"),
        *("--records", "{folder}/games.jsonl"),
    ),
    "analyse": ("analyse", "{source}/game.json", "--svg", "{folder}/a.svg", "--seconds", "600"),
    "solve --deck": (
        *("solve", "--deck", DECK, "--seconds", "600", "--record", "{folder}/best.json"),
    ),
    "solve --free": FREE,
    "solve --prove": (*FREE, *PROOF),
    "bench": ("bench", "--seconds", "60"),
    "warmup": ("warmup",),
    "play --terminal": ("play", "--terminal", "--bots", "strong", "--file", "{folder}/own.json"),
    "perft": ("perft", *"9988776"),
    "data export": ("data", "export", "--database", "{source}/many.sqlite3"),
    "data records": ("data", "records", "--database", "{source}/many.sqlite3"),
    "data backup": (
        "data",
        "backup",
        "{folder}/copy.sqlite3",
        "--database",
        "{source}/many.sqlite3",
    ),
    "data move": ("data", "move", "{folder}/moved.sqlite3", "--database", "{source}/many.sqlite3"),
    "data import": (
        *("data", "import", "{source}/many.jsonl", "--database", "{folder}/imported.sqlite3"),
    ),
}
COMPILES = ("simulate", "simulate --jobs", "analyse", "solve", "bench", "warmup", "play")
CASES = [
    (name, state)
    for state in ("cold", "warm")
    for name in COMMANDS
    if state == "warm" or name.startswith(COMPILES)
]


class Ended(NamedTuple):
    """How a command ended, and what it said: on a terminal all of it together."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game, and a database with many."""
    folder = tmp_path_factory.mktemp("source")
    (folder / "game.json").write_text(dumps(played(20, players=1)), encoding="utf-8")
    with closing(open_database(str(folder / "one.sqlite3"))) as database:
        add_finished_match(database, "match")
        (line,) = export_matches(database)
    lines = [
        {**line, "match": {**line["match"], "id": f"match{index:04}"}} for index in range(MATCHES)
    ]
    (folder / "many.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines))
    with closing(open_database(str(folder / "many.sqlite3"))) as database:
        assert import_matches(database, lines) == MATCHES
    return folder


@pytest.mark.long
@pytest.mark.parametrize(("name", "state"), CASES)
def test_twenty_interrupts_at_random_moments(
    name: str, state: str, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(f"{name}/{state}")
    endings: Counter[str] = Counter()
    files: Counter[str] = Counter()
    latest = LATEST_SECONDS[state]
    is_endless = not (name.startswith("data") or (name, state) == ("warmup", "warm"))
    if not is_endless:
        latest = _whole_seconds(_words(name, source, _new_folder(tmp_path / "whole")))
    for index in count():
        if endings["exit 130"] == TIMES:
            break
        if state == "cold":
            monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / f"cache{index}"))
        folder = _new_folder(tmp_path / f"{index}")
        is_key = index % 2 == 0 or name.startswith("play")
        moment = random.uniform(0, latest)
        ended = (_by_key if is_key else _by_signal)(_words(name, source, folder), moment)
        said = f"after {moment:.2f} s: {ended}"
        assert "Traceback" not in ended.out + ended.err, said
        assert "Exception ignored" not in ended.out + ended.err, said
        if ended.code == 0 and not is_endless:
            endings["done before"] += 1
            latest = moment  # Later there would be nothing to interrupt, either.
            assert endings["done before"] < TIMES, "expected a command that can be interrupted"
        else:
            assert ended.code == 130, said
            assert _last_line(ended.err).startswith("nmbr9: interrupted"), said
            endings["exit 130"] += 1
        _check_printed(name, ended, is_key)
        files.update(_checked_files(folder))
    print(f"\n| {name} | {state} | {_told(endings)} | {_told(files)} |", flush=True)


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{key}: {count}" for key, count in sorted(counts.items())) or "none"


def _new_folder(path: Path) -> Path:
    path.mkdir()
    return path


def _words(name: str, source: Path, folder: Path) -> list[str]:
    return [word.format(source=source, folder=folder) for word in COMMANDS[name]]


def _whole_seconds(words: list[str]) -> float:
    """Return how long a command takes to its end."""
    start = time.monotonic()
    with started(*words) as process:
        process.communicate()
    assert process.returncode == 0
    return time.monotonic() - start


def _wait_until_ours(process: subprocess.Popen[Any]) -> None:
    """Wait until the interpreter has begun with our code, or has ended."""
    while process.poll() is None:
        spent = Path(f"/proc/{process.pid}/schedstat").read_text(encoding="ascii").split()[0]
        if int(spent) > EARLIEST_PROCESSOR_SECONDS * 1e9:
            return
        time.sleep(0.005)


def _by_signal(words: list[str], moment: float) -> Ended:
    with started(*words) as process:
        _wait_until_ours(process)
        try:
            out, err = process.communicate(timeout=moment)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=120)
    return Ended(process.returncode, out, err)


def _by_key(words: list[str], moment: float) -> Ended:
    """Press Ctrl-C on a terminal of the command's own, and Enter now and then before."""
    ours, theirs = pty.openpty()
    usual = termios.tcgetattr(theirs)
    process = subprocess.Popen(
        [sys.executable, "-m", "nmbr9", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: _take_terminal(theirs),  # noqa: PLW1509
        env={**os.environ, "TERM": "xterm"},
    )
    with process:
        _wait_until_ours(process)
        seen = b"".join(_shown(ours, process, time.monotonic() + moment))
        code = process.wait(10)
    assert termios.tcgetattr(theirs) == usual, "the terminal is given back as it was"
    os.close(theirs)
    os.close(ours)
    # Without colours, moves of the cursor, and the key as the terminal echoes it.
    text = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]|\^C", "", seen.decode("utf-8", "replace"))
    return Ended(code, "", text)


def _take_terminal(theirs: int) -> None:
    fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _shown(ours: int, process: subprocess.Popen[bytes], moment: float) -> Iterator[bytes]:
    """Yield what comes to the screen until the process ends; press the keys meanwhile."""
    deadline, entered, is_pressed = moment + 120, time.monotonic(), False
    while True:
        has_ended = process.poll() is not None
        if select.select([ours], [], [], 0 if has_ended else 0.02)[0]:
            yield os.read(ours, 10_000)
        elif has_ended:
            return
        now = time.monotonic()
        assert now < deadline, "it goes on after Ctrl-C"
        if is_pressed:
            continue
        if now >= moment:
            os.write(ours, b"\x03")
            is_pressed = True
        elif now > entered + 0.5:
            os.write(ours, b"\r")
            entered = now


def _last_line(text: str) -> str:
    return [line.strip() for line in text.split("\n") if line.strip()][-1].split("\r")[-1]


def _check_printed(name: str, ended: Ended, is_key: bool) -> None:
    """What a program would read is whole lines."""
    if not is_key and name in ("data export", "data records"):
        assert ended.out == "" or ended.out.endswith("\n")
        for line in ended.out.splitlines():
            json.loads(line)


def _games_are_over(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text == "" or text.endswith("\n")
    assert all(loads(line).is_over for line in text.splitlines())


def _is_picture(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "<svg" in text
    assert text.rstrip().endswith("</svg>")


def _is_our_database(path: Path) -> None:
    if is_blank(path):
        assert path.name == "imported.sqlite3"
        return
    with closing(open_existing(str(path))) as database:
        lines = list(export_matches(database))
    # A copy is all of it; what is imported comes match by match, and the rest when asked again.
    assert len(lines) == MATCHES or path.name == "imported.sqlite3"
    assert all(len(line["events"]) > 20 for line in lines)


WHOLE: dict[str, Callable[[Path], object]] = {
    ".json": lambda path: loads(path.read_text(encoding="utf-8")),
    ".jsonl": _games_are_over,
    ".svg": _is_picture,
    ".npz": Certificate,
    ".sqlite3": _is_our_database,
}


def _checked_files(folder: Path) -> Iterator[str]:
    """Yield the names of the files that were asked for, and are there, whole."""
    assert not list(folder.rglob("*.part*")), "neither half a file nor a log of one"
    for path in folder.iterdir():
        if path.is_dir():
            for each in path.glob("*.json"):
                assert path.name != "records" or loads(each.read_text(encoding="utf-8")).is_over
        elif path.suffix in WHOLE:
            WHOLE[path.suffix](path)
        if path.is_file() or any(path.iterdir()):
            yield path.name
