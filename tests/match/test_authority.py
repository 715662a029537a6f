"""Every seat, command and state of a match: only what is allowed passes."""

from __future__ import annotations

from random import Random

import pytest

from nmbr9.match.commands import (
    Act,
    Command,
    HandOver,
    Leave,
    OpenSeat,
    SeatBot,
    Start,
    decide,
    join,
)
from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.happenings import act_for_bot
from nmbr9.match.match import Match
from nmbr9.rules import Options, Token, Variant
from nmbr9.rules.actions.kinds import Action
from tests.match.authority import (
    DESERTED,
    FULL,
    LOSSES,
    ORDERS,
    OVER,
    RUNNING,
    SEATS,
    STANDINGS,
    WAITING,
    Standing,
    is_allowed,
)
from tests.match.playing import (
    HOUSE,
    act,
    command_of,
    done,
    filled,
    person_at,
    played,
    some_action,
    started,
)

THREE = Options(players=3)


def match_in(standing: Standing) -> Match:
    """A match of three people that is so far."""
    if standing == WAITING:
        return done(filled(THREE), 0, "open", OpenSeat(2))[0]
    if standing == FULL:
        return filled(THREE)
    match = started(THREE)
    if standing == RUNNING:
        return act(match, some_action(match, 1, Random(1)))
    if standing == DESERTED:
        match = done(match, 1, "leave", Leave())[0]
        match = done(match, 2, "bot", HandOver(2, "greedy"))[0]
        action, revision = some_action(match, 2, Random(1)), match.seats[2].revision
        return match.after(act_for_bot(match, 2, revision, action, HOUSE.now))
    assert standing == OVER
    return list(played(match, Random(1)))[-1]


def refusal_of(match: Match, sender: int | None, command: Command) -> Refusal | None:
    return refusal_to(match, person_at(match, sender), command)


def refusal_to(match: Match, person: str | None, command: Command) -> Refusal | None:
    try:
        decide(match, person, "id", command, HOUSE)
    except Refused as refused:
        return refused.code
    return None


@pytest.mark.parametrize("standing", STANDINGS, ids=lambda standing: standing.name)
def test_every_order_of_every_sender(standing: Standing) -> None:
    match = match_in(standing)
    for sender in (None, *(seat for seat in SEATS if seat not in standing.open)):
        for order in ORDERS:
            refusal = refusal_of(match, sender, command_of(order))
            wanted = is_allowed(standing, sender, order)
            assert (refusal is None) == wanted, (sender, order, refusal)
            if sender is None:
                assert refusal is Refusal.NOT_SEATED


@pytest.mark.parametrize("loss", LOSSES)
def test_who_was_sent_away_may_do_nothing(loss: str) -> None:
    match = done(filled(THREE), 0, "open", OpenSeat(2))[0]
    if loss == "given to a bot":
        match = done(match, 0, "bot", SeatBot(2, "greedy"))[0]
    elif loss == "given to another person":
        match = match.after(join(match, "late", 2, HOUSE.now))
    states = [match]
    if loss != "left open":
        states.append(done(match, 0, "start", Start())[0])
    for state in states:
        for order in ORDERS:
            assert refusal_to(state, "p2", command_of(order)) is Refusal.NOT_SEATED, order
    game = states[-1].game
    for action in [] if game is None else game.legal_actions(2):
        act = Act(action, states[-1].seats[2].revision)
        assert refusal_to(states[-1], "p2", act) is Refusal.NOT_SEATED


def test_whom_the_host_sent_away_cannot_join_again_whoever_left_can() -> None:
    match = done(filled(THREE), 0, "open", OpenSeat(2))[0]
    match = done(match, 1, "leave", Leave())[0]
    with pytest.raises(Refused) as refused:
        join(match, "p2", None, HOUSE.now)
    assert refused.value.code is Refusal.REMOVED
    assert match.after(join(match, "p1", None, HOUSE.now)).seat_of("p1") == 1
    # Of a seat with a bot nobody is sent away.
    match = done(match, 0, "bot", SeatBot(2, "greedy"))[0]
    assert done(match, 0, "again", OpenSeat(2))[0].removed == {"p2"}


@pytest.mark.parametrize("variant", list(Variant))
def test_every_action_is_its_own_seats(variant: Variant) -> None:
    """All kinds of actions, with every module: only the seat that they are of may do them."""
    options = Options(3, variant, gap_fillers=True, special_tokens=(Token.MOVE, Token.RESERVE))
    seen = set[str]()
    for match in played(started(options), Random(5)):
        assert match.game is not None
        by_kind: dict[tuple[int, str], Action] = {}
        for seat in SEATS:
            for action in match.game.legal_actions(seat):
                by_kind.setdefault((seat, action.do), action)
        for (seat, kind), action in by_kind.items():
            seen.add(kind)
            for sender in (None, *SEATS):
                revision = match.seats[sender or 0].revision
                refusal = refusal_of(match, sender, Act(action, revision))
                if sender is None:
                    assert refusal is Refusal.NOT_SEATED
                elif sender == seat:
                    assert refusal is None
                    assert refusal_of(match, sender, Act(action, revision - 1)) is Refusal.STALE
                else:
                    assert refusal is Refusal.ILLEGAL
    assert {"place", "reserve", "build", "fill", "move", "done"} <= seen
