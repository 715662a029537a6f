"""The plain engine against the naive reference: python -m benchmarks.rules.

All legal placements of one tile in displays of 13 tiles, found (a view that can be counted) and
written out as a list; the answers of both are compared before anything is timed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from nmbr9 import Display, Game, Options
from nmbr9.bots.greedy import choose
from tests.reference import ReferenceGame

TILES = 13
GAMES = 12
REPEATS = 60
LIMIT_MICROSECONDS = 100.0
LIMIT_RATIO = 100.0


@dataclass(frozen=True)
class Position:
    """A display of 13 tiles, the next tile, and the same game in the reference."""

    display: Display
    number: int
    reference: ReferenceGame


@dataclass(frozen=True)
class Result:
    placements: float
    found_microseconds: float
    listed_microseconds: float
    reference_microseconds: float

    @property
    def ratio(self) -> float:
        """How many times faster than the reference, the list written out."""
        return self.reference_microseconds / self.listed_microseconds


def positions() -> list[Position]:
    found = []
    for seed in range(GAMES):
        game = Game.new(Options(players=1), seed=seed)
        reference = ReferenceGame(game.options.to_dict(), list(game.deck), [])
        for _ in range(TILES):
            action = choose(game, 0)
            reference.apply(action.to_dict())
            game = game.apply(0, action)
        found.append(Position(game.players[0].display, game.table.revealed[0], reference))
    return found


def check(position: Position) -> int:
    """Return the number of placements after checking that both sides list the same."""
    ours = {tuple(placement) for placement in position.display.legal_placements(position.number)}
    theirs = {
        (action["rotation"], action["x"], action["y"], action["level"])
        for action in position.reference.legal_actions(0)
    }
    assert ours == theirs, f"the engine and the reference differ by {ours ^ theirs}"
    return len(ours)


def best_seconds(work: Callable[[], object], repeats: int) -> float:
    """Return the least processor time of several runs: the noise of a shared machine only adds."""
    seconds = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        seconds.append(time.process_time() - started)
    return min(seconds)


def measure() -> Result:
    samples = positions()
    total = sum(check(sample) for sample in samples)

    def per_position(work: Callable[[Position], object], repeats: int) -> float:
        return best_seconds(lambda: [work(s) for s in samples], repeats) / len(samples) * 1e6

    return Result(
        total / len(samples),
        per_position(lambda s: len(s.display.legal_placements(s.number)), REPEATS),
        per_position(lambda s: list(s.display.legal_placements(s.number)), REPEATS),
        per_position(lambda s: s.reference.legal_actions(0), 2),
    )


def main() -> None:
    result = measure()
    print(f"{result.placements:.0f} legal placements of one tile in a display of {TILES} tiles")
    print(f"found and counted    {result.found_microseconds:9.1f} us")
    print(
        f"written out          {result.listed_microseconds:9.1f} us  (limit {LIMIT_MICROSECONDS})"
    )
    print(f"naive reference      {result.reference_microseconds:9.1f} us")
    print(f"ratio                {result.ratio:9.0f}     (limit {LIMIT_RATIO:.0f})")


if __name__ == "__main__":
    main()
