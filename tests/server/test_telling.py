"""What is sent of a view: all of it once, then only what changed."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from nmbr9.match.lookout import parts
from nmbr9.match.views import merged
from nmbr9.rules import Options
from nmbr9.server.telling import changes, everything, frame, lookout
from tests.match.playing import filled, played, random_options, started

NAMES = {f"p{seat}": f"Name {seat}" for seat in range(6)}


def plain(view: dict[str, Any]) -> Any:
    """A view as it arrives: JSON has no tuples."""
    return json.loads(json.dumps(view))


def sent(encoded: dict[str, str]) -> dict[str, Any]:
    return {name: json.loads(part) for name, part in encoded.items()}


@pytest.mark.parametrize("seed", range(15))
def test_changes_lead_from_one_view_to_the_next(seed: int) -> None:
    random = Random(seed)
    options = random_options(random)
    match, telling = filled(options, seed), lookout()
    viewers = [None, *range(options.players)]
    kept = {viewer: telling.parts(match, viewer, NAMES) for viewer in viewers}
    known = {viewer: sent(everything(kept[viewer])) for viewer in viewers}
    for now in played(started(options, seed), random):
        for viewer in viewers:
            after = telling.parts(now, viewer, NAMES)
            changed = sent(changes(kept[viewer], after))
            kept[viewer], known[viewer] = after, merged(known[viewer], changed)
            assert known[viewer] == plain(parts(now, viewer, NAMES))
            assert not changes(after, after)


def test_only_new_pieces_are_sent() -> None:
    match, telling = started(Options()), lookout()
    known = telling.parts(match, 0, NAMES)
    for now in played(match, Random(1)):
        after = telling.parts(now, 0, NAMES)
        assert len(json.loads(changes(known, after)["displays/0"])["pieces"]) == 1
        known = after


def test_a_part_that_stays_is_one_object_for_everybody() -> None:
    match, telling = started(Options(players=3)), lookout()
    before = [telling.parts(match, viewer, NAMES) for viewer in range(3)]
    after = telling.parts(next(iter(played(match, Random(1)))), 1, NAMES)
    assert all(view["match"] is after["match"] for view in before)
    assert all(view["displays/0"] is before[0]["displays/0"] for view in before)


def test_a_new_name_is_told() -> None:
    match, telling = started(Options(players=2)), lookout()
    known = telling.parts(match, 0, NAMES)
    renamed = telling.parts(match, 0, {**NAMES, "p1": "Zoë"})
    assert list(changes(known, renamed)) == ["seats/1"]


def test_a_frame_is_json() -> None:
    assert json.loads(frame("changed", 7, {"a": "null", "b": '{"c":1}'})) == {
        "type": "changed",
        "n": 7,
        "parts": {"a": None, "b": {"c": 1}},
    }
    assert json.loads(frame("state", 1, {})) == {"type": "state", "n": 1, "parts": {}}
