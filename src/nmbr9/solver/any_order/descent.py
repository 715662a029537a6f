"""The search level by level, from the top down, for displays with more points than a target.

Complete, or with only the most promising states of each level: then it proves nothing, but finds
good displays in seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from nmbr9.kernel.tables import Integers
from nmbr9.solver.any_order.arrangements import arrangements
from nmbr9.solver.any_order.bag_bound import Setting, Stage, stages
from nmbr9.solver.any_order.bags import numbers_in, unpack_key
from nmbr9.solver.any_order.checkpoints import Checkpoints
from nmbr9.solver.any_order.level_search import (
    TOO_MANY_PIECES,
    Scratch,
    expand_states,
    new_scratch,
)
from nmbr9.solver.any_order.level_states import (
    KEY,
    MOST_IN_STATE,
    STATE_WORDS,
    merged,
    outer_edges,
    write_state,
)
from nmbr9.solver.any_order.outlines import GRID, shapes
from nmbr9.solver.any_order.relations import SMALL

STATES_AT_ONCE = 200
ROOM = 1_000_000
MERGE_AT = 1_000_000
SAVE_SECONDS = 20.0
POINTS_PER_EDGE = 2
"""What quick searches give for an edge less around the tiles that must be carried: without that
they keep what bags promise and shapes do not."""
MOST_LEVELS = 8
"""Lower levels of higher displays could leave the grid; there are none."""


class Stopped(Exception):
    """The search was told to stop; what is done is in its checkpoints."""


@dataclass(frozen=True)
class Progress:
    """How far a search is."""

    levels: int
    """The number of levels of the displays looked for."""
    level: int
    """The level whose states are being found."""
    done: int
    of: int
    """States of the level above, done and in all."""
    found: int
    """States found so far."""


Report = Callable[[Progress], bool]
"""Gets how far a search is, several times a second; returns whether to stop."""


def no_report(_progress: Progress) -> bool:
    """Go on."""
    return False


@dataclass
class Descent:
    """What is known about displays with a certain number of levels and more than a target."""

    levels: int
    target: int
    bound: int
    """The most points that bags alone allow; the target if that is none."""
    counts: list[int] = field(default_factory=list)
    """The number of states of each level, from the top down; the table's has those of level 1 that
    can be carried."""
    keys: list[Integers] = field(default_factory=list)
    """By level from the top down: the different keys of its states."""

    @property
    def is_empty(self) -> bool:
        """Whether no display can have more points than the target."""
        return not self.counts or self.counts[-1] == 0 or len(self.counts) < self.levels

    def lines(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield points and bags from the top down of what may be displays, in no order."""
        if not self.is_empty:
            for key in self.keys[-1].tolist():
                yield from self._upwards(key, len(self.keys) - 1, (), 0)

    def _upwards(
        self, key: int, index: int, below: tuple[int, ...], points: int
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        used, bag = unpack_key(key)
        bags = (bag, *below)
        points += (self.levels - 1 - index) * sum(numbers_in(bag))
        if index == 0:
            if points > self.target:
                yield points, bags
            return
        above = self.keys[index - 1]
        for parent in above[unpack_key(above)[0] == used - bag].tolist():
            yield from self._upwards(parent, index - 1, bags, points)


class Descender:
    """Runs searches; keeps its scratch arrays."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._scratch: Scratch = new_scratch(ROOM)

    def run(
        self,
        levels: int,
        target: int,
        width: int | None = None,
        report: Report = no_report,
        checkpoints: Checkpoints | None = None,
    ) -> Descent:
        """Look for displays with so many levels; with a width only that many states are kept.

        Raises: Stopped.
        """
        listed = stages(self._setting, levels, target)
        if listed[0].keys.size == 0:
            return Descent(levels, target, target)
        assert levels <= MOST_LEVELS, "bags alone exclude so many levels"
        bound = int((listed[0].best + listed[0].rest).max())
        descent = Descent(levels, target, bound)
        states, scores = self._top(listed[0])
        for index, below in enumerate((*listed[1:], None)):
            if width is not None:
                states, scores = _most_promising(listed[index], states, scores, width)
            descent.counts.append(len(states))
            descent.keys.append(np.unique(states[:, KEY]))
            if below is None or len(states) == 0:
                break
            order = np.lexsort((scores, states[:, KEY]))  # Equal ones share their choices.
            work = _Work(levels, below, target, states[order], scores[order], width is not None)
            states, scores = self._next(work, report, checkpoints)
        return descent

    def _top(self, stage: Stage) -> tuple[Integers, Integers]:
        """Return the states of the highest level: all arrangements of up to three tiles.

        Of more tiles only one is looked at; where the others lie is left open.
        """
        states, scores = [], []
        for key, best in zip(stage.keys.tolist(), stage.best.tolist(), strict=True):
            numbers = numbers_in(unpack_key(key)[1])
            for pieces in arrangements(numbers if len(numbers) <= SMALL else numbers[-1:]):
                state = np.zeros(STATE_WORDS, np.int64)
                write_state(shapes(), pieces, pieces.size, key, self._scratch.turning, state)
                states.append(state)
                scores.append(best)
        return merged(np.array(states), np.array(scores))

    def _next(
        self, work: _Work, report: Report, checkpoints: Checkpoints | None
    ) -> tuple[Integers, Integers]:
        """Return the states of the next level, going on where a checkpoint ends."""
        entry = 0
        parts = [(np.zeros((0, STATE_WORDS), np.int64), np.zeros(0, np.int64))]
        if checkpoints is not None:
            stored = checkpoints.load(work.name)
            if stored is not None:
                entry, parts = int(stored["entry"]), [(stored["states"], stored["scores"])]
        saved = time.process_time()
        while entry < len(work.states):
            entry, found = self._expand(work, entry)
            parts.append(found)
            if sum(len(part[0]) for part in parts) > MERGE_AT:
                parts = [_merged(parts)]
            progress = Progress(
                work.levels,
                work.below.level,
                entry,
                len(work.states),
                sum(len(part[0]) for part in parts),
            )
            is_told_to_stop = report(progress)
            is_due = time.process_time() - saved > SAVE_SECONDS
            if checkpoints is not None and (is_due or is_told_to_stop or entry == len(work.states)):
                parts = [_merged(parts)]
                checkpoints.save(
                    work.name, entry=np.array(entry), states=parts[0][0], scores=parts[0][1]
                )
                saved = time.process_time()
            if is_told_to_stop and entry < len(work.states):
                raise Stopped
        return _merged(parts)

    def _expand(self, work: _Work, entry: int) -> tuple[int, tuple[Integers, Integers]]:
        end = min(len(work.states), entry + STATES_AT_ONCE)
        scratch = self._scratch
        reached, count = expand_states(
            self._setting,
            shapes(),
            work.states,
            work.scores,
            work.below,
            work.target,
            scratch,
            entry,
            end,
            work.may_cut,
        )
        assert reached != TOO_MANY_PIECES, "a level under others has few tiles"
        assert reached > entry, "the states that follow from one fit the room"
        return reached, merged(scratch.states[:count], scratch.scores[:count])


@dataclass(frozen=True)
class _Work:
    """One step of a search: from all states of a level to those of the next."""

    levels: int
    below: Stage
    target: int
    states: Integers
    scores: Integers
    may_cut: bool
    """Whether states may be left out: nothing is proved then."""

    @property
    def name(self) -> str:
        return f"{self.levels}-levels-{self.below.level}"


def _merged(parts: list[tuple[Integers, Integers]]) -> tuple[Integers, Integers]:
    return merged(
        np.concatenate([states for states, _ in parts]),
        np.concatenate([scores for _, scores in parts]),
    )


def _most_promising(
    stage: Stage, states: Integers, scores: Integers, width: int
) -> tuple[Integers, Integers]:
    """Return the states that promise most: many points, as far as bags can tell, and compact."""
    if len(states) <= width:
        return states, scores
    entries = np.searchsorted(stage.keys, states[:, KEY])
    edges = np.zeros(len(states), np.int64)
    grid, pieces = np.zeros(GRID, np.uint64), np.zeros(MOST_IN_STATE, np.int64)
    outer_edges(shapes(), states, grid, pieces, edges)
    promise = scores + stage.rest[entries] - POINTS_PER_EDGE * edges
    best = np.argsort(-promise, kind="stable")[:width]
    return states[best], scores[best]
