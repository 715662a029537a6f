"""What each viewer sees, and what nobody sees before the end."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from random import Random

import pytest

from nmbr9.match.commitment import commitment, committed_text, new_salt
from nmbr9.match.match import Match
from nmbr9.match.views import bot_view, parts
from nmbr9.rules import Options, Variant
from nmbr9.rules.actions.kinds import Take
from tests.match.playing import act, filled, played, random_options, started
from tests.spots import listed_spots
from tests.tiers import first

NAMES = {f"p{seat}": f"Name {seat}" for seat in range(6)}


def pieces(match: Match, viewer: int | None, seat: int) -> int:
    return len(parts(match, viewer, NAMES)[f"displays/{seat}"]["pieces"])


def test_before_the_start_there_are_only_seats() -> None:
    told = parts(filled(Options(2)), 0, NAMES)
    assert set(told) == {"match", "seats/0", "seats/1", "you"}
    assert told["match"]["state"] == "open"
    assert told["seats/1"]["name"] == "Name 1"


def test_what_others_placed_is_hidden_until_i_have_placed() -> None:
    match = started(Options(3))
    assert match.game is not None
    match = act(match, match.game.legal_actions(0)[0])
    assert [pieces(match, viewer, 0) for viewer in (0, 1, 2, None)] == [1, 0, 0, 0]
    assert parts(match, 1, NAMES)["seats/0"]["is_done"]
    assert match.game is not None
    match = act(match, match.game.legal_actions(1)[0])
    assert [pieces(match, viewer, 0) for viewer in (0, 1, 2, None)] == [1, 1, 0, 0]
    assert [pieces(match, viewer, 1) for viewer in (0, 1, 2, None)] == [1, 1, 0, 0]
    assert match.game is not None
    match = act(match, match.game.legal_actions(2)[0])
    assert [pieces(match, viewer, 2) for viewer in (0, 1, 2, None)] == [1, 1, 1, 1]


def test_a_house_that_hides_nothing_shows_placements_at_once() -> None:
    match = started(Options(2), is_hidden=False)
    assert match.game is not None
    match = act(match, match.game.legal_actions(0)[0])
    assert [pieces(match, viewer, 0) for viewer in (1, None)] == [1, 1]


def test_a_decision_is_hidden_until_all_have_decided_even_then() -> None:
    """6.3 holds whatever the house hides."""
    match = started(Options(2, Variant.TWO_OUT_OF_THREE), is_hidden=False)
    match = act(match, Take(0))
    assert match.game is not None
    match = act(match, match.game.legal_actions(0)[0])
    assert [pieces(match, viewer, 0) for viewer in (0, 1, None)] == [1, 0, 0]
    match = act(match, Take(1))
    assert [pieces(match, viewer, 0) for viewer in (0, 1, None)] == [1, 1, 1]


def test_bots_know_no_more_than_people() -> None:
    match = started(Options(2))
    assert match.game is not None
    match = act(match, match.game.legal_actions(0)[0])
    assert not bot_view(match, 1).players[0].display.pieces
    assert bot_view(match, 1).actions == ()
    assert len(bot_view(match, 0).actions) == 1
    assert not hasattr(bot_view(match, 1), "deck")


def with_other_cards_to_come(match: Match, random: Random) -> Match:
    """The same match so far, with the draw pile shuffled anew."""
    game = match.game
    assert game is not None
    rest = list(match.setup.deck[game.table.drawn :])
    random.shuffle(rest)
    deck = (*match.setup.deck[: game.table.drawn], *rest)
    setup = replace(match.setup, deck=deck, salt=new_salt())
    return replace(match, setup=setup, game=replace(game, deck=deck))


@pytest.mark.parametrize("seed", first(1, range(25), rest=3))
def test_nothing_tells_of_the_cards_to_come(seed: int) -> None:
    """Matches that differ only in the draw pile look the same to everybody, but for the hash."""
    random = Random(seed)
    options = random_options(random)
    match = started(options, seed, is_hidden=random.random() < 0.7)
    for now in played(match, random):
        if now.is_over:
            assert parts(now, None, NAMES)["result"]["salt"] == now.setup.salt
            break
        other = with_other_cards_to_come(now, random)
        for viewer in (None, *range(options.players)):
            told, others = parts(now, viewer, NAMES), parts(other, viewer, NAMES)
            assert told["match"].pop("commitment") != others["match"].pop("commitment")
            assert told == others
            assert now.setup.salt not in json.dumps(told)


@pytest.mark.parametrize("seed", first(2, range(25), rest=4))
def test_views_do_not_depend_on_what_is_hidden(seed: int) -> None:
    random = Random(seed)
    options = random_options(random, players=random.randint(2, 4))
    match = started(options, seed)
    for now in played(match, random, 60):
        game = now.game
        assert game is not None
        if now.is_over:
            break
        for viewer in (None, *range(options.players)):
            if viewer is not None and viewer not in game.waiting_for:
                continue
            told = parts(now, viewer, NAMES)
            for seat in range(options.players):
                if seat != viewer:
                    state = game.at_reveal[seat]
                    assert len(told[f"displays/{seat}"]["pieces"]) == len(state.display.pieces)
                    assert told[f"seats/{seat}"]["points"] == state.display.points
                    assert told[f"seats/{seat}"]["has_rejected"] == state.has_rejected
                    assert len(told[f"seats/{seat}"]["fillers"]) == len(state.fillers)


def test_the_commitment_can_be_checked_at_the_end() -> None:
    match = started(Options(2, starting_tiles=True))
    published = parts(match, None, NAMES)["match"]["commitment"]
    *_, match = played(match, Random(3))
    result = parts(match, None, NAMES)["result"]
    text = committed_text(result["salt"], result["deck"], result["starting_tiles"])
    assert hashlib.sha256(text.encode()).hexdigest() == published
    other = [*result["deck"][::-1]]
    assert commitment(result["salt"], other, result["starting_tiles"]) != published


@pytest.mark.parametrize("seed", first(3, range(10)))
def test_legal_actions_are_all_told(seed: int) -> None:
    """The groups of a view and the list of the rules are the same actions."""
    random = Random(seed)
    options = random_options(random, players=1)
    for now in played(started(options, seed), random, 30):
        assert now.game is not None
        told = parts(now, 0, NAMES)["you"]["legal"]
        listed = [action.to_dict() for action in now.game.legal_actions(0)]
        flat = []
        for group in told:
            rest = {name: value for name, value in group.items() if name != "at"}
            spots = listed_spots(group["at"]) if "at" in group else [{}]
            flat += [rest | spot for spot in spots]
        assert len(flat) == len(listed)
        assert all(action in flat for action in listed)
