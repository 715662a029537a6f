"""What is sent of a view: all of it once, then only what changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from random import Random

import pytest

from nmbr9.match.commands import Act, House, decide
from nmbr9.match.errors import Refused
from nmbr9.match.events import Event
from nmbr9.match.happenings import act_for_bot, expire
from nmbr9.match.match import Match
from nmbr9.match.views import merged, parts
from nmbr9.protocol.view_frames import changes, everything, frame
from nmbr9.rules import Options
from tests.match.authority import ORDERS, SEATS
from tests.match.playing import (
    HOUSE,
    command_of,
    filled,
    played,
    random_options,
    some_action,
    started,
)
from tests.protocol.encoded import decoded, new_views, plain, seen
from tests.tiers import first

NAMES = {f"p{seat}": f"Name {seat}" for seat in range(6)}


@pytest.mark.parametrize("seed", first(1, range(15), rest=2))
def test_changes_lead_from_one_view_to_the_next(seed: int) -> None:
    random = Random(seed)
    options = random_options(random)
    match, views = filled(options, seed), new_views()
    viewers = [None, *range(options.players)]
    kept = {viewer: views.parts(match, viewer, NAMES) for viewer in viewers}
    known = {viewer: decoded(everything(kept[viewer])) for viewer in viewers}
    for now in played(started(options, seed), random):
        for viewer in viewers:
            after = views.parts(now, viewer, NAMES)
            changed = decoded(changes(kept[viewer], after))
            kept[viewer], known[viewer] = after, merged(known[viewer], changed)
            assert known[viewer] == plain(parts(now, viewer, NAMES))
            assert not changes(after, after)


def some_events(match: Match, random: Random, count: int) -> Sequence[Event]:
    """Whatever is allowed next, of every kind there is."""
    assert match.game is not None
    at = HOUSE.now + 40.0 * count
    kind = random.random()
    if kind < 0.3:
        # Prompts first: only who has nothing to do may prompt those who have.
        orders = random.sample(ORDERS, len(ORDERS))
        for order in sorted(orders, key=lambda order: order.do != "prompt"):
            with suppress(Refused):
                sender = match.seats[random.choice(SEATS)].player
                return decide(match, sender, f"c{count}", command_of(order), House(at, HOUSE.bots))
    if kind < 0.4:
        return expire(match, at, lambda game, seat: game.legal_actions(seat)[0])
    if not match.is_running:
        return ()
    seat = random.choice(match.game.waiting_for)
    action, chair = some_action(match, seat, random), match.seats[seat]
    if chair.bot is not None:
        return (act_for_bot(match, seat, chair.revision, action, at),)
    act = Act(action, chair.revision)
    return decide(match, chair.player, f"c{count}", act, House(at, HOUSE.bots))


@pytest.mark.parametrize("seed", first(2, range(15), rest=3))
def test_whatever_happens_the_views_are_those_of_the_state(seed: int) -> None:
    random = Random(seed)
    options = random_options(random, players=len(SEATS))
    match = started(options, seed, is_hidden=random.random() < 0.7, bots=random.randrange(2))
    views, names, happened = new_views(), NAMES, set[str]()
    for count in range(150):
        for event in some_events(match, random, count):
            match = match.after(event)
            happened.add(event.do)
        if random.random() < 0.05:
            names = {**names, "p0": f"Name after {count}"}
        for viewer in random.sample([None, *range(options.players)], 2):
            told = seen(views, match, viewer, names)
            assert told == plain(parts(match, viewer, names))
    assert {"acted", "left", "returned", "prompted", "handed-to-bot"} <= happened


def test_only_new_pieces_are_decoded() -> None:
    match, views = started(Options()), new_views()
    known = views.parts(match, 0, NAMES)
    for now in played(match, Random(1)):
        after = views.parts(now, 0, NAMES)
        assert len(json.loads(changes(known, after)["displays/0"])["pieces"]) == 1
        known = after


def test_a_part_that_stays_is_one_object_for_everybody() -> None:
    match, views = started(Options(players=3)), new_views()
    before = [views.parts(match, viewer, NAMES) for viewer in range(3)]
    after = views.parts(next(iter(played(match, Random(1)))), 1, NAMES)
    assert all(view["match"] is after["match"] for view in before)
    assert all(view["displays/0"] is before[0]["displays/0"] for view in before)


def test_a_new_name_is_told() -> None:
    match, views = started(Options(players=2)), new_views()
    known = views.parts(match, 0, NAMES)
    renamed = views.parts(match, 0, {**NAMES, "p1": "Zoë"})
    assert list(changes(known, renamed)) == ["seats/1"]


def test_a_frame_is_json() -> None:
    assert json.loads(frame("changed", 7, {"a": "null", "b": '{"c":1}'})) == {
        "type": "changed",
        "n": 7,
        "parts": {"a": None, "b": {"c": 1}},
    }
    assert json.loads(frame("state", 1, {})) == {"type": "state", "n": 1, "parts": {}}
