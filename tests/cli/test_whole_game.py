"""A whole game in tmux, with the command of the README and nothing compiled.

Keys are hammered while bots think, and the program is killed twice: no tile is placed unseen or
lost, and there is always something to read. `pytest -s -m long` prints what was measured.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from nmbr9 import Game, Place
from nmbr9.rules.record import loads
from tests.machine import TMUX, leave_out

ROOT = Path(__file__).parents[2]
COLUMNS, LINES = 100, 45
LOOK_SECONDS = 0.03
HAMMER_SECONDS = 1 / 30
"""As often as a key comes that is held down."""
READ_SECONDS = 0.6
"""How long a player looks at a new card before a key is pressed."""
LIMIT_SECONDS = 1.0
"""Until the first tile can be placed, and the longest wait without a word."""
THINKING = re.compile(r"(careful|strong) is thinking")
FITS = re.compile(r"^(\S+)  fits on level", re.MULTILINE)
OPEN_CARD = re.compile(r"Choose an open card by its level: (\d)")
END = re.compile(r"Saved in")
COMMAND = re.compile(r'make play ARGS="--terminal [^"]*"')
ON_ONES_TURN, WHILE_A_BOT_THINKS = 7, 13
"""After so many tiles of one's own the program is killed."""


class Window:
    """A window of tmux, and how long there was nothing to read in it."""

    def __init__(self, tmux: list[str], folder: Path) -> None:
        self._tmux = tmux
        self._folder = folder
        self.longest_silence = 0.0
        self.longest_answer = 0.0
        self.hammered = 0
        self.kept = 0

    def run(self, *words: str) -> str:
        ran = subprocess.run([*self._tmux, *words], capture_output=True, text=True, check=True)
        return ran.stdout

    def look(self) -> str:
        return self.run("capture-pane", "-p")

    def press(self, *keys: str) -> None:
        self.run("send-keys", *keys)

    def keep(self, screen: str, what: str) -> None:
        """Keep a screen, for people to look at."""
        self.kept += 1
        (self._folder / f"{self.kept:02}-{what}.txt").write_text(screen, encoding="utf-8")

    def next_question(self) -> str:
        """Return the screen when it asks for something, or when the game has ended."""
        spoke = time.monotonic()
        with self._hammering():
            while True:
                screen, now = self.look(), time.monotonic()
                if _speaks(screen):
                    self.longest_silence = max(self.longest_silence, now - spoke)
                    spoke = now
                    if not THINKING.search(screen):
                        return screen
                assert now < spoke + 60, screen
                time.sleep(LOOK_SECONDS)

    def answer(self, key: str, asked: str) -> str:
        """Press a key, and return what the screen says to it."""
        pressed = time.monotonic()
        self.press(key)
        while (screen := self.look()) == asked or not _speaks(screen):
            assert time.monotonic() < pressed + 60, asked
        self.longest_answer = max(self.longest_answer, time.monotonic() - pressed)
        return screen

    @contextmanager
    def _hammering(self) -> Iterator[None]:
        """Press Enter all the time, as a key that is held down does."""
        has_stopped = threading.Event()

        def hammer() -> None:
            # Over a line of its own that stays open: a process for each key would be too slow.
            control = [*self._tmux, "-C", "attach-session", "-f", "no-output"]
            with subprocess.Popen(
                control, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
            ) as client:
                assert client.stdin is not None
                while not has_stopped.wait(HAMMER_SECONDS):
                    print("send-keys Enter", file=client.stdin, flush=True)
                    self.hammered += 1

        thread = threading.Thread(target=hammer)
        thread.start()
        try:
            yield
        finally:
            has_stopped.set()
            thread.join()

    def game_process(self) -> int:
        """Return the process with the game, below `make` or in its place."""
        waiting = [int(self.run("list-panes", "-F", "#{pane_pid}"))]
        while waiting:
            process = waiting.pop()
            words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
            if b"play" in words and any(word.endswith(b"/nmbr9") for word in words):
                return process
            tasks = Path(f"/proc/{process}/task/{process}/children")
            waiting += map(int, tasks.read_text().split())
        raise AssertionError("expected a game in the window")


