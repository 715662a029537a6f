"""Measures how strong a way of playing is, in the basic game alone with the order unknown.

    python -m training.measure steady --games 500
    python -m training.measure strong --games 200 --seconds 1 --seed 7

The seed says which decks; with the same decks two ways can be compared deck by deck: `--out` writes
the scores. Without `--seconds` the plan is carried out whole and the result is the same every time.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from nmbr9.judge.linear import load_linear
from nmbr9.judge.lookahead import SearchScratch, new_search_scratch
from nmbr9.judge.network import VALUE_FILE, read_value
from nmbr9.judge.playout import greedy_playout, keep_margin, new_random, shuffle
from nmbr9.judge.search import STEADY, STRONG, Plan, after_seconds, never, rank_placements
from nmbr9.kernel.codes import place_code
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.layout import FACTS, POINTS, Position, clear, new_position
from nmbr9.kernel.tables import Floats, Integers, tables

DECK = np.repeat(np.arange(10), 2)
PLANS = {"value": Plan(8, (), ((5, 5),)), "steady": STEADY, "strong": STRONG}
"""By name; `careful` has no plan, it follows the linear evaluation."""


def play(
    scratch: SearchScratch,
    position: Position,
    deck: Integers,
    plan: Plan | None,
    seconds: float | None,
) -> int:
    """Return the score of a game; without a plan that of the linear evaluation."""
    clear(position)
    if plan is None:
        return int(
            greedy_playout(position, tables(), scratch.work, deck, ANY_LEVEL, scratch.linear)
        )
    bag: Floats = np.full(10, 2.0)
    for kind in deck.tolist():
        bag[kind] -= 1
        stop = never if seconds is None else after_seconds(seconds)
        ranking = rank_placements(scratch, position, kind, bag, ANY_LEVEL, plan, stop)
        place_code(position, tables(), kind, int(ranking.codes[0]))
        keep_margin(position)
    return int(position.book[FACTS, POINTS])


def main() -> None:
    """Play and print mean, its 95 % interval, standard deviation and time per move."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("player", choices=["careful", *PLANS])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, help="limit for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--value", type=Path, default=VALUE_FILE, help="other weights")
    parser.add_argument("--out", type=Path, help="a .npy file for the scores")
    options = parser.parse_args()
    scratch, position = new_search_scratch(read_value(options.value), load_linear()), new_position()
    plan = PLANS.get(options.player)
    play(scratch, position, DECK, plan, 0.0)  # Compiles what there is to compile.
    random_state, deck = new_random(options.seed), DECK.copy()
    scores: list[int] = []
    spent, reported = 0.0, time.monotonic()
    for game in range(1, options.games + 1):
        shuffle(deck, random_state)
        started = time.process_time()
        scores.append(play(scratch, position, deck, plan, options.seconds))
        spent += time.process_time() - started
        if game == options.games or time.monotonic() - reported > 20:
            reported = time.monotonic()
            interval = 1.96 * np.std(scores) / game**0.5
            print(
                f"{options.player}: {game} games, mean {np.mean(scores):.2f} +- {interval:.2f}, "
                f"sd {np.std(scores):.1f}, {1000 * spent / game / deck.size:.3f} ms per move",
                flush=True,
            )
    if options.out:
        np.save(options.out, np.array(scores))


if __name__ == "__main__":
    main()
