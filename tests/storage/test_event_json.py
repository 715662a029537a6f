"""JSON as it is stored: quicker than the standard library, and the same text but for details."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nmbr9.storage.errors import StorageError
from nmbr9.storage.event_json import from_text, to_text

# There are two ways to write DEL, too.
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x7f"), max_size=5)
leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    # Smaller and larger ones are written with an exponent, for which there are two ways.
    | st.floats(1e-4, 1e15)
    | texts
)
bodies = st.dictionaries(
    texts,
    st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
        max_leaves=10,
    ),
    max_size=4,
)


@settings(max_examples=30)
@given(bodies)
def test_a_body_is_written_as_the_standard_library_writes_it(body: dict[str, Any]) -> None:
    assert to_text(body) == json.dumps(body, separators=(",", ":"))
    assert from_text(to_text(body)) == body


@pytest.mark.parametrize("text", ["null", "é", "\ud800", '\0\x1f"\\/'])
def test_every_text_is_written_in_ascii(text: str) -> None:
    written = to_text({text: text})
    assert written.isascii()
    assert written == json.dumps({text: text}, separators=(",", ":"))


@dataclass
class Thing:
    size: int = 1


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), -float("inf"), Thing(), datetime.now(UTC), b"bytes", {1}],
)
def test_what_json_cannot_say_is_refused(value: object) -> None:
    with pytest.raises(StorageError, match="expected what JSON can say"):
        to_text({"deep": [{"value": value}]})


def test_a_body_in_itself_is_refused() -> None:
    body: dict[str, Any] = {}
    body["body"] = body
    with pytest.raises(StorageError, match="expected what JSON can say"):
        to_text(body)
