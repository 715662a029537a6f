"""The way of a placement through the page stays short."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from scripts.placement_path_page import LIMIT, placement_path
from tests.server.serving import Server


@pytest.mark.rest
def test_a_placement_goes_through_few_functions_of_the_page(
    browser: Browser, server: Server
) -> None:
    there, back = placement_path(browser, server.address)
    assert there[-1].name == "#send"
    assert back[-1].name == "#draw"
    assert len({(step.file, step.name) for step in [*there, *back]}) <= LIMIT
