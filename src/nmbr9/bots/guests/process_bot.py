"""A bot that is a program of its own, in any language: asked over its standard input and output."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from random import Random

from nmbr9.bots.guests.messages import (
    BotFailed,
    Introduction,
    hello_line,
    question_line,
    read_answer,
    read_introduction,
)
from nmbr9.bots.guests.program import Program
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.knowledge import View

START_SECONDS = 60.0
"""From the start to its hello: whatever it loads or compiles belongs there."""
GRACE_SECONDS = 2.0
"""What an answer may be late, on a busy machine."""
SEED_BITS = 53
"""As many as a number of JSON has in every language."""


class ProcessBot:
    """A program that plays. After a failure it is ended, and started again for the next answer."""

    def __init__(
        self, command: Sequence[str], said: Introduction | None = None, **variables: str
    ) -> None:
        """Start the program; if it is known what it says of itself, only when it is asked.

        `variables` are added to its bare environment.

        Raises: BotFailed.
        """
        self._command, self._variables = tuple(command), variables
        self._count = 0
        self._program: Program | None = None
        self._ending: weakref.finalize[..., ProcessBot] | None = None
        self.said = said or self._start()
        self.name, self.version = self.said.name, self.said.version

    def choose(self, view: View, random: Random, seconds: float) -> Action:
        """Return its answer, which may be against the rules.

        Raises: BotFailed.
        """
        if self._program is None and (again := self._start()) != self.said:
            self.end()
            raise BotFailed(f"expected the same hello each time, got {again} after {self.said}")
        assert self._program is not None
        self._count += 1
        line = question_line(self._count, view, random.getrandbits(SEED_BITS), seconds)
        try:
            answer = self._program.ask(line, seconds + GRACE_SECONDS)
            return read_answer(answer, self._count)
        except BotFailed:
            # What it says next would be the answer to something else.
            self.end()
            raise

    def _start(self) -> Introduction:
        program = Program(self._command, **self._variables)
        self._program = program
        # At the latest when nobody has the bot any more, or this process ends.
        self._ending = weakref.finalize(self, program.end)
        try:
            return read_introduction(program.ask(hello_line(), START_SECONDS))
        except BotFailed:
            self.end()
            raise

    def close_input(self, seconds: float) -> None:
        """Let the program end by itself, and end it in any case.

        Raises: BotFailed, when it does not end, or leaves processes behind.
        """
        try:
            if self._program is not None:
                self._program.close_input(seconds)
        finally:
            self.end()

    def end(self) -> None:
        """End the program and everything it started."""
        self._program = None
        if self._ending is not None:
            self._ending()