def _speaks(screen: str) -> bool:
    """Whether it asks for something, says who thinks, or that the game is over."""
    words = (THINKING, FITS, OPEN_CARD, END)
    return any(each.search(screen) for each in words)


@contextmanager
def tmux(folder: Path, line: str, environment: dict[str, str]) -> Iterator[Window]:
    """Run a line of shell in a window that stays when it has ended."""
    command = ["tmux", "-S", str(folder / "socket"), "-f", "/dev/null"]
    settings = ["set-option", "-g", "remain-on-exit", "on"]
    size = ["-x", str(COLUMNS), "-y", str(LINES)]
    session = ["new-session", "-d", *size, "-c", str(ROOT), f"{line}; sleep 3600"]
    subprocess.run(
        [*command, *settings, ";", *session], env={**os.environ, **environment}, check=True
    )
    try:
        yield Window(command, folder)
    finally:
        subprocess.run([*command, "kill-server"], check=True)


def kept_game(folder: Path) -> Game:
    (path,) = (folder / "data").rglob("*.json")
    return loads(path.read_bytes())


def own_tiles(game: Game) -> list[str]:
    return [str(each) for each in game.actions if each.player == 0 and isinstance(each, Place)]


def play(window: Window, placed: list[str]) -> Iterator[str]:
    """Play to the end; yield after each tile of one's own and each of the bots' turns.

    Tiles that the screen has shown, and a key was pressed for, are added to a list.
    """
    screen = window.next_question()
    while "Saved in" not in screen:
        yield "asked"
        time.sleep(READ_SECONDS)
        screen = window.look()
        fits, card = FITS.search(screen), OPEN_CARD.search(screen)
        if fits:
            placed.append(fits[1])
            screen = window.answer("Enter", screen)
        elif card:
            screen = window.answer(card[1], screen)
        if THINKING.search(screen):
            if fits:
                window.keep(screen, f"thinking-{len(placed)}")
                yield "thinking"
            screen = window.next_question()
    window.keep(screen, "end")
    yield "over"


@pytest.mark.long
def test_a_whole_game_with_the_command_of_the_readme(tmp_path: Path) -> None:
    if shutil.which("tmux") is None:
        leave_out(TMUX)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (line,) = COMMAND.findall(readme)
    environment = {
        "NUMBA_CACHE_DIR": str(tmp_path / "nothing compiled"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
    }
    # Whatever `make` has to install is not what is measured.
    subprocess.run(["make", "play", "ARGS=--help"], cwd=ROOT, check=True, capture_output=True)
    placed: list[str] = []
    windows: list[Window] = []
    first = 0.0
    for kill in (("asked", ON_ONES_TURN), ("thinking", WHILE_A_BOT_THINKS), ("over", None)):
        (folder := tmp_path / f"part{len(windows)}").mkdir()
        started = time.monotonic()
        with tmux(folder, line, environment) as window:
            for event in play(window, placed):
                if not placed and not first:
                    first = time.monotonic() - started
                    window.keep(window.look(), "first")
                if event == kill[0] and kill[1] in (None, len(placed)):
                    break
                assert event != "over"
            if event != "over":
                os.kill(window.game_process(), signal.SIGKILL)
        windows.append(window)
        assert own_tiles(kept_game(tmp_path)) == placed, "none unseen, none lost"
        line = 'make play ARGS="--terminal"'  # which goes on with it
    game = kept_game(tmp_path)
    assert game.is_over
    silences = [window.longest_silence for window in windows]
    answers = [window.longest_answer for window in windows]
    print(
        f"\n{len(placed)} tiles of one's own in {game.table.round_number} rounds, "
        f"{sum(window.hammered for window in windows)} keys hammered, killed twice"
        f"\nseconds until the first tile could be placed: {first:.2f}"
        f"\nlongest without a word: {_told(silences)}"
        f"\nlongest until a key is answered: {_told(answers)}"
    )
    assert max(first, *silences, *answers) < LIMIT_SECONDS


def _told(seconds: list[float]) -> str:
    return ", ".join(f"{each:.2f}" for each in seconds)
