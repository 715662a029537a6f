"""The picture of score distributions."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from nmbr9.bots.simulation.score_plot import score_plot

SCORES = {"greedy": [40, 50.5, 60, 60], "careful": [70.0, 75, 80, 85]}


@pytest.mark.rest
def test_png_and_svg() -> None:
    assert score_plot(SCORES, "Scores", "png").startswith(b"\x89PNG")
    drawing = score_plot(SCORES, "Scores", "svg")
    words = "".join(ElementTree.fromstring(drawing).itertext())
    assert all(word in words for word in ("Scores", "greedy", "careful", "mean 52.6", "mean 77.5"))
    assert drawing == score_plot(SCORES, "Scores", "svg")


def test_one_game_can_be_drawn() -> None:
    assert score_plot({"greedy": [0]}, "Scores", "png").startswith(b"\x89PNG")
