"""Decks from a file."""

from __future__ import annotations

import pytest

from nmbr9 import Game, Options, OptionsError, Variant
from nmbr9.bots.simulation.decks import parse_decks

DECK = "0 1 2 3 4 5 6 7 8 9 9 8 7 6 5 4 3 2 1 0"


def test_each_line_is_a_deck() -> None:
    decks = parse_decks(f"{DECK}\r\n\n  {DECK[::-1]}  \n", Options())
    assert decks == [(*range(10), *reversed(range(10)))] * 2


@pytest.mark.parametrize("variant", Variant)
def test_a_deck_is_one_of_the_variant(variant: Variant) -> None:
    options = Options(variant=variant)
    deck = Game.new(options, seed=1).deck
    assert parse_decks(" ".join(map(str, deck)), options) == [deck]
    if variant is not Variant.BASIC:
        with pytest.raises(OptionsError, match=r"line 1: expected . cards of each number"):
            parse_decks(DECK, options)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("0 1 2", "line 2: expected 2 cards of each number in the basic deck, got 1 of number 0"),
        (DECK + " 5", "line 2: .* got 3 of number 5"),
        (DECK.replace("9 9", "9 10"), "line 2: expected numbers of 0 to 9 .* got '10'"),
        (DECK.replace(" ", ","), "line 2: expected numbers .* with spaces .* got '0,1,2"),
        (DECK.replace("3", "٣"), "line 2: .* got '٣'"),
        (DECK.replace("3", "-3"), "line 2: .* got '-3'"),
    ],
)
def test_a_wrong_line_is_named(line: str, complaint: str) -> None:
    with pytest.raises(OptionsError, match=complaint):
        parse_decks(f"{DECK}\n{line}\n{DECK}\n", Options())


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_no_deck_at_all_is_refused(text: str) -> None:
    with pytest.raises(OptionsError, match="expected a deck on each line, got no line with one"):
        parse_decks(text, Options())
