"""Which cases of a test are run by `make test`, `make test-rest` and `make test-long`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def first(count: int, cases: Iterable[object], rest: int | None = None) -> list[object]:
    """Some cases of one value each; all but the first few are left to `make test-rest`.

    Where it says how many those are, the others are left to `make test-long`.
    """

    def tier(index: int) -> list[pytest.MarkDecorator]:
        if index < count:
            return []
        return [pytest.mark.rest if rest is None or index < count + rest else pytest.mark.long]

    return [pytest.param(case, marks=tier(index)) for index, case in enumerate(cases)]
