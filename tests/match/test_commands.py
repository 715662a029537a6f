"""Who may do what, and that everything is answered once."""

from __future__ import annotations

from random import Random

import pytest

from nmbr9.match.commands import (
    Act,
    Command,
    HandOver,
    House,
    Leave,
    OpenSeat,
    PromptPlayer,
    Rematch,
    Return,
    SeatBot,
    Start,
    decide,
    join,
)
from nmbr9.match.errors import EventError, Refusal, Refused
from nmbr9.match.events import Acted, event_from_dict
from nmbr9.match.happenings import act_for_bot, bots_to_move, expire, next_deadline
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.match.views import seat_part
from nmbr9.rules import Action, Game, Options, Token, Variant
from tests.match.playing import (
    HOUSE,
    act,
    done,
    filled,
    person_at,
    played,
    random_options,
    some_action,
    started,
)


def refusal(match: Match, sender: int | None, command: Command) -> Refusal:
    with pytest.raises(Refused) as caught:
        decide(match, person_at(match, sender), "x", command, HOUSE)
    assert str(caught.value)
    return caught.value.code


def first_action(match: Match, seat: int) -> Action:
    assert match.game is not None
    return match.game.legal_actions(seat)[0]


def after_own_turn(match: Match, seat: int) -> Match:
    return act(match, first_action(match, seat))


def test_people_take_the_open_seats_and_the_first_is_host() -> None:
    match = Match.new("m", Setup.new(Options(3), Random(1)))
    match = match.after(join(match, "ada", 1, 5.0))
    assert match.host == 1
    match = match.after(join(match, "ben", None, 5.0))
    assert [seat.player for seat in match.seats] == ["ben", "ada", None]
    with pytest.raises(Refused, match="already"):
        join(match, "ada", None, 5.0)
    with pytest.raises(Refused, match="taken"):
        join(match, "cleo", 0, 5.0)
    with pytest.raises(Refused, match="0 to 2"):
        join(match, "cleo", 3, 5.0)
    match = match.after(join(match, "cleo", None, 5.0))
    with pytest.raises(Refused, match="full"):
        join(match, "dan", None, 5.0)


def test_a_started_match_takes_nobody_in() -> None:
    with pytest.raises(Refused) as caught:
        join(started(Options(2)), "late", None, 5.0)
    assert caught.value.code == Refusal.STARTED


def test_the_host_starts_when_all_seats_are_taken() -> None:
    match = Match.new("m", Setup.new(Options(2), Random(1)))
    match = match.after(join(match, "ada", None, 5.0))
    assert refusal(match, 0, Start()) == Refusal.SEATS_OPEN
    match, _ = done(match, 0, "bot", SeatBot(1, "greedy"))
    match, _ = done(match, 0, "start", Start())
    assert match.is_running
    assert refusal(match, 0, Start()) == Refusal.STARTED
    assert bots_to_move(match) == (1,)


