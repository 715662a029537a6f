"""`bench` and `warmup`: they run, and say what they compared."""

from __future__ import annotations

import json

import pytest

from tests.cli.commands import nmbr9


@pytest.mark.rest
def test_bench_compares_each_figure() -> None:
    ran = nmbr9("bench", "--seconds", "0.05", "--json")
    assert ran.code == 0
    figures = json.loads(ran.out)
    assert figures["checked"] == figures["positions"] > 100
    assert figures["placements_per_second"] > 0
    assert figures["times_plain"] > 1
    assert figures["times_c"] is None or figures["times_c"] > 0


def test_bench_refuses_no_time_at_all() -> None:
    assert nmbr9("bench", "--seconds", "0").code == 2


def test_warmup_says_what_it_does() -> None:
    ran = nmbr9("warmup", "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["seconds"] > 0
    assert "1/" in ran.err
