"""Games looked at again: records are checked, matches that are over are told in steps."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx
import pytest

from nmbr9 import Game, Options
from nmbr9.match.replay import levels_of, replayed
from nmbr9.match.views import display_part
from nmbr9.rules.options import Token, Variant
from nmbr9.server.http.shared_routes import MOST_RECORD_BYTES
from tests.server.client import Person, Viewer, run
from tests.server.serving import Server

OPTIONS = [
    Options(players=1),
    Options(players=2, starting_tiles=True, gap_fillers=True),
    Options(
        players=2, variant=Variant.TWO_OUT_OF_THREE, special_tokens=(Token.MOVE, Token.RESERVE)
    ),
    Options(players=2, variant=Variant.LEVEL_TO_LEVEL, special_tokens=(Token.BLACK, Token.GAP)),
]


def _played(options: Options, seed: int) -> Game:
    game, random = Game.new(options, seed=seed), Random(seed)
    while not game.is_over:
        seat = random.choice(game.waiting_for)
        game = game.apply_unchecked(seat, random.choice(game.legal_actions(seat)))
    return game


@pytest.mark.parametrize("options", OPTIONS)
def test_steps_lead_to_the_displays_and_scores_of_the_game(options: Options) -> None:
    game = _played(options, 3)
    told = replayed(game)
    displays = [part["pieces"] for part in told["start"]]
    scores = [0] * options.players
    for step in told["steps"]:
        seat, change = step["action"]["player"], step["display"]
        displays[seat] = displays[seat][: change["keep"]] + change["pieces"]
        scores[seat] += step["gained"]
        assert step["scores"] == scores
        assert sum(line["points"] for line in step["levels"]) == scores[seat]
    assert displays == [display_part(state)["pieces"] for state in game.players]
    assert told["scores"] == game.scores == scores
    assert told["levels"] == [levels_of(state) for state in game.players]
    assert game.outcome is not None
    assert told["winners"] == list(game.outcome.winners)


def test_a_record_from_anywhere_is_replayed(server: Server) -> None:
    game = _played(OPTIONS[1], 5)
    answer = httpx.post(f"{server.address}/api/replay", json=game.to_record())
    assert answer.status_code == 200
    assert answer.json() == replayed(game)


def test_a_running_game_can_be_looked_at_from_its_record(server: Server) -> None:
    game = Game.new(Options(players=1), seed=1)
    game = game.apply(0, game.legal_actions(0)[0])
    told = httpx.post(f"{server.address}/api/replay", json=game.to_record()).json()
    assert (told["is_over"], told["winners"], len(told["steps"])) == (False, [], 1)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "nmbr9/2"}, 'expected "nmbr9/1"'),
        ({"more": 1}, "more"),
        ({"deck": [1, 2]}, "cards"),
        ({"scores": [999]}, "999"),
    ],
)
def test_a_wrong_record_is_refused_in_words(
    server: Server, change: dict[str, Any], words: str
) -> None:
    record = {**_played(OPTIONS[0], 7).to_record(), **change}
    answer = httpx.post(f"{server.address}/api/replay", json=record)
    assert answer.status_code == 422
    assert answer.json()["code"] == "record/refused"
    assert words in answer.json()["message"]


def test_an_illegal_action_is_named(server: Server) -> None:
    record = _played(OPTIONS[0], 7).to_record()
    record["actions"][4]["x"] += 40
    answer = httpx.post(f"{server.address}/api/replay", json=record).json()
    assert answer["code"] == "record/refused"
    assert "actions[4]" in answer["message"]
    assert "2.5" in answer["message"]


@pytest.mark.parametrize("text", [b"", b"{", b"[" * 5000, b'{"format": 1, "format": 1}', b"\xff"])
def test_what_is_no_record_is_refused(server: Server, text: bytes) -> None:
    answer = httpx.post(f"{server.address}/api/replay", content=text)
    assert (answer.status_code, answer.json()["code"]) == (422, "record/refused")


def test_a_record_without_end_is_cut_off(server: Server) -> None:
    endless = (b" " * 10_000 for _ in range(MOST_RECORD_BYTES // 10_000 + 2))
    answer = httpx.post(f"{server.address}/api/replay", content=endless)
    assert (answer.status_code, answer.json()["code"]) == (413, "request/too-long")
    told = httpx.post(f"{server.address}/api/replay", content=b" " * (MOST_RECORD_BYTES + 1))
    assert told.status_code == 413


def test_a_match_that_is_over_is_told_in_steps(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={"players": 1})
            path = f"/api/matches/{made['match']}"
            refused = await ada.http.get(f"{path}/replay")
            assert (refused.status_code, refused.json()["code"]) == (409, "match/not-over")
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                await viewer.take_turns()
            told = await ada.get(f"{path}/replay")
            assert told["names"] == ["Ada"]
            record = await ada.get(f"{path}/record")
            assert told == {**replayed(Game.from_record(record)), "bots": [None]}

    run(story())
