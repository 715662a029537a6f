"""Fits the network of ``nmbr9.judge.network`` to targets: gradients by hand, steps by Adam."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nmbr9.judge.inputs import INPUTS, Singles
from nmbr9.judge.network import HIDDEN, POINTS_PER_UNIT, Value
from nmbr9.kernel.compile import NARROW, compiled
from nmbr9.kernel.tables import Integers
from training.selfplay import Memory


def first_value(generator: np.random.Generator) -> Value:
    """Return random weights to begin with."""

    def normal(scale: float, *shape: int) -> Singles:
        return (scale * generator.standard_normal(shape)).astype(np.float32)

    value = Value(
        normal(0.05, INPUTS + 1, HIDDEN),
        normal((2 / HIDDEN) ** 0.5, HIDDEN + 1, NARROW),
        normal(NARROW**-0.5, NARROW + 1),
    )
    value.second[HIDDEN], value.third[NARROW] = 0, 0
    return value


class Learner(NamedTuple):
    """Weights, their gradients and Adam's running means; all arrays belong to one thread."""

    value: Value
    gradient: Value
    mean: Value
    square: Value
    hidden: Singles
    """float32[2, HIDDEN]: signals and their gradients."""
    narrow: Singles
    """float32[2, NARROW]."""


def new_learner(value: Value) -> Learner:
    """Return a learner that changes `value`."""
    gradient, mean, square = (Value(*map(np.zeros_like, value)) for _ in range(3))
    hidden, narrow = np.zeros((2, HIDDEN), np.float32), np.zeros((2, NARROW), np.float32)
    return Learner(value, gradient, mean, square, hidden, narrow)


@compiled
def add_gradient(learner: Learner, memory: Memory, chosen: Integers) -> float:
    """Add the gradient of the mean squared error of the chosen entries; return that error.

    The error is in squares of ten points.
    """
    value, gradient = learner.value, learner.gradient
    signal, slope = learner.hidden[0], learner.hidden[1]
    narrow, narrow_slope = learner.narrow[0], learner.narrow[1]
    share = np.float32(2.0 / chosen.shape[0])
    zero = np.float32(0)
    error = 0.0
    for entry in chosen:
        listed = memory.listed[entry]
        for unit in range(HIDDEN):
            signal[unit] = value.first[INPUTS, unit]
        for place in range(listed):
            row, amount = np.uint64(memory.which[entry, place]), memory.amount[entry, place]
            for unit in range(HIDDEN):
                signal[unit] += amount * value.first[row, np.uint64(unit)]
        for unit in range(NARROW):
            narrow[unit] = value.second[HIDDEN, unit]
        for source in range(HIDDEN):
            signal[source] = max(signal[source], zero)
            for unit in range(NARROW):
                narrow[unit] += signal[source] * value.second[source, unit]
        answer = value.third[NARROW]
        for unit in range(NARROW):
            narrow[unit] = max(narrow[unit], zero)
            answer += narrow[unit] * value.third[unit]
        missed = answer - np.float32(memory.target[entry]) / POINTS_PER_UNIT
        error += np.float64(missed * missed)
        push = missed * share
        gradient.third[NARROW] += push
        for unit in range(NARROW):
            narrow_slope[unit] = push * value.third[unit] if narrow[unit] > 0 else zero
            gradient.third[unit] += push * narrow[unit]
            gradient.second[HIDDEN, unit] += narrow_slope[unit]
        for source in range(HIDDEN):
            slope[source] = zero
            if signal[source] > 0:
                back = zero
                for unit in range(NARROW):
                    back += narrow_slope[unit] * value.second[source, unit]
                    gradient.second[source, unit] += signal[source] * narrow_slope[unit]
                slope[source] = back
            gradient.first[INPUTS, source] += slope[source]
        for place in range(listed):
            row, amount = np.uint64(memory.which[entry, place]), memory.amount[entry, place]
            for unit in range(HIDDEN):
                gradient.first[row, np.uint64(unit)] += amount * slope[unit]
    return float(error / chosen.shape[0])


@compiled
def step(weights: Singles, gradient: Singles, mean: Singles, square: Singles, rate: float) -> None:
    """Move weights against their gradient (Adam) and set the gradient to zero; all arrays flat."""
    keep, keep_square, tiny = np.float32(0.9), np.float32(0.999), np.float32(1e-8)
    one, speed = np.float32(1), np.float32(rate)
    for place in range(weights.shape[0]):
        slope = gradient[place]
        mean[place] = keep * mean[place] + (one - keep) * slope
        square[place] = keep_square * square[place] + (one - keep_square) * slope * slope
        weights[place] -= speed * mean[place] / (np.sqrt(square[place]) + tiny)
        gradient[place] = np.float32(0)


def learn(learner: Learner, memory: Memory, chosen: Integers, rate: float) -> float:
    """Do one step of learning from the chosen entries; return the mean squared error before it."""
    error = float(add_gradient(learner, memory, chosen))
    for weights, gradient, mean, square in zip(*learner[:4], strict=True):
        step(weights.ravel(), gradient.ravel(), mean.ravel(), square.ravel(), rate)
    return error
