"""Which functions of the kernel the browser has: those that Python calls in a game with bots.

Those that only compiled functions call come along by themselves. In the browser, calling one that
is missing says that it must be named here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np
from numba import from_dtype, typeof, types

from nmbr9.judge import evaluate, ledger, linear, lookahead, network, piles, rollouts
from nmbr9.judge.ledger import Ledger, new_ledger
from nmbr9.judge.linear import load_linear
from nmbr9.judge.lookahead import SearchScratch, new_search_scratch
from nmbr9.judge.network import Value, load_value
from nmbr9.kernel import codes, generate, layout, tokens
from nmbr9.kernel.convert import allowance_for
from nmbr9.kernel.layout import Position, new_position
from nmbr9.kernel.tables import Tables, tables
from nmbr9.kernel.tokens import Allowance
from nmbr9.kernel.workspace import Workspace, new_workspace
from nmbr9.solver.known_deck import beam
from nmbr9.solver.known_deck.beam import Beam, BeamScratch, Children, new_beam_scratch


class Exported(NamedTuple):
    """A compiled function, and the types that the browser calls it with."""

    function: Any
    arguments: tuple[Any, ...]
    """The types of Numba."""

    @property
    def name(self) -> str:
        """Return what it is called by: the module and its own name."""
        return f"{self.function.__module__}.{self.function.__name__}"


def kernel_functions() -> tuple[Exported, ...]:
    """Return all of them."""
    return (
        _exported(layout.clear),
        _exported(layout.place),
        _exported(layout.take_back),
        _exported(codes.place_code),
        _exported(codes.list_codes),
        _exported(generate.find),
        _exported(tokens.list_placements),
        _exported(evaluate.evaluate, counts=2, weights=2),
        _exported(linear.moment, weights=3),
        _exported(linear.keep_best, weights=2),
        _exported(linear.keep_best_of, weights=2),
        _exported(piles.piles_open),
        _exported(piles.has_next),
        _exported(piles.tiles_to_come),
        _exported(piles.mean_of_best, answers=2),
        _exported(lookahead.judge_codes),
        _exported(lookahead.expectation, widths=2),
        _exported(network.round_patterns, first=2),
        _exported(ledger.copy_rows),
        _exported(rollouts.shuffle_luck, luck=3),
        _exported(rollouts.roll_out, luck=2),
        _exported(beam.extend),
    )


def _exported(function: Callable[..., Any], **dimensions: int) -> Exported:
    """Return a function with the types that its annotations say.

    They do not say how many dimensions an array has: one, unless it is named here.
    """
    hints = get_type_hints(getattr(function, "py_func", function))
    del hints["return"]
    return Exported(
        function, tuple(_type_of(hint, dimensions.get(name, 1)) for name, hint in hints.items())
    )


_SCALARS = {int: types.int64, float: types.float64, bool: types.boolean}


def _type_of(hint: Any, dimensions: int) -> Any:
    """Return what Numba calls the type of an annotation."""
    if get_origin(hint) is np.ndarray:
        (element,) = get_args(get_args(hint)[1])
        return types.Array(from_dtype(np.dtype(element)), dimensions, "C")
    if hint in _SCALARS:
        return _SCALARS[hint]
    return typeof(_examples()[hint])  # type: ignore[no-untyped-call]


def _examples() -> dict[type, tuple[Any, ...]]:
    """Return one of each tuple that functions are given: their fields say the types."""
    room = np.zeros(1, np.int64)
    hashes = np.zeros(1, np.uint64)
    return {
        Position: new_position(),
        Tables: tables(),
        Workspace: new_workspace(),
        Allowance: allowance_for(),
        SearchScratch: new_search_scratch(load_value(), load_linear()),
        Value: load_value(),
        Ledger: new_ledger(load_value()),
        BeamScratch: new_beam_scratch(),
        Beam: Beam(np.zeros((1, 1), np.int64), hashes),
        Children: Children(room, room, np.zeros(1), hashes),
    }
