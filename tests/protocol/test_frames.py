"""Frames: what is read, and what is said about what is not."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from nmbr9.match.commands import Act, Leave
from nmbr9.protocol.frames import (
    PLAIN_JSON,
    CommandFrame,
    FrameError,
    Json,
    OtherOptions,
    id_in,
    read,
)
from nmbr9.protocol.seating import WantedOptions
from nmbr9.rules.actions.kinds import Place
from nmbr9.server.live.host import ORJSON
from tests.protocol.damaged import damaged

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "frames.json").read_text("utf-8"))
"""Frames, good and bad, with what clients were told of them from the first version on."""

both = pytest.mark.parametrize("reader", [ORJSON, PLAIN_JSON], ids=["orjson", "json"])


def refusal(text: str, reader: Json) -> list[str] | None:
    try:
        read(text, reader)
    except FrameError as error:
        return [error.code, str(error)]
    return None


@both
def test_what_is_said_of_a_frame_stays(reader: Json) -> None:
    told = [(frame, refusal(frame["text"], reader)) for frame in GOLDEN if comes(frame, reader)]
    assert len(told) > 200
    assert [(frame["text"], frame["refused"]) for frame, _ in told] == [
        (frame["text"], refused) for frame, refused in told
    ]


def comes(frame: dict[str, Any], reader: Json) -> bool:
    """Whether the frame is the same to both readers: what is no JSON each calls by its own name."""
    said = (frame["refused"] or ["", ""])[1]
    is_same = "1.18" not in said and "text that is none" not in said
    return reader is ORJSON or (is_same and str(2**70) not in frame["text"])


@both
def test_the_id_of_a_frame_is_found_whatever_else_it_says(reader: Json) -> None:
    for frame in GOLDEN:
        assert id_in(frame["text"], reader) == frame["id"]


@both
def test_a_command_is_read_as_what_the_match_takes(reader: Json) -> None:
    action = {"player": 0, "do": "place", "number": 8, "flipped": False, "rotation": 1}
    action |= {"x": 3, "y": -2, "level": 1, "tokens": []}
    told = {"type": "command", "id": "a", "do": "act", "revision": 3, "action": action}
    act = Act(Place(0, 8, False, 1, 3, -2, 1), 3)
    assert read(json.dumps(told), reader) == CommandFrame("a", act)
    leave = {"type": "command", "id": "b", "do": "leave"}
    assert read(json.dumps(leave), reader) == CommandFrame("b", Leave())
    options = {"players": 3, "special_tokens": ["gap"]}
    change = {"type": "command", "id": "c", "do": "change-options", "options": options}
    wanted = OtherOptions(WantedOptions(players=3, special_tokens=["gap"]), True, False)
    assert read(json.dumps(change), reader) == CommandFrame("c", wanted)


@both
def test_damaged_frames_are_understood_or_refused(reader: Json) -> None:
    """Nothing else: no other exception."""
    random = Random(1)
    refused = 0
    for _ in range(15_000):
        refused += refusal(damaged(random), reader) is not None
    assert refused > 10_000
