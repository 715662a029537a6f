"""Plays a bot written in Python over standard input and output, by the process protocol.

    python -m nmbr9.bots.guests.host mymodule:MyBot

So a class is given a process of its own where the game must go on whatever it does. A program of
one's own can call `serve`.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from random import Random

from nmbr9.bots.base import Bot
from nmbr9.bots.guests.messages import answer_line, introduction, introduction_line
from nmbr9.bots.guests.view_data import view_of
from nmbr9.rules.errors import Nmbr9Error
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import view as view_of_game
from nmbr9.rules.options import Options
from nmbr9.rules.record import parse_json

__all__ = ["serve"]


def serve(bot: Bot) -> None:
    """Answer questions until the input ends. What the bot prints goes to standard error.

    Where the bot has a `summary`, that is told of it to people.
    """
    said = introduction(bot.name, bot.version, getattr(bot, "summary", ""))
    answers = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(Exception):  # a bot that fails here fails again when it counts
        # A move that does not count: what it loads and compiles is no part of its thinking.
        bot.choose(view_of_game(Game.new(Options(), seed=0), 0), Random(0), 1.0)
    for line in sys.stdin.buffer:
        asked = parse_json(line)
        assert isinstance(asked, dict), "the other side is ours"
        if asked["type"] == "hello":
            told = introduction_line(said)
        else:
            view, random = view_of(asked["view"]), Random(asked["seed"])
            told = answer_line(asked["id"], bot.choose(view, random, asked["seconds"]))
        while told:
            told = told[os.write(answers, told) :]


if __name__ == "__main__":
    from nmbr9.bots.guests.naming import load_here

    try:
        found = load_here(sys.argv[1])
    except Nmbr9Error as error:
        sys.exit(str(error))
    serve(found)
