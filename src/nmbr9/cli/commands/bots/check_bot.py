"""`nmbr9 check-bot`: a bot of one's own through every variant and module."""

from __future__ import annotations

import math
import sys
from typing import Annotated

import typer

from nmbr9.cli.output.files import AsJson, print_json


def command(
    bot: Annotated[
        str, typer.Argument(help="A name of nmbr9 bots, MODULE:CLASS or process:COMMAND.")
    ],
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, help="Budget of a bot for one move.")
    ] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Let a bot play a game of every kind, and say in a sentence what is wrong with it.

    It runs in a process of its own, with the limits that it has on a server. The first thing that
    goes wrong ends the check with exit code 1.
    """
    from nmbr9.bots.guests.check import CheckedGame, check
    from nmbr9.bots.guests.messages import BotFailed
    from nmbr9.bots.registry import BOTS, UnknownBot

    if not math.isfinite(seconds):
        raise typer.BadParameter(f"expected --seconds to be a finite number, got {seconds}")
    if bot in BOTS:
        _compile(bot)
    games: list[CheckedGame] = []
    problem: BotFailed | None = None
    try:
        for game in check(bot, seconds):
            games.append(game)
            if not as_json:
                points = ", ".join(map(str, game.scores))
                print(f"{game.title}: {points} points in {game.moves} moves", flush=True)
    except UnknownBot as error:
        raise typer.BadParameter(str(error)) from None
    except BotFailed as error:
        problem = error
    moves, slowest = sum(game.moves for game in games), max((g.slowest for g in games), default=0)
    if as_json:
        told = None if problem is None else str(problem)
        print_json({"games": len(games), "moves": moves, "slowest": slowest, "problem": told})
    elif problem is None:
        print(f"nothing wrong in {len(games)} games; slowest of {moves} answers {slowest:.2f} s")
    if problem is not None:
        raise problem


def _compile(bot: str) -> None:
    """Compile one of ours here and now: its process finds the result, and is not late for it."""
    from nmbr9.bots.registry import load_bot

    load_bot(bot)
    if "numba" in sys.modules:
        from nmbr9.judge.warmup import warmup

        warmup()
