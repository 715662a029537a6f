"""Which cases of a test are run by `make test`, and which by `make test-rest`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def first(count: int, cases: Iterable[object]) -> list[object]:
    """Some cases of one value each; all but the first few are left to `make test-rest`."""
    return [
        case if index < count else pytest.param(case, marks=pytest.mark.rest)
        for index, case in enumerate(cases)
    ]
