"""What may be a name: something to see, on one line, that stays within it."""

from __future__ import annotations

import pytest

from nmbr9.rules.names import NameRefused, checked_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ada \t L. ", "Ada L."),
        ("e\u0301", "\u00e9"),
        ("W" * 24, "W" * 24),
        ("\u05e9\u05bc\u05c1\u05b8", "\u05e9\u05bc\u05c1\u05b8"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("\u0e17\u0e35\u0e48", "\u0e17\u0e35\u0e48"),
        ("9", "9"),
    ],
    ids=["spaces", "composed", "longest", "hebrew", "heart", "thai", "digit"],
)
def test_a_name_that_can_be_shown_is_taken(name: str, shown: str) -> None:
    # Composing may put marks into another order, never into another picture.
    assert sorted(checked_name(name)) == sorted(shown)


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "W" * 25, "a\x00", "a\u202eb", "a\u200bb", "\u2066Ada\u2069"),
        *("\u2800", "\u3164", "\uffa0", "\u115f\u1160", "\ufe0f", "\u034f", "\u0301", " \u2800 "),
    ],
    ids=ascii,
)
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    with pytest.raises(NameRefused, match="visible characters"):
        checked_name(name)


def test_marks_do_not_climb_out_of_the_line() -> None:
    assert checked_name("Z" + "\u0300" * 3)
    with pytest.raises(NameRefused, match="at most 3 marks on a letter"):
        checked_name("Z" + "\u0300" * 4)
