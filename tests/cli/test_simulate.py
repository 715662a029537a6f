"""`nmbr9 simulate` and `nmbr9 bots`: what they print, and that no accident loses a game."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from nmbr9 import Game, Options
from nmbr9.bots.registry import BOTS
from nmbr9.rules.record import loads
from tests.cli.commands import nmbr9, started
from tests.tiers import first

KEYS = ["bot", "games", "mean", "sd", "min", "max", "cpu_seconds_per_move", "ci95", "difference"]
ONLY_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


def simulate(*arguments: str) -> list[dict[str, object]]:
    ran = nmbr9("simulate", *arguments, "--json")
    assert ran.code == 0, ran.err
    told: list[dict[str, object]] = json.loads(ran.out)
    return told


def records_in(folder: Path) -> dict[str, bytes]:
    """Return the records of a folder; what is being written has a name that begins with a dot."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("[!.]*.json"))}


def write_decks(path: Path, *decks: tuple[int, ...]) -> str:
    path.write_text("".join(" ".join(map(str, deck)) + "\n" for deck in decks), encoding="utf-8")
    return str(path)


def test_each_bot_gets_the_same_decks(tmp_path: Path) -> None:
    told = simulate("--bot", "random,greedy", "--games", "3", "--records", str(tmp_path / "out"))
    assert [list(each) for each in told] == [KEYS, KEYS]
    assert [(each["bot"], each["games"]) for each in told] == [("random", 3), ("greedy", 3)]
    records = records_in(tmp_path / "out")
    assert list(records) == [f"{bot}-00000{n}.json" for bot in ("greedy", "random") for n in "012"]
    games = {name: loads(text) for name, text in records.items()}
    for n in "012":
        assert games[f"greedy-00000{n}.json"].deck == games[f"random-00000{n}.json"].deck
    scores = [games[f"greedy-00000{n}.json"].scores[0] for n in "012"]
    assert told[1]["mean"] == pytest.approx(sum(scores) / 3)
    assert (told[1]["min"], told[1]["max"]) == (min(scores), max(scores))


def test_the_table_shows_intervals_and_differences() -> None:
    ran = nmbr9("simulate", "--bot", "random,greedy", "--games", "3")
    assert (ran.code, ran.err) == (0, "")
    assert all(word in ran.out for word in ("95 % interval", "CPU s/move", "greedy - random"))
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "unknown" in nmbr9("simulate", "--bot", "random", "--games", "1").out


def test_variant_modules_and_players_are_played(tmp_path: Path) -> None:
    flags = "--variant level-to-level --modules all --tokens gap,black --players 2 --games 1"
    simulate("--bot", "random", *flags.split(), "--records", str(tmp_path))
    game = loads(records_in(tmp_path)["random-000000.json"])
    assert game.options == Options(
        players=2,
        variant="level-to-level",  # type: ignore[arg-type]
        starting_tiles=True,
        gap_fillers=True,
        special_tokens=("gap", "black"),  # type: ignore[arg-type]
    )


def test_decks_come_from_a_file(tmp_path: Path) -> None:
    decks = [Game.new(Options(), seed=seed).deck for seed in range(3)]
    file = write_decks(tmp_path / "decks.txt", *decks)
    (told,) = simulate("--bot", "random", "--decks", file, "--records", str(tmp_path / "out"))
    assert told["games"] == 3
    assert [loads(text).deck for text in records_in(tmp_path / "out").values()] == decks
    assert simulate("--bot", "random", "--decks", file, "--games", "2")[0]["games"] == 2
    assert nmbr9("simulate", "--bot", "random", "--decks", file, "--games", "4").code == 2


def test_a_deck_is_typed_as_for_solve(tmp_path: Path) -> None:
    deck = Game.new(Options(), seed=3).deck
    typed = ",".join(map(str, deck))
    (told,) = simulate("--bots", "random", "--deck", typed, "--records", str(tmp_path))
    assert told["games"] == 1
    assert loads(records_in(tmp_path)["random-000000.json"]).deck == deck
    for wrong in ("1,2,3", "x", typed + ",1"):
        ran = nmbr9("simulate", "--bots", "random", "--deck", wrong)
        assert (ran.code, ran.out) == (2, "")
        assert "expected" in ran.err


