"""The host chooses other options before the start: new cards, and nobody loses their seat."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from nmbr9.match.commands import ChangeOptions, Leave, OpenSeat, SeatBot, Start, decide, join
from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.events import event_from_dict
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.match.views import parts
from nmbr9.rules.options import Options, Variant
from tests.match.playing import HOUSE, done, filled, played, started
from tests.protocol.encoded import new_views, plain, seen

NAMES = {f"p{seat}": f"P{seat}" for seat in range(4)}


def other(players: int, *, is_hidden: bool = True, is_listed: bool = False) -> ChangeOptions:
    options = Options(players, Variant.TWO_OUT_OF_THREE, gap_fillers=True)
    return ChangeOptions(Setup.new(options, Random(2), is_hidden=is_hidden, is_listed=is_listed))


def test_what_is_chosen_is_played_with_new_cards() -> None:
    before = filled(Options(players=2))
    command = other(2, is_hidden=False, is_listed=True)
    after = done(before, 0, "change", command)[0]
    assert after.setup == command.setup
    assert after.seats == before.seats
    told = parts(after, None, NAMES)["match"]
    assert told["options"]["variant"] == "two-out-of-three"
    assert (told["is_hidden"], told["is_listed"]) == (False, True)
    assert told["commitment"] != parts(before, None, NAMES)["match"]["commitment"]
    over = list(played(done(after, 0, "start", Start())[0], Random(1)))[-1]
    assert over.game is not None
    assert over.game.options == command.setup.options


def test_seats_come_and_go_and_nobody_loses_theirs() -> None:
    match = done(filled(Options(players=3)), 0, "open", OpenSeat(1))[0]
    match = done(match, 0, "more", other(4))[0]
    assert [seat.player for seat in match.seats] == ["p0", None, "p2", None]
    match = done(match, 0, "bot", SeatBot(3, "greedy"))[0]
    match = done(match, 0, "leave", Leave())[0]
    assert match.host == 2
    match, _ = done(match, 2, "fewer", other(3))
    # The last open seat went: who sat behind it closes up, the host among them.
    assert [seat.player or seat.bot for seat in match.seats] == [None, "p2", "greedy"]
    assert match.host == 1
    assert match.answered["p2", "fewer"] == match.seats[1].revision
    assert decide(match, "p2", "fewer", other(3), HOUSE) == ()
    full = match.after(join(match, "p3", None, HOUSE.now))
    with pytest.raises(Refused, match="expected a seat for each of 3 players, got 2") as refused:
        decide(full, "p2", "two", other(2), HOUSE)
    assert refused.value.code is Refusal.SEATS_TAKEN


def test_nobody_else_may_and_nothing_changes_once_it_has_started() -> None:
    def refusal(match: Match, sender: str | None, players: int = 2) -> Refusal:
        with pytest.raises(Refused) as refused:
            decide(match, sender, "id", other(players), HOUSE)
        return refused.value.code

    waiting, running = filled(Options(players=2)), started(Options(players=2))
    assert refusal(waiting, "p1") is Refusal.NOT_HOST
    assert refusal(waiting, "stranger") is Refusal.NOT_SEATED
    assert refusal(running, "p0") is Refusal.STARTED
    alone = done(waiting, 0, "open", OpenSeat(1))[0]
    assert refusal(alone, "p0", players=1) is Refusal.OPTIONS_IMPOSSIBLE


def test_it_is_stored_and_replayed() -> None:
    before = filled(Options(players=2))
    command = other(3)
    shapes = (("XX", "X."), ("XXX",), ("X", "X"))
    command = ChangeOptions(
        Setup.new(replace(command.setup.options, starting_tiles=True), Random(3), shapes=shapes)
    )
    (event,) = decide(before, "p0", "change", command, HOUSE)
    assert before.after(event_from_dict(event.to_dict())) == before.after(event)


def test_whoever_watches_sees_the_same_as_who_comes_later() -> None:
    views = new_views()
    match = filled(Options(players=2))
    for count, command in enumerate([other(2), other(4), other(3)]):
        views.parts(match, 1, NAMES)
        match = done(match, 0, f"change{count}", command)[0]
        for viewer in (0, 1, None):
            assert seen(views, match, viewer, NAMES) == plain(parts(match, viewer, NAMES))


def test_since_when_a_match_waits_or_is_played() -> None:
    waiting = filled(Options(players=2))
    assert waiting.since == HOUSE.now
    (event,) = decide(waiting, "p0", "start", Start(), replace(HOUSE, now=2000.0))
    assert waiting.after(event).since == 2000.0
