"""A bot that is not ours can fail in any way: the move is then forfeited, and `greedy` plays it."""

from __future__ import annotations

import sys
import time
from contextlib import redirect_stdout
from random import Random

from nmbr9.bots.base import Bot, NothingToDo
from nmbr9.bots.greedy import greedy_action
from nmbr9.bots.guests.messages import BotFailed
from nmbr9.bots.guests.process_bot import GRACE_SECONDS, ProcessBot
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.actions.turn_order import violations
from nmbr9.rules.errors import shown
from nmbr9.rules.knowledge import View

FAILURES_IN_A_ROW = 3
PAUSE_SECONDS = 60.0
"""For so long a bot that failed so often is not asked: the others would wait for nothing."""


class Refereed:
    """A bot whose every answer is legal: where its own is not, `greedy` gives one."""

    def __init__(self, bot: Bot) -> None:
        self.name, self.version = bot.name, bot.version
        self.is_apart = isinstance(bot, ProcessBot)
        """Whether it thinks in a process of its own."""
        self._bot = bot
        self._forfeits: list[str] = []
        self._in_a_row = 0
        self._paused_until = 0.0

    def choose(self, view: View, random: Random, seconds: float) -> Action:
        """Return the bot's action, or that of `greedy` with an entry in `forfeits`.

        Raises: NothingToDo.
        """
        if view.is_over or view.state.turn.is_over:
            return greedy_action(view)  # which says that there is nothing to do
        if time.monotonic() < self._paused_until:
            return self._forfeited(view, f"it failed {FAILURES_IN_A_ROW} times and has a pause")
        try:
            action = checked_choice(self._bot, view, random, seconds)
        except BotFailed as error:
            self._in_a_row += 1
            if self._in_a_row >= FAILURES_IN_A_ROW:
                self._in_a_row = 0
                self._paused_until = time.monotonic() + PAUSE_SECONDS
            return self._forfeited(view, str(error))
        self._in_a_row = 0
        return action

    def _forfeited(self, view: View, why: str) -> Action:
        self._forfeits.append(f"{self.name} forfeits a move to greedy: {why}")
        return greedy_action(view)

    def new_forfeits(self) -> tuple[str, ...]:
        """Return a sentence for each move that was forfeited since the last time."""
        told, self._forfeits = tuple(self._forfeits), []
        return told


def checked_choice(bot: Bot, view: View, random: Random, seconds: float) -> Action:
    """Return a bot's action, which is legal and came in time.

    Raises: BotFailed.
    """
    began = time.monotonic()
    try:
        with redirect_stdout(sys.stderr):  # what it prints is no part of a command's answer
            action = bot.choose(view, random, seconds)
    except BotFailed:
        raise
    except Exception as error:
        what = "nothing to do" if isinstance(error, NothingToDo) else type(error).__name__
        raise BotFailed(f"expected an action, got {what}: {error}") from error
    took, most = time.monotonic() - began, seconds + GRACE_SECONDS
    if took > most and not isinstance(bot, ProcessBot):  # for a process it has been looked at
        raise BotFailed(f"expected an answer within {most:.1f} s, got one after {took:.1f} s")
    if not isinstance(action, Action):
        raise BotFailed(f"expected an action, got {shown(action)}")
    if broken := violations(view.moment, action):
        raise BotFailed(f"expected a legal action, got {action}: {broken[0]}")
    return action
