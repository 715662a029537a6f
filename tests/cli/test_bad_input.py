"""Arbitrary command lines and files: a message and an exit code, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from nmbr9.rules.record import dumps
from tests.cli.commands import nmbr9
from tests.cli.test_commands import played
from tests.tiers import first

WORDS = (
    *(
        "play",
        "legal",
        "replay",
        "show",
        "notation",
        "perft",
        "bots",
        "",
        "-",
        "--",
        "help",
        "nmbr9/1",
    ),
    *("--json", "--player", "--at", "--svg", "--seed", "--players", "--variant", "--modules"),
    *(
        "--tokens",
        "--names",
        "--file",
        "--new",
        "--help",
        "--version",
        "--wrong",
        "-x",
        "--player=",
    ),
    *("0", "1", "9", "-1", "99999999999999999999", "1e3", "0x1", "NaN", "½", "٣", "\udcff", "\0"),
    *(
        "basic",
        "level-to-level",
        "gap",
        "all",
        "starting-tiles",
        "a,b,c",
        ",",
        "'",
        '"',
        "\n",
        "💥",
    ),
    *("{}", "[]", "null", "x" * 300, "x" * 5000, "/", ".", "/dev/null/x", "%s%n", "[bold]"),
)
CODES = {0, 1, 2}


def mutated(text: str, random: Random) -> bytes:
    """Return a record with something wrong in its bytes or its data."""
    choice = random.randrange(5)
    data = text.encode()
    at = random.randrange(len(data))
    if choice == 0:
        return data[:at]
    if choice == 1:
        return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]
    if choice == 2:
        return data[:at] + random.choice([b"{", b"]", b'"', b"1e9", b"-", b"NaN"]) + data[at:]
    record = json.loads(text)
    key = random.choice(list(record))
    if choice == 3:
        record[key] = random.choice([None, [], {}, 1, "x", [None], -1, 1.5, True])
    else:
        action = random.choice(record["actions"])
        name = random.choice(list(action))
        action[name] = random.choice([None, -1, 10**30, 1.0, True, "gap", [], ["gap"], 3])
    return json.dumps(record).encode()


def check_command_lines(seed: int, count: int, folder: Path) -> None:
    random = Random(seed)
    record = dumps(played(6))
    path = folder / "record.json"
    refused = 0
    for _ in range(count):
        content = mutated(record, random)
        path.write_bytes(content)
        words = [random.choice(WORDS) for _ in range(random.randrange(6))]
        if random.random() < 0.5:
            words = [random.choice(["legal", "replay", "show", "notation"]), str(path), *words[:2]]
        # Arguments reach a program without zero bytes, and it must not write where it likes here.
        words = [word.replace("\0", "") for word in words if not word.startswith("--svg")]
        words = [word for word in words if word != "--file"]
        if words[:1] == ["play"]:
            words.insert(1, "--terminal")  # else it serves until it is interrupted
        ran = nmbr9(
            *words, typed=random.choice([b"", content, b"quit\n", b"\xff\xfe\n", b"8r@1,1\n"])
        )
        about = f"{words!r} ended with {ran.code}: {ran.err[-300:]}"
        assert ran.code in CODES, about
        assert "Traceback" not in ran.err, about
        if ran.code:
            refused += 1
            # Asking for nothing at all is answered with the help, on stdout.
            assert ran.err.strip() or not words, about
    assert refused > count / 4


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("seed", first(1, range(4), rest=1))
def test_arbitrary_command_lines(seed: int, tmp_path: Path) -> None:
    check_command_lines(seed, 50, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 110))
def test_many_arbitrary_command_lines(seed: int, tmp_path: Path) -> None:
    check_command_lines(seed, 500, tmp_path)