def test_a_wrong_deck_is_refused_with_file_and_line(tmp_path: Path) -> None:
    file = write_decks(tmp_path / "decks.txt", Game.new(Options(), seed=1).deck, (1, 2, 3))
    ran = nmbr9("simulate", "--bot", "random", "--decks", file)
    assert (ran.code, ran.out) == (1, "")
    assert f"{file}: line 2: expected 2 cards of each number" in ran.err
    (tmp_path / "decks.txt").write_bytes(b"\xff\x00\n")
    ran = nmbr9("simulate", "--bot", "random", "--decks", file)
    assert ran.code == 1
    assert "line 1: expected numbers of 0 to 9" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("", 2, "--bot"),
        ("--bot nobody", 2, "random, greedy"),
        ("--bot greedy,", 2, "got ''"),
        ("--bot greedy,greedy", 2, "got greedy twice"),
        ("--bot greedy --games 0", 2, "equal to 1"),
        ("--bot greedy --games x", 2, "--games"),
        ("--bot greedy --seed -1", 2, "equal to 0"),
        ("--bot greedy --jobs 0", 2, "equal to 1"),
        ("--bot greedy --seconds -1", 2, "--seconds"),
        ("--bot greedy --seconds nan", 2, "--seconds"),
        ("--bot greedy --jobs 2 --scheduler x:1", 2, "got both"),
        ("--bot greedy --players 7", 2, "expected 1 to 6 players in the basic game, got 7"),
        ("--bot greedy --variant chess", 2, "level-to-level"),
        ("--bot greedy --modules chess", 2, "gap-fillers"),
        ("--bot greedy --tokens 9", 2, "expected 0 to 6 tokens"),
        ("--bot greedy --plot scores.gif", 2, ".png or .svg"),
        ("--bot greedy --records /dev/null", 2, "--records"),
        ("--bot greedy --decks /no/such/file", 2, "expected a file that can be read"),
        ("--bot greedy --scheduler nonsense", 1, "expected a Dask scheduler at 'nonsense'"),
        ("--bot greedy --scheduler 127.0.0.1:1", 1, "expected a Dask scheduler at '127.0.0.1:1'"),
    ],
)
def test_wrong_input_is_refused(arguments: str, code: int, words: str) -> None:
    ran = nmbr9("simulate", *arguments.split())
    assert (ran.code, ran.out) == (code, "")
    assert words in ran.err
    assert "Traceback" not in ran.err


def test_a_plot_is_written(tmp_path: Path) -> None:
    picture = tmp_path / "scores.SVG"
    simulate("--bot", "random,greedy", "--games", "2", "--plot", str(picture))
    assert b"<svg" in picture.read_bytes()


def test_a_missing_extra_stops_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("distributed", "matplotlib"):
        monkeypatch.setitem(sys.modules, package, None)
    for flags, extra in (
        (["--plot", str(tmp_path / "a.png")], "plots"),
        (
            ["--scheduler", "127.0.0.1:1"],
            "cluster",
        ),
    ):
        ran = nmbr9("simulate", "--bot", "random", "--records", str(tmp_path), *flags)
        assert (ran.code, ran.out) == (1, "")
        assert f"pip install 'nmbr9[{extra}]'" in ran.err
    assert records_in(tmp_path) == {}


def test_bots_are_listed() -> None:
    told = json.loads(nmbr9("bots", "--json").out)
    assert [bot["name"] for bot in told] == list(BOTS)
    assert all(bot["version"] >= 1 and bot["summary"] for bot in told)
    assert told[0]["max_players"] == {"basic": 6, "two-out-of-three": 4, "level-to-level": 4}
    text = nmbr9("bots").out
    assert all(word in text for word in (*BOTS, "level-to-level", "gap-fillers"))


