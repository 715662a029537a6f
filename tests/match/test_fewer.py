"""A match that starts with fewer than planned: open seats are taken away, the others close up."""

from __future__ import annotations

from random import Random

import pytest

from nmbr9.match.commands import Leave, OpenSeat, Start, decide, join
from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.events import event_from_dict
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.match.views import parts
from nmbr9.rules.options import Options
from tests.match.playing import HOUSE, done, filled, played
from tests.protocol.encoded import new_views, plain, seen

FOUR = Options(players=4, starting_tiles=True)
NAMES = {f"p{seat}": f"P{seat}" for seat in range(4)}


def with_holes() -> Match:
    """Four were to come; the first has left, so another is host, and the third never came."""
    match = done(filled(FOUR), 0, "leave", Leave())[0]
    assert match.host == 1
    return done(match, 1, "open", OpenSeat(2))[0]


def test_open_seats_are_taken_away_and_the_others_close_up() -> None:
    match, revision = done(with_holes(), 1, "start", Start(fewer=True))
    assert [seat.player for seat in match.seats] == ["p1", "p3"]
    assert (match.host, match.setup.options.players) == (0, 2)
    assert revision
    assert match.answered["p1", "start"] == match.seats[0].revision
    assert match.game is not None
    assert match.game.options.players == 2
    assert list(played(match, Random(1)))[-1].is_over


def test_the_cards_stay_those_that_the_hash_was_published_of() -> None:
    before = with_holes()
    after = done(before, 1, "start", Start(fewer=True))[0]
    assert after.setup.commitment == before.setup.commitment
    over = list(played(after, Random(1)))[-1]
    told = parts(over, None, NAMES)
    assert told["result"]["starting_tiles"] == list(before.setup.starting_tiles)
    # With the same cards once more, only those are dealt that have somebody to lie before.
    again = Setup.from_dict(after.setup.to_dict())
    assert again.starting_tiles == before.setup.starting_tiles[:2]


def test_it_is_stored_and_replayed() -> None:
    before = with_holes()
    (event,) = decide(before, "p1", "start", Start(fewer=True), HOUSE)
    stored = event.to_dict()
    assert stored["fewer"] is True
    assert before.after(event_from_dict(stored)) == before.after(event)
    (usual,) = decide(filled(FOUR), "p0", "start", Start(fewer=True), HOUSE)
    assert "fewer" not in usual.to_dict()


def test_two_are_needed_and_nobody_is_left_out_unasked() -> None:
    match = with_holes()
    for command in (Start(), Start(fewer=False)):
        with pytest.raises(Refused, match="expected every seat taken"):
            decide(match, "p1", "id", command, HOUSE)
    match = done(match, 1, "other", OpenSeat(3))[0]
    with pytest.raises(Refused, match="expected at least 2 players, got 1") as refused:
        decide(match, "p1", "id", Start(fewer=True), HOUSE)
    assert refused.value.code is Refusal.SEATS_OPEN
    with pytest.raises(Refused) as refused:
        decide(match.after(join(match, "p0", 0, HOUSE.now)), "p0", "id", Start(True), HOUSE)
    assert refused.value.code is Refusal.NOT_HOST


def test_whoever_watches_sees_the_same_as_who_comes_later() -> None:
    views = new_views()
    match = with_holes()
    views.parts(match, 1, NAMES)
    match = done(match, 1, "start", Start(fewer=True))[0]
    for viewer in (0, 1, None):
        told = seen(views, match, viewer, NAMES)
        assert told == plain(parts(match, viewer, NAMES))
        assert told["match"]["options"]["players"] == 2
        assert "seats/2" not in told
