"""Measure steps of the ladder on the same decks, with a budget counted in evaluations.

    python -m scripts.ladder_table --steps spider,owl --games 100 --seed 5000 --seconds 0.05
    python -m scripts.ladder_table --steps mole,hamster --variant level-to-level --modules all

The games are those of `nmbr9 simulate` with the same seed, but `owl`, which thinks for as long as
it may, decides the same on every machine, however busy. Prints what `nmbr9 simulate --json` prints.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict
from functools import partial
from random import Random

from nmbr9.bots.base import play_turns
from nmbr9.bots.character import Character
from nmbr9.bots.ladder import LADDER, Step
from nmbr9.bots.simulation.simulate import Deal, Played, Seat, deal
from nmbr9.bots.simulation.summary import summaries
from nmbr9.cli.input.flags import parse_options
from nmbr9.judge.search import after_evaluations
from nmbr9.rules.game import Game
from nmbr9.rules.options import Variant


def play(step: Step, dealt: Deal, seconds: float) -> Played:
    """Return the game of a step of the ladder, alone."""
    bot, random = Character(step, after_evaluations), Random(f"{dealt.seed}/{step.name}/0")
    game = Game.new(dealt.options, dealt.seed)
    started = time.process_time()
    while not game.is_over:
        game = play_turns(game, 0, bot, random, seconds)
    used = time.process_time() - started
    (score,) = game.scores
    return Played(step.name, dealt.index, (Seat(step.name, score, len(game.actions), used),), "")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", default=",".join(step.name for step in LADDER))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--variant", choices=[*map(str, Variant)], default="basic")
    parser.add_argument("--modules", default="")
    asked = parser.parse_args()
    steps = [step for step in LADDER if step.name in asked.steps.split(",")]
    choose_options = partial(parse_options, 1, asked.variant, asked.modules, "")
    games: list[Played] = []
    for index in range(asked.games):
        dealt = deal(asked.seed, index, choose_options)
        games += [play(step, dealt, asked.seconds) for step in steps]
        print(f"{index + 1} of {asked.games} decks", end="\r", file=sys.stderr, flush=True)
    told = summaries([step.name for step in steps], games)
    print(json.dumps([asdict(summary) for summary in told], indent=2))


if __name__ == "__main__":
    main()
