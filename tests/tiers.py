"""Which cases of a test are run by `make test`, and which by `make test-rest`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def first(count: int, cases: Iterable[object]) -> list[object]:
    """Some cases, of which all but the first few are left to `make test-rest`."""
    return [
        case if index < count else pytest.param(*_values(case), marks=pytest.mark.rest)
        for index, case in enumerate(cases)
    ]


def _values(case: object) -> tuple[object, ...]:
    """What a case hands to the test: a tuple holds several values."""
    return case if isinstance(case, tuple) else (case,)