COMMANDS: list[Command] = [
    Start(),
    SeatBot(1, "greedy"),
    OpenSeat(1),
    PromptPlayer(1),
    Leave(),
    Return(),
    HandOver(1, "greedy"),
    Rematch("next"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_onlookers_may_do_nothing(command: Command) -> None:
    for match in (filled(Options(2)), started(Options(2))):
        assert refusal(match, None, command) == Refusal.NOT_SEATED


@pytest.mark.parametrize(
    "command", [Start(), SeatBot(1, "greedy"), OpenSeat(0), Rematch("next")], ids=repr
)
def test_only_the_host_runs_the_house(command: Command) -> None:
    assert refusal(filled(Options(2)), 1, command) == Refusal.NOT_HOST


def test_nobody_acts_for_another_seat() -> None:
    match = started(Options(3))
    for sender in range(3):
        for seat in range(3):
            command = Act(first_action(match, seat), match.seats[sender].revision)
            if sender == seat:
                assert done(match, sender, "x", command)[0].length == match.length + 1
            else:
                assert refusal(match, sender, command) == Refusal.ILLEGAL


def test_the_same_command_again_changes_nothing() -> None:
    match = started(Options(2))
    command = Act(first_action(match, 0), match.seats[0].revision)
    match, events = done(match, 0, "one", command)
    assert len(events) == 1
    again, none = done(match, 0, "one", command)
    assert (again, none) == (match, ())
    assert again.answered["p0", "one"] == match.seats[0].revision
    assert refusal(match, 0, command) == Refusal.STALE


def test_what_was_refused_is_decided_anew() -> None:
    """As docs/protocol.md says; an action is for its revision only, so it cannot surprise."""
    match = started(Options(2))
    prompt = PromptPlayer(1)
    assert refusal(match, 0, prompt) == Refusal.PROMPT_REFUSED
    others = Act(first_action(match, 0), match.seats[1].revision)
    assert refusal(match, 1, others) == Refusal.ILLEGAL
    match = after_own_turn(match, 0)
    assert len(decide(match, "p0", "x", prompt, HOUSE)) == 1
    match = after_own_turn(match, 1)
    assert refusal(match, 1, others) == Refusal.STALE


def test_ids_are_a_persons_own() -> None:
    match, _ = done(filled(Options(2)), 1, "one", Leave())
    assert done(match, 0, "one", OpenSeat(0))[1]
    assert decide(match, "p1", "one", Leave(), HOUSE) == (), "it was answered before"
    match = match.after(join(match, "late", 1, HOUSE.now))
    assert done(match, 1, "one", Leave())[1], "the id is new from this person"
    match = started(Options(2))
    match, _ = done(match, 0, "one", Act(first_action(match, 0), match.seats[0].revision))
    match, events = done(match, 1, "one", Act(first_action(match, 1), match.seats[1].revision))
    assert len(events) == 1


def test_others_turns_do_not_make_mine_stale() -> None:
    match = started(Options(3))
    mine = Act(first_action(match, 2), match.seats[2].revision)
    match = after_own_turn(after_own_turn(match, 0), 1)
    assert done(match, 2, "mine", mine)[0].game != match.game


def test_an_illegal_action_names_the_rules() -> None:
    match = started(Options())
    action = first_action(match, 0)
    wrong = Act(type(action)(0, 5, False, 0, 9, 9, 3), match.seats[0].revision)  # type: ignore[call-arg]
    with pytest.raises(Refused) as caught:
        decide(match, "p0", "x", wrong, HOUSE)
    assert caught.value.code == Refusal.ILLEGAL
    assert caught.value.violations


def choose_first(game: Game, seat: int) -> Action:
    return game.legal_actions(seat)[0]


def test_a_minute_after_a_prompt_the_clock_plays() -> None:
    match = started(Options(2, gap_fillers=True))
    assert refusal(match, 0, PromptPlayer(1)) == Refusal.PROMPT_REFUSED
    assert match.game is not None
    while 0 in match.game.waiting_for:
        match = act(match, match.game.legal_actions(0)[0])
        assert match.game is not None
    assert match.game is not None
    drawn = match.game.table.drawn
    before = match.seats[1].revision
    match, _ = done(match, 0, "prompt", PromptPlayer(1))
    assert match.seats[1].revision == before
    assert refusal(match, 0, PromptPlayer(1)) == Refusal.PROMPT_REFUSED
    deadline = next_deadline(match)
    assert deadline == HOUSE.now + 60
    assert expire(match, deadline - 0.1, choose_first) == ()
    events = expire(match, deadline, choose_first)
    for event in events:
        assert isinstance(event, Acted)
        assert event.by == "clock"
        match = match.after(event)
    assert match.game is not None
    assert match.game.table.drawn > drawn
    assert next_deadline(match) is None
    assert len(match.by_others) == len(events)
    assert match.helped == {1}
    # It is told (2.12) while the next card is played, and then it is past.
    assert [seat_part(match, seat, None, {})["is_clocked"] for seat in (0, 1)] == [False, True]
    drawn = match.game.table.drawn
    while match.game.table.drawn == drawn:
        assert match.seats[1].clocked is not None
        match = act(match, choose_first(match.game, match.game.waiting_for[0]))
        assert match.game is not None
    assert match.seats[1].clocked is None


def test_a_prompt_ends_with_the_turn() -> None:
    match = after_own_turn(started(Options(3)), 0)
    match, _ = done(match, 0, "prompt", PromptPlayer(1))
    match = after_own_turn(match, 1)
    assert next_deadline(match) is None


def test_leaving_before_the_start_frees_the_seat_and_passes_the_host_on() -> None:
    match, _ = done(filled(Options(2)), 0, "leave", Leave())
    assert match.seats[0].is_open
    assert match.host == 1


def test_leaving_a_running_match_keeps_the_seat() -> None:
    match, _ = done(started(Options(3)), 0, "leave", Leave())
    assert (match.host, match.seats[0].player, match.seats[0].is_away) == (1, "p0", True)
    assert refusal(match, 2, HandOver(0, "greedy")) == Refusal.NOT_HOST
    assert refusal(match, 1, HandOver(2, "greedy")) == Refusal.NOT_AWAY
    assert refusal(match, 1, HandOver(0, "nobody")) == Refusal.NO_SUCH_BOT
    match, _ = done(match, 1, "hand", HandOver(0, "greedy"))
    assert bots_to_move(match) == (0,)
    command = Act(first_action(match, 0), match.seats[0].revision)
    assert refusal(match, 0, command) == Refusal.BOT_PLAYS
    match, _ = done(match, 0, "back", Return())
    assert bots_to_move(match) == ()
    assert refusal(match, 0, Return()) == Refusal.NOT_AWAY
    assert match.host == 1


def test_a_bot_acts_for_its_seat_only_as_long_as_it_is_asked() -> None:
    match, _ = done(started(Options(2)), 0, "hand", HandOver(0, "greedy"))
    seat = match.seats[0]
    event = act_for_bot(match, 0, seat.revision, first_action(match, 0), 7.0)
    assert event.by == "bot"
    assert match.after(event).seats[0].revision > seat.revision
    back, _ = done(match, 0, "back", Return())
    for changed in (back, match.after(event)):
        with pytest.raises(Refused):
            act_for_bot(changed, 0, seat.revision, first_action(match, 0), 7.0)


def test_a_rematch_comes_at_the_end_and_once() -> None:
    match = started(Options(2))
    assert refusal(match, 0, Rematch("next")) == Refusal.NOT_OVER
    *_, match = played(match, Random(1))
    assert refusal(match, 1, Rematch("next")) == Refusal.NOT_HOST
    match, _ = done(match, 0, "again", Rematch("next"))
    assert match.rematch == "next"
    assert refusal(match, 0, Rematch("other")) == Refusal.REMATCH_MADE
    command = Act(first_action(started(Options(2)), 0), match.seats[0].revision)
    assert refusal(match, 0, command) == Refusal.OVER


def replayed(match: Match, events: list[dict[str, object]]) -> Match:
    setup = Setup.from_dict(match.setup.to_dict())
    return Match.replayed(match.id, setup, [event_from_dict(event) for event in events])


@pytest.mark.parametrize("seed", range(12))
def test_a_match_is_its_events(seed: int) -> None:
    random = Random(seed)
    options = random_options(random)
    match, log = Match.new("match", Setup.new(options, random)), []
    for seat in range(options.players):
        event = join(match, f"p{seat}", seat, HOUSE.now)
        log.append(event.to_dict())
        match = match.after(event)
    commands: list[tuple[int, Command]] = [(0, Start())]
    while commands or match.is_running:
        if commands:
            sender, command = commands.pop()
        else:
            assert match.game is not None
            sender = random.choice(match.game.waiting_for)
            command = Act(some_action(match, sender, random), match.seats[sender].revision)
            others = [s for s in range(options.players) if s not in match.game.waiting_for]
            if others and random.random() < 0.2 and match.seats[sender].prompt is None:
                commands = [(sender, command)]
                sender, command = random.choice(others), PromptPlayer(sender)
        match, events = done(match, sender, str(match.length), command)
        log += [event.to_dict() for event in events]
    assert replayed(match, log) == match
    assert match.is_over


@pytest.mark.parametrize(
    "data", [{}, {"do": "danced"}, {"do": "joined"}, {"do": "acted", "at": 1.0, "action": {}}]
)
def test_stored_nonsense_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(EventError, match="expected"):
        event_from_dict(data)


def test_a_stored_setup_is_checked() -> None:
    data = Setup.new(Options(), Random(1)).to_dict()
    for key in ("options", "deck", "salt"):
        with pytest.raises(EventError, match="expected"):
            Setup.from_dict({name: value for name, value in data.items() if name != key})
    with pytest.raises(EventError, match="2 cards of each number"):
        Setup.from_dict({**data, "deck": [0] * 20})


def test_games_that_can_be_compared_have_one_key() -> None:
    tokens = (Token.MOVE, Token.GAP)
    one = Setup.new(Options(1, Variant.LEVEL_TO_LEVEL, special_tokens=tokens), Random(1))
    two = Setup.new(Options(4, Variant.LEVEL_TO_LEVEL, special_tokens=tokens[::-1]), Random(2))
    assert one.options_key == two.options_key == "level-to-level gap move"
    assert House(1.0, frozenset()).bots == frozenset()
