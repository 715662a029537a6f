"""The little of NumPy that our Python calls where compiled functions are not involved.

NumPy has no build for browsers in any registry, and would be five times as large as everything else
that bots need. There this package takes its place, under its name; nothing imports it elsewhere. It
gives what NumPy gives, for what is called, and refuses the rest: a test calls both.
"""

from .arrays import ndarray
from .files import load
from .kinds import bool_, float32, float64, iinfo, int16, int64, uint64
from .making import (
    append,
    arange,
    array,
    ascontiguousarray,
    concatenate,
    full,
    ones,
    repeat,
    zeros,
)
from .numbers import ceil, inf, minimum
from .sorting import argmax, argpartition, argsort, lexsort, unique

__all__ = [
    "append",
    "arange",
    "argmax",
    "argpartition",
    "argsort",
    "array",
    "ascontiguousarray",
    "bool_",
    "ceil",
    "concatenate",
    "float32",
    "float64",
    "full",
    "iinfo",
    "inf",
    "int16",
    "int64",
    "lexsort",
    "load",
    "minimum",
    "ndarray",
    "ones",
    "repeat",
    "uint64",
    "unique",
    "zeros",
]