MANY = ("--bot", "random,greedy", "--modules", "all", "--seed", "8", "--games", "3")


@pytest.fixture
def played_alone(tmp_path: Path) -> dict[str, bytes]:
    """The records of MANY, played one after another in this process."""
    simulate(*MANY, "--records", str(tmp_path / "alone"))
    return records_in(tmp_path / "alone")


@pytest.mark.rest
def test_the_number_of_processes_changes_no_byte(
    tmp_path: Path, played_alone: dict[str, bytes]
) -> None:
    simulate(*MANY, "--jobs", "2", "--records", str(tmp_path / "two"))
    assert len(played_alone) == 6
    assert records_in(tmp_path / "two") == played_alone


@pytest.fixture
def cluster() -> Iterator[str]:
    """The address of a scheduler with two workers, processes of their own."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bots.simulation.local_cluster"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        yield _line_of(process.stdout)
        process.communicate(timeout=30)  # its input ends, so it does


def _line_of(stream: IO[str] | None) -> str:
    assert stream is not None
    return stream.readline().strip()


@pytest.mark.long
def test_a_cluster_changes_no_byte(
    tmp_path: Path, played_alone: dict[str, bytes], cluster: str
) -> None:
    # In a process of its own as well: Dask leaves threads behind that end when they like.
    command = [*MANY, "--scheduler", cluster, "--records", str(tmp_path / "far"), "--json"]
    ran = subprocess.run(
        [sys.executable, "-m", "nmbr9", "simulate", *command],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [each["games"] for each in json.loads(ran.stdout)] == [3, 3]
    assert records_in(tmp_path / "far") == played_alone


def start(folder: Path, *flags: str) -> subprocess.Popen[str]:
    """Start a simulation that would take minutes, and wait for its first games."""
    command = ["--bot", "greedy", "--games", "5000", "--records", str(folder), *flags]
    process = started("simulate", *command)
    deadline = time.monotonic() + 60
    while len(records_in(folder)) < 5:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return process


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [
        int(child)
        for child in children
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def is_running(pid: int) -> bool:
    try:
        return "(zombie)" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def wait_until_gone(pids: list[int]) -> None:
    deadline = time.monotonic() + 10
    while any(is_running(pid) for pid in pids):
        assert time.monotonic() < deadline, "worker processes were left behind"
        time.sleep(0.05)


def check_kept(folder: Path) -> int:
    """Every record that is there is whole; return how many."""
    records = records_in(folder)
    assert len(records) >= 5
    assert all(loads(text).is_over for text in records.values())
    return len(records)


@pytest.mark.rest
@ONLY_LINUX
def test_a_killed_worker_ends_it_with_one_line_and_keeps_the_records(tmp_path: Path) -> None:
    process = start(tmp_path / "out", "--jobs", "2")
    workers = workers_of(process)
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGKILL)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (1, "")
    assert err.startswith("nmbr9: expected every worker process to live to the end, got one that")
    assert err.count("\n") == 1
    kept = check_kept(tmp_path / "out")
    assert f"{kept} records are in {tmp_path / 'out'}" in err
    wait_until_gone(workers)


@ONLY_LINUX
@pytest.mark.parametrize("jobs", first(1, ["2", "1"]))
def test_an_interrupt_ends_it_quickly_and_keeps_the_records(tmp_path: Path, jobs: str) -> None:
    process = start(tmp_path / "out", "--jobs", jobs)
    workers = workers_of(process)
    started = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert time.monotonic() - started < 15
    assert process.returncode == 130
    assert "greedy" in out
    assert "Traceback" not in err
    check_kept(tmp_path / "out")
    wait_until_gone(workers)


@pytest.mark.rest
@ONLY_LINUX
def test_workers_do_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    process = start(tmp_path / "out", "--jobs", "2")
    workers = workers_of(process)
    process.kill()
    process.communicate(timeout=20)
    wait_until_gone(workers)
    check_kept(tmp_path / "out")
