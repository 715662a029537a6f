"""After a game: the result, the replay step by step, sharing, records from files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from nmbr9 import Game, Options
from nmbr9.rules.game import Game as AnyGame
from tests.web.visitor import PHONE, Visit, Visitors

pytestmark = pytest.mark.rest


def _finish(visit: Visit) -> str:
    """Play a game alone; return the match."""
    page = visit.start_alone()
    match = page.url.split("/m/")[1].split("#")[0]
    visit.finish()
    return match


def _total(page: Page) -> int:
    return int(page.locator(".sums tfoot .own").inner_text())


def test_the_result_is_the_sum_of_its_levels_and_leads_on(visit: Visit) -> None:
    page = visit.page
    match = _finish(visit)
    expect(page.locator(".result h1")).to_be_focused()
    rows = page.locator(".sums tbody tr td b").all_inner_texts()
    assert sum(int(row) for row in rows if row.isdecimal()) == _total(page)
    total = _total(page)
    expect(page.locator(".last-games .num")).to_have_text(str(total))
    page.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile(f"/replay/{match}$"))
    expect(page.locator(".own-score")).to_have_text(str(total))


@pytest.mark.long
def test_a_better_game_is_celebrated_as_a_record(visit: Visit) -> None:
    page = visit.page
    visit.start_alone()
    visit.play_to_the_end("Shift+Tab")  # The last spots lie on the table and bring nothing.
    expect(page.locator(".last-games")).to_be_visible()
    expect(page.locator(".record-pill")).to_have_count(0)
    first = _total(page)
    for _ in range(3):  # One deck in a hundred has no spot above the table for this player.
        page.get_by_role("button", name="Play again").click()
        page.locator(".game .place").wait_for()
        visit.finish()
        expect(page.locator(".last-games")).to_be_visible()
        if _total(page) > first:
            break
    assert _total(page) > first
    expect(page.locator(".record-pill")).to_have_text("New personal record")


@pytest.mark.long
def test_the_next_game_against_bots_is_as_open_as_the_last(visit: Visit) -> None:
    page = visit.go()
    page.get_by_role("button", name="Bots").click()
    page.get_by_label("Strength of bot 1").select_option("mole")
    page.get_by_role("switch", name="Place in secret").click()
    page.get_by_role("button", name="Play", exact=True).last.click()
    page.locator(".game .place").wait_for()
    visit.finish()
    with page.expect_request("**/matches") as made:
        page.get_by_role("button", name="Play again").click()
    asked = made.value.post_data_json
    assert asked is not None
    assert asked["is_hidden"] is False


def test_the_sums_are_counted_from_the_top_and_any_key_skips(visitors: Visitors) -> None:
    visit = visitors.new(reduced_motion="no-preference")
    page = visit.page
    _finish(visit)
    # Seen while it counts, or already counted on a fast machine: in the end everything is there.
    page.keyboard.press("Shift")
    expect(page.locator(".table-frame.is-counted")).to_be_visible()
    expect(page.locator(".counted.to-come")).to_have_count(0)


def test_a_replay_is_stepped_by_slider_buttons_and_by_itself(visit: Visit) -> None:
    page = visit.page
    match = _finish(visit)
    total = _total(page)
    visit.go(f"/replay/{match}")
    slider = page.get_by_role("slider", name="Step")
    expect(slider).to_have_value("20")
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".own-score")).to_have_text("0")
    expect(page.locator(".where")).to_contain_text("Start")
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".where")).to_contain_text("Round 1")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Round 2: the .* points?"))
    gained = [
        int(text) for text in page.locator(".step-cards .gained").all_inner_texts() if text != "·"
    ]
    assert sum(gained) == total
    page.keyboard.press("End")
    page.get_by_role("button", name="One step back").click()
    expect(slider).to_have_value("19")
    page.get_by_role("button", name="Play the game").click()
    expect(slider).to_have_value("20")
    expect(page.get_by_role("button", name="Play the game")).to_be_visible()


def _played(players: int) -> AnyGame:
    game = Game.new(Options(players=players), seed=3, names=["Ada", "Ben"][:players])
    while not game.is_over:
        seat = game.waiting_for[0]
        game = game.apply(seat, game.legal_actions(seat)[-1])
    return game


def _open_file(page: Page, path: Path, content: str) -> None:
    path.write_text(content, "utf-8")
    page.locator("input[type=file]").set_input_files(path)


def test_a_record_from_disk_is_opened_and_players_are_compared(
    visit: Visit, tmp_path: Path
) -> None:
    game = _played(2)
    page = visit.go("/replay")
    _open_file(page, tmp_path / "game.json", json.dumps(game.to_record()))
    ben = page.get_by_role("button", name=re.compile("Ben"))
    ben.click()
    expect(ben).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".own-score")).to_have_text(str(game.scores[1]))


def test_a_wrong_file_is_refused_in_words(visitors: Visitors, tmp_path: Path) -> None:
    visit = visitors.new()
    page = visit.go("/replay")
    record = _played(1).to_record()
    record["actions"][5]["x"] += 30
    _open_file(page, tmp_path / "wrong.json", json.dumps(record))
    expect(page.get_by_role("alert")).to_have_text("Step 6 in the file does not follow the rules.")
    _open_file(page, tmp_path / "no.json", "no record")
    expect(page.get_by_role("alert")).to_contain_text("no record of a game")
    # Chromium writes refused requests to the console; they are what this test is about.
    assert len(visit.problems) >= 2
    assert all("422" in problem for problem in visit.problems)
    visit.problems.clear()


def test_a_replay_of_a_running_game_says_so(visitors: Visitors) -> None:
    visit = visitors.new()
    page = visit.start_alone()
    match = page.url.split("/m/")[1].split("#")[0]
    visit.go(f"/replay/{match}")
    expect(page.get_by_role("alert")).to_contain_text("not over yet")
    assert all("409" in problem for problem in visit.problems)
    visit.problems.clear()


@pytest.mark.usefixtures("within_one_day")
@pytest.mark.long
def test_games_with_others_and_of_contests_are_shared_with_links_that_are_theirs(
    visitors: Visitors,
) -> None:
    visit = visitors.new()
    page = visit.page
    page.add_init_script("delete Navigator.prototype.share")

    def shared(button: str) -> str:
        page.get_by_role("button", name="Share").click()
        copied = visit.copy(page.get_by_role("button", name=button))
        expect(page.get_by_text("Copied.")).to_be_visible()
        page.keyboard.press("Escape")
        return copied

    visit.go()
    page.get_by_role("button", name="Bots").click()
    page.get_by_label("Strength of bot 1").select_option("mole")
    page.get_by_role("button", name="Play", exact=True).last.click()
    page.locator(".game .place").wait_for()
    match = page.url.split("/m/")[1].split("#")[0]
    visit.finish()
    expect(page.get_by_text("a link to the replay")).to_be_visible()
    assert shared("Send text and link").endswith(f"The game: {visit.address}/replay/{match}")
    visit.go("/daily")
    page.get_by_role("button", name="Play this deck").click()
    page.locator(".game .place").wait_for()
    visit.finish()
    assert re.search(r"/daily/[\d-]{10}$", shared("Send text and cards"))


@pytest.mark.long
def test_a_game_is_shared_without_spoilers_and_as_pictures(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE)
    page = visit.page
    # A phone would open its own sheet here; the clipboard is what a test can read.
    page.add_init_script("delete Navigator.prototype.share")
    match = _finish(visit)
    total = _total(page)
    page.get_by_role("button", name="Share").click()
    text = page.locator(".share-text").inner_text()
    assert re.match(rf"nmbr9: {total} points? with 20 cards", text)
    # Below the first line only levels and squares, one for each tile: no number of a card.
    assert re.fullmatch(r"(\n.\d ■*)*", text.removeprefix(text.split("\n")[0]))
    copied = visit.copy(page.get_by_role("button", name="Send text and cards"))
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert re.search(r"/c/[a-z0-9-]+$", copied)
    copied = visit.copy(page.get_by_role("button", name="Copy the link"))
    assert copied.endswith(f"/replay/{match}")
    for button, beginning in (
        ("Picture (PNG)", b"\x89PNG"),
        ("Drawing (SVG)", b"<svg xmlns"),
        ("Record file", b'{"format"'),
    ):
        with page.expect_download() as download:
            page.get_by_role("button", name=button).click()
        content = Path(download.value.path()).read_bytes()
        assert content.startswith(beginning), button
        if button == "Record file":
            assert Game.from_record(json.loads(content)).scores == [total]
