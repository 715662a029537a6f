"""A small evolution strategy with an adapted covariance matrix: CMA-ES, after N. Hansen's tutorial.

Only what `tune_linear` needs: ask for candidates, tell how good each was, repeat.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class Evolution:
    """A normal distribution over vectors that moves towards the better ones."""

    def __init__(self, mean: Floats, scale: Floats, size: int, generator: np.random.Generator):
        """Start at `mean` with standard deviations `scale`; each generation has `size` vectors."""
        self.generator = generator
        self.size = size
        self.scale = scale
        self.mean = mean / scale
        self.step = 1.0
        dimension = mean.size
        weights = np.log((size + 1) / 2) - np.log(np.arange(1, size // 2 + 1))
        self.weights = weights / weights.sum()
        self.mass = 1 / float((self.weights**2).sum())
        self.step_rate = (self.mass + 2) / (dimension + self.mass + 5)
        self.step_damping = (
            1 + 2 * max(0.0, float(np.sqrt((self.mass - 1) / (dimension + 1))) - 1) + self.step_rate
        )
        self.path_rate = (4 + self.mass / dimension) / (dimension + 4 + 2 * self.mass / dimension)
        self.rank_one = 2 / ((dimension + 1.3) ** 2 + self.mass)
        self.rank_many = min(
            1 - self.rank_one,
            2 * (self.mass - 2 + 1 / self.mass) / ((dimension + 2) ** 2 + self.mass),
        )
        self.expected_length = np.sqrt(dimension) * (1 - 1 / (4 * dimension))
        self.step_path = np.zeros(dimension)
        self.path = np.zeros(dimension)
        self.covariance = np.eye(dimension)
        self.generation = 0
        self._decompose()

    def _decompose(self) -> None:
        values, self.axes = np.linalg.eigh(self.covariance)
        self.lengths = np.sqrt(np.maximum(values, 1e-12))

    def ask(self) -> Floats:
        """Return float64[size, dimension]: the vectors to try."""
        self.drawn = self.generator.standard_normal((self.size, self.mean.size))
        steps = (self.drawn * self.lengths) @ self.axes.T
        return np.asarray((self.mean + self.step * steps) * self.scale)

    def tell(self, results: Floats) -> None:
        """Learn from float64[size]: how good each vector of the last `ask` was."""
        best = np.argsort(-results)[: self.weights.size]
        steps = (self.drawn[best] * self.lengths) @ self.axes.T
        mean_step = self.weights @ steps
        self.mean = self.mean + self.step * mean_step
        self.generation += 1
        whitened = self.axes @ ((self.axes.T @ mean_step) / self.lengths)
        rate = self.step_rate
        self.step_path = (1 - rate) * self.step_path + np.sqrt(
            rate * (2 - rate) * self.mass
        ) * whitened
        length = float(np.linalg.norm(self.step_path))
        settled = length / np.sqrt(1 - (1 - rate) ** (2 * self.generation))
        moving = settled < (1.4 + 2 / (self.mean.size + 1)) * self.expected_length
        rate = self.path_rate
        self.path = (1 - rate) * self.path + moving * np.sqrt(
            rate * (2 - rate) * self.mass
        ) * mean_step
        kept = 1 - self.rank_one - self.rank_many
        self.covariance = (
            kept * self.covariance
            + self.rank_one * np.outer(self.path, self.path)
            + self.rank_many * (steps.T * self.weights) @ steps
        )
        self.step *= float(
            np.exp(self.step_rate / self.step_damping * (length / self.expected_length - 1))
        )
        self._decompose()

    def centre(self) -> Floats:
        """Return float64[dimension]: the best guess so far."""
        return np.asarray(self.mean * self.scale)
