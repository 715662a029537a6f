"""Programs that fail in every way: each is told apart in a sentence, and nothing of it is left."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from nmbr9 import Game, Options
from nmbr9.bots.base import NothingToDo
from nmbr9.bots.greedy import greedy_action
from nmbr9.bots.guests.messages import BotFailed
from nmbr9.bots.guests.naming import load_apart
from nmbr9.bots.guests.process_bot import GRACE_SECONDS, ProcessBot
from nmbr9.bots.guests.referee import FAILURES_IN_A_ROW, Refereed, checked_choice
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.knowledge import view
from tests.bots.guests.programs import bad_bot, running, wait_until_gone

SECONDS = 0.1
BUSY_SECONDS = 15
"""What starting and ending processes may take besides on a busy machine."""

FAILURES = {
    "killed": "got a program that was killed by signal 9",
    "crashing": "ended with exit code 1, saying 'ZeroDivisionError: no idea'",
    "silent": r"expected an answer within 2\.1 s, got none",
    "babbling": "expected a line of at most 65536 bytes, got 'blah blah",
    "rambling": "expected a message of type 'action', got 'thinking about it'",
    "slow": r"expected an answer within 2\.1 s, got none",
    "multiplying": r"got \d\d processes, which are too many|within 2\.1 s",
    "greedy-for-memory": "ended with exit code 1, saying 'MemoryError'",
    "cheating": "expected a legal action, got 9u@50,50",
    "cheating-for-others": "expected an action of player 0, got one of 1",
    "deaf": r"expected an answer within 2\.1 s, got none",
}


def choice(bot: ProcessBot, seed: int = 1) -> Action:
    game = Game.new(Options(players=2), seed=seed)
    return checked_choice(bot, view(game, 0), Random(0), SECONDS)


@contextmanager
def playing(how: str) -> Iterator[ProcessBot]:
    bot = load_apart(bad_bot(how))
    yield bot
    bot.end()
    assert running(how) == []


@pytest.mark.parametrize("how", FAILURES)
def test_a_failure_is_a_sentence_and_leaves_nothing_behind(how: str) -> None:
    with playing(how) as bot:
        began = time.monotonic()
        with pytest.raises(BotFailed, match=FAILURES[how]):
            choice(bot)
        assert time.monotonic() - began < SECONDS + GRACE_SECONDS + BUSY_SECONDS


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("newer", "expected protocol 1, got 2"),
        ("nameless", "expected a bot's name of 1 to 24 visible characters without , : / and"),
    ],
)
def test_a_wrong_hello_is_a_sentence(how: str, sentence: str) -> None:
    with pytest.raises(BotFailed, match=sentence):
        load_apart(bad_bot(how))
    assert running(how) == []


def test_a_program_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nmbr9.bots.guests.process_bot.START_SECONDS", 1.0)
    with pytest.raises(BotFailed, match=r"expected an answer within 1\.0 s, got none"):
        load_apart(bad_bot("mute"))
    assert running("mute") == []


def test_a_program_is_started_again_after_a_failure() -> None:
    with playing("crashing") as bot:
        for _ in range(2):
            with pytest.raises(BotFailed, match="no idea"):
                choice(bot)


def test_a_second_line_is_noticed_with_the_next_question() -> None:
    with playing("talkative") as bot:
        choice(bot)
        with pytest.raises(BotFailed, match="expected"):
            choice(bot)


def test_children_end_with_their_program_also_in_sessions_of_their_own() -> None:
    bot = load_apart(bad_bot("forking"))
    choice(bot)
    assert len(running("forking")) > 5
    bot.end()
    assert running("forking") == []


def test_leftover_children_are_told_at_the_end() -> None:
    bot = load_apart(bad_bot("forking"))
    choice(bot)
    with pytest.raises(BotFailed, match="expected no process left behind when it ends, got 5"):
        bot.close_input(BUSY_SECONDS)
    assert running("forking") == []


def test_a_program_that_does_not_end_is_told() -> None:
    bot = load_apart(bad_bot("lingering"))
    with pytest.raises(BotFailed, match="expected it to end when its input ends"):
        bot.close_input(1.0)
    assert running("lingering") == []


def test_a_good_program_ends_by_itself() -> None:
    bot = load_apart(bad_bot("good"))
    choice(bot)
    bot.close_input(BUSY_SECONDS)
    assert running("good") == []


def test_a_program_gets_no_secret_and_no_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NMBR9_DATABASE", "postgresql://ada:secret@db/games")
    monkeypatch.setenv("PGPASSWORD", "secret")
    with playing("spying") as bot:
        choice(bot)


def test_programs_end_when_we_are_killed(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(
        "import sys, time\n"
        "from nmbr9.bots.guests.naming import load_apart\n"
        "bot = load_apart(sys.argv[1])\n"
        "print('ready', flush=True)\n"
        "time.sleep(3600)\n"
    )
    with subprocess.Popen(
        [sys.executable, str(script), bad_bot("lingering")], stdout=subprocess.PIPE
    ) as ours:
        assert ours.stdout is not None
        assert ours.stdout.readline() == b"ready\n"
        assert running("lingering")
        ours.kill()
    wait_until_gone("lingering")


def test_greedy_plays_what_is_forfeited_and_a_pause_keeps_others_from_waiting() -> None:
    bot = Refereed(load_apart(bad_bot("crashing")))
    game = Game.new(Options(), seed=1)
    for _ in range(FAILURES_IN_A_ROW + 1):
        seen = view(game, 0)
        action = bot.choose(seen, Random(0), SECONDS)
        assert action == greedy_action(seen)
        game = game.apply(0, action)
    told = bot.new_forfeits()
    assert len(told) == FAILURES_IN_A_ROW + 1
    assert told[0].startswith("crashing forfeits a move to greedy: expected an answer, got")
    assert told[-1].endswith("it failed 3 times and has a pause")
    assert bot.new_forfeits() == ()
    assert running("crashing") == []


def test_with_nothing_to_do_a_refereed_bot_says_so() -> None:
    bot = Refereed(load_apart("greedy"))
    game = Game.new(Options(players=2), seed=1)
    game = game.apply(0, game.legal_actions(0)[0])
    with pytest.raises(NothingToDo, match="the turn is over"):
        bot.choose(view(game, 0), Random(0), SECONDS)


def test_a_program_that_is_not_there_is_a_sentence() -> None:
    with pytest.raises(BotFailed, match="expected a program to run, got 'no-such-program'"):
        load_apart("process:no-such-program --fast")


def test_a_file_that_is_no_program_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_bytes(b"\x7fELF and no more")
    os.chmod(file, 0o755)
    with pytest.raises(BotFailed, match=r"exit code 127, saying '.*Exec format error"):
        load_apart(f"process:{file}")
