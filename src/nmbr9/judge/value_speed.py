"""How fast the learned value is on this machine: along a line, and from the whole display."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nmbr9.judge.ledger import Ledger, begin_line, expect, judge_replies, new_ledger
from nmbr9.judge.linear import keep_best, load_linear, moment
from nmbr9.judge.network import Scratch, Value, load_value, new_scratch, value_of
from nmbr9.judge.piles import ONE_CARD
from nmbr9.judge.speed import Sample, best_time, midgame_sample
from nmbr9.kernel.codes import place_code
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.layout import COUNT, FACTS, OUTLINE, PIECE_0, Position, take_back
from nmbr9.kernel.tables import NUMBER, Floats, Integers, Tables, tables
from nmbr9.kernel.workspace import Workspace, new_workspace

REPLIES = 5
"""Placements of each number left that are judged in each position: about as many as in search."""


class Replies(NamedTuple):
    """The placements to judge in a sample of positions."""

    codes: Integers
    """int64[n, NUMBERS, REPLIES]."""
    bags: Floats
    """float64[n, NUMBERS]: the cards still to come, the one laid included."""
    rest: Floats
    """float64[NUMBERS]: scratch, the cards after one was laid."""
    points: Floats
    """float64[REPLIES]: scratch, what they score."""
    values: Floats
    """float64[n, NUMBERS, REPLIES]: the answers, 0 for numbers of which none is left."""


class Values(NamedTuple):
    """What is needed to ask for values."""

    value: Value
    work: Workspace
    network: Scratch
    ledger: Ledger


class ValueSpeed(NamedTuple):
    """Values a second on one core, in processor time."""

    values: int
    """How many different ones were asked for."""
    largest_difference: float
    """Points, between both ways."""
    whole_per_second: float
    """From the whole display each time."""
    line_per_second: float
    """As search asks: the best replies to every card left, the entry of the display included."""


def replies_to(sample: Sample) -> Replies:
    """Return the placements that the linear evaluation likes best in each position."""
    count = len(sample.kinds)
    replies = Replies(
        np.zeros((count, NUMBERS, REPLIES), np.int64),
        np.full((count, NUMBERS), 2.0),
        np.zeros(NUMBERS),
        np.zeros(REPLIES),
        np.zeros((count, NUMBERS, REPLIES)),
    )
    linear, scores, work = load_linear(), np.zeros(REPLIES), new_workspace()
    for index in range(count):
        position, bag = Position(sample.rows[index], sample.books[index]), replies.bags[index]
        pieces = position.book[PIECE_0 : PIECE_0 + int(position.book[FACTS, COUNT])]
        for number in tables().sizes[pieces[:, OUTLINE], NUMBER].tolist():
            bag[number] -= 1
        weights = linear[moment(linear, float(bag.sum()) - 1)]
        for number in np.flatnonzero(bag).tolist():
            codes = replies.codes[index, number]
            kept = keep_best(position, tables(), work, number, ANY_LEVEL, weights, codes, scores)
            assert kept == REPLIES, "a display in the middle of a game has many placements"
    return replies


@compiled
def judge_whole(sample: Sample, replies: Replies, tables: Tables, asked: Values) -> None:
    """Judge every reply from the whole display; overwrites `replies.values` and `asked`."""
    rest = replies.rest
    for index in range(sample.kinds.shape[0]):
        position = Position(sample.rows[index], sample.books[index])
        for number in range(NUMBERS):
            rest[number] = replies.bags[index, number]
        for number in range(NUMBERS):
            if replies.bags[index, number] == 0:
                continue
            rest[number] -= 1
            for reply in range(REPLIES):
                place_code(position, tables, number, replies.codes[index, number, reply])
                replies.values[index, number, reply] = value_of(
                    asked.value, position, tables, asked.work, rest, ANY_LEVEL, asked.network
                )
                take_back(position, tables)
            rest[number] += 1


@compiled
def judge_line(sample: Sample, replies: Replies, tables: Tables, asked: Values) -> None:
    """Judge every reply by what it changes; overwrites `replies.values` and `asked`."""
    value, work, network, ledger = asked
    rest, entry = replies.rest, int(np.int64(0))
    for index in range(sample.kinds.shape[0]):
        position = Position(sample.rows[index], sample.books[index])
        for number in range(NUMBERS):
            rest[number] = replies.bags[index, number]
        begin_line(ledger, entry, value, position, tables, work, rest, ANY_LEVEL, network)
        for number in range(NUMBERS):
            if replies.bags[index, number] == 0:
                continue
            rest[number] -= 1
            expect(ledger, entry, value, position, rest, ANY_LEVEL, network)
            codes, values = replies.codes[index, number], replies.values[index, number]
            judge_replies(
                ledger,
                entry,
                value,
                position,
                tables,
                work,
                rest,
                ANY_LEVEL,
                network,
                number,
                codes,
                rest.sum(),
                ONE_CARD,
                replies.points,
                values,
            )
            for reply in range(REPLIES):
                values[reply] -= replies.points[reply]
            rest[number] += 1


def value_sample(count: int = 300) -> Sample:
    """Return positions as search meets them, from games that the tuned evaluation plays."""
    return midgame_sample(count, weights=load_linear())


def measure_values(sample: Sample, seconds: float = 1.0) -> ValueSpeed:
    """Measure each way for about so many seconds, after comparing their answers."""
    asked = Values(load_value(), new_workspace(), new_scratch(), new_ledger(load_value()))
    replies = replies_to(sample)
    judge_whole(sample, replies, tables(), asked)
    whole = replies.values.copy()
    judge_line(sample, replies, tables(), asked)
    count = REPLIES * int(np.count_nonzero(replies.bags))
    return ValueSpeed(
        count,
        float(np.abs(whole - replies.values).max()),
        count / best_time(lambda: judge_whole(sample, replies, tables(), asked), seconds),
        count / best_time(lambda: judge_line(sample, replies, tables(), asked), seconds),
    )
