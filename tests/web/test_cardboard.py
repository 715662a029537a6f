"""People with the box on the table: the caller says the cards, the score pad counts displays."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.web.cardboard import LONG_ENOUGH, Table
from tests.web.visitor import DESK, PHONE, SMALLEST, Visit, Visitors

WORDS = {
    "en": ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
    "de": ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"],
    "pt": ["zero", "um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove"],
}
TAGS = {"en": "en-GB", "de": "de-DE", "pt": "pt-BR"}
HERO = ((8, 9), (9, 7, 2), (7, 8, 6, 4, 5))
"""The display of the start page above its table: 117 points."""


@pytest.mark.rest
def test_a_basic_game_is_called_counted_and_kept(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE)
    table = Table(visit)
    page = table.prepare("basic", "Ada", "Ben", modules=(0, 1, 2))
    expect(page.locator(".caller-list")).to_contain_text("Ada takes number")
    expect(page.locator(".caller-tokens .coin")).to_have_count(2)
    assert re.search("in play: .* and .*two markers", table.heard()[1])
    table.asked.clear()
    cards = []
    for number in range(1, 21):
        (card,) = table.step()
        cards.append(card)
        expect(page.locator("h1")).to_have_text(f"Card {number} of 20")
        language, said = table.heard()
        last = ". This is the last card" if number == 20 else ""
        assert (language, said) == ("en-GB", WORDS["en"][card] + last)
        if number == 7:
            # The second tap of two means nothing, nor does a key that is held down.
            page.clock.run_for(LONG_ENOUGH)
            table.next.dblclick()
            expect(page.locator("h1")).to_have_text("Card 8 of 20")
            page.clock.run_for(LONG_ENOUGH)
            page.keyboard.down("ArrowRight")
            page.keyboard.down("ArrowRight")
            page.keyboard.up("ArrowRight")
            expect(page.locator("h1")).to_have_text("Card 9 of 20")
            assert table.back() == table.called()[-1:]
            assert table.back() == [card]
        if number == 12:
            page.reload()
            expect(page.locator("h1")).to_have_text("Card 12 of 20")
            assert table.open_cards() == [card]
    assert Counter(cards) == Counter(dict.fromkeys(range(10), 2))
    assert table.called() == cards
    expect(page.locator(".caller-bar small")).to_have_text("0 cards left")
    assert not [url for url in table.asked if "/v/" not in url and not url.endswith("/caller")]

    table.step()
    page.get_by_role("button", name="Count the points").click()
    expect(page.locator("h1")).to_contain_text("Ada")
    assert table.count(*HERO) == 14
    expect(page.locator("h1")).to_contain_text("Ben")
    page.reload()
    expect(page.locator(".pad-player").first).to_contain_text("117")
    table.count((9, 9, 9), (8, 8))
    expect(page.locator("h1")).to_have_text("Ada wins")
    expect(page.locator(".pad-doubt")).to_contain_text("3 times the 9")
    page.get_by_role("button", name="Correct").click()
    page.locator("[data-key=player-1]").click()
    page.get_by_role("button", name="Remove the 9 from level 2").first.click()
    expect(page.locator(".pad-doubts p")).to_have_count(0)
    page.locator("[data-key=on]").click()
    page.locator("[data-key=on]").click()
    expect(page.locator(".pad-ranks li").last).to_contain_text("52")

    page.goto(f"{visit.address}/history")
    row = page.locator(".games li")
    expect(row).to_contain_text("Ada 117 and Ben 52")
    expect(row).to_contain_text("At the table")
    page.locator(".page-bar .btn").last.click()
    forget = page.get_by_role("button", name="Delete my data")
    forget.click()
    page.get_by_role("button", name="Press again").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert page.evaluate("Object.keys(localStorage).filter((key) => key !== 'nmbr9')") == []


@pytest.mark.long
@pytest.mark.parametrize("language", WORDS)
def test_two_out_of_three_is_called_in_every_language(visitors: Visitors, language: str) -> None:
    table = Table(visitors.new(viewport=SMALLEST, locale=TAGS[language]))
    page = table.prepare("two-out-of-three", "Ada", "Ben", "Cem", modules=(2,))
    cards = []
    word = {"en": "Round", "de": "Runde", "pt": "Rodada"}[language]
    for index in range(30):
        (card,) = table.step()
        cards.append(card)
        told, said = table.heard()
        assert told == TAGS[language]
        first = f"{word} {index // 3 + 1}: " if index % 3 == 0 else ""
        assert said.startswith(first + WORDS[language][card])
        expect(page.locator(".caller-round .card svg")).to_have_count(index % 3 + 1)
    assert Counter(cards) == Counter(dict.fromkeys(range(10), 3))
    assert ". " in table.heard()[1], "the last card is announced"
    table.step()
    expect(page.locator(".caller-end")).to_be_visible()
    page.locator(".caller-end .primary").click()
    # A third copy is possible here.
    table.count((9, 9, 9), (8, 8))
    table.count((9, 9, 9), (8, 8))
    table.count((1,))
    expect(page.locator(".pad-rank")).to_have_text(["1", "1", "3"])
    expect(page.locator(".pad-doubt")).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("Ada")
    expect(page.locator("h1")).to_contain_text("Ben")


@pytest.mark.long
@pytest.mark.parametrize("language", WORDS)
def test_level_to_level_is_called_in_every_language(visitors: Visitors, language: str) -> None:
    table = Table(visitors.new(viewport=PHONE, locale=TAGS[language]))
    page = table.prepare("level-to-level", *"ABCD", modules=(0, 1, 2))
    words = WORDS[language]
    marker = {"en": "under marker", "de": "unter Marker", "pt": "sob o marcador"}[language]
    cards = table.step()
    assert table.heard()[1] == words[cards[0]]
    for markers in range(2, 6):
        page.locator(".caller-turn").click()
        open_cards = table.step()
        assert len(open_cards) == markers
        said = table.heard()[1]
        assert words[markers - 1] in said.partition(". ")[0]
        for index, card in enumerate(open_cards):
            assert f"{marker} {words[index]}: {words[card]}" in said
        cards += open_cards
    expect(page.locator(".caller-turn")).to_be_hidden()
    # The marker is turned again after a step back, unless somebody says otherwise.
    assert len(table.back()) == 4
    expect(page.locator(".caller-turn")).to_have_attribute("aria-pressed", "true")
    assert table.step() == cards[-5:]
    for _ in range(5):
        cards += table.step()
    assert Counter(cards) == Counter(dict.fromkeys(range(10), 4))
    table.step()
    page.locator(".caller-end .primary").click()
    expect(page.locator(".pad-key")).to_have_count(5)
    table.count((9, 9, 9, 9))
    for _ in "BCD":
        page.locator(".pad-key").first.click()
        page.locator("[data-key=on]").click()
    # With four players everybody has three tiles of each number.
    expect(page.locator(".pad-doubt")).to_have_count(1)
    expect(page.locator(".pad-ranks li").first).to_contain_text("36")


@pytest.mark.long
def test_the_minute_is_counted_down_aloud(visit: Visit) -> None:
    table = Table(visit)
    page = table.prepare("basic", "Ada", "Ben")
    table.step()
    page.get_by_role("button", name="One minute").click()
    expect(page.get_by_role("timer")).to_have_text("1:00")
    page.clock.run_for(20_000)
    page.reload()
    expect(page.get_by_role("timer")).to_have_text(re.compile("0:(3|40)"))
    page.clock.run_for(45_000)
    expect(page.get_by_role("timer")).to_have_text("The minute is over")
    heard = [text for _, text in page.evaluate("window.heard")]
    assert heard == ["30 seconds", "10 seconds", *WORDS["en"][5:0:-1], "The minute is over"]
    table.step()
    expect(page.get_by_role("timer")).to_be_hidden()


@pytest.mark.long
def test_without_a_voice_the_page_says_so_and_everything_works(visitors: Visitors) -> None:
    visit = visitors.new(locale="de-DE")
    visit.page.add_init_script(
        "delete window.speechSynthesis; delete Window.prototype.speechSynthesis"
    )
    table = Table(visit, has_voice=False)
    page = table.prepare("basic", "Ada")
    expect(page.locator(".caller-note")).to_contain_text("keine Stimme")
    (card,) = table.step()
    expect(page.locator("#live")).to_have_text(WORDS["de"][card])
    page.get_by_role("button", name="Stimme ausschalten").click()
    expect(page.locator(".caller-note")).to_be_hidden()
    page.get_by_role("button", name="Neues Spiel").click()
    expect(page.locator("h1")).to_have_text("Karte 1 von 20")
    page.get_by_role("button", name="Noch einmal drücken").click()
    expect(page.locator("h1")).to_have_text("Karten ansagen")
    expect(page.locator(".table-person input")).to_have_value("Ada")


@pytest.mark.long
def test_muted_it_is_silent_and_stays_so(visit: Visit) -> None:
    table = Table(visit)
    page = table.prepare("basic", "Ada", "Ben")
    page.get_by_role("button", name="Turn the voice off").click()
    table.step()
    page.reload()
    table.step()
    assert page.evaluate("window.heard") == []
    page.get_by_role("button", name="Turn the voice on").click()
    page.get_by_role("button", name="Say it again").click()
    assert table.heard()[1] in WORDS["en"]


@pytest.mark.long
def test_once_opened_it_works_without_the_server(visit: Visit) -> None:
    table = Table(visit)
    page = table.prepare("basic", "Ada", "Ben")
    page.clock.run_for(4000)
    page.wait_for_function("path => caches.match(path).then(Boolean)", arg=f"{visit.address}/")
    visit.context.set_offline(True)
    page.reload()
    (card,) = table.step()
    assert table.heard()[1] == WORDS["en"][card]
    visit.context.set_offline(False)
    # The document that is kept is that of the start page, which fetches a game beforehand.
    cut = ("DISCONNECTED", "ERR_FAILED", "console: An unknown error")
    visit.problems = [one for one in visit.problems if not any(c in one for c in cut)]


@pytest.mark.long
def test_two_tabs_show_the_same_call(visit: Visit) -> None:
    table = Table(visit)
    page = table.prepare("basic", "Ada")
    other = visit.context.new_page()
    other.goto(f"{visit.address}/caller")
    table.step()
    expect(other.locator("h1")).to_have_text("Card 1 of 20")
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Press again").click()
    expect(other.locator("h1")).to_have_text("Caller")


@pytest.mark.long
def test_a_half_counted_game_is_not_lost_to_another_one(visit: Visit) -> None:
    table = Table(visit)
    page = visit.go("/score")
    page.get_by_role("button", name="Start counting").click()
    page.locator(".pad-key").nth(3).click()
    page.locator(".pad-key").nth(9).click()
    table.prepare("basic", "Ada", "Ben")
    for _ in range(21):
        table.step()
    page.get_by_role("button", name="Count the points").click()
    page.get_by_role("button", name="half counted").click()
    expect(page.locator("h1")).to_contain_text("Ada")
    page.go_back()
    page.get_by_role("button", name="Count the points").click()
    expect(page.locator("h1")).to_contain_text("Ada")
    kept = json.loads(page.evaluate("localStorage.getItem('nmbr9-table-pad')"))
    assert kept["id"] == json.loads(page.evaluate("localStorage.getItem('nmbr9-table-call')"))["id"]


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALLEST, PHONE, {"width": 740, "height": 360}, DESK], ids=str)
def test_a_card_is_as_large_as_the_screen_allows(visitors: Visitors, size: dict[str, int]) -> None:
    table = Table(visitors.new(viewport=size))
    page = table.prepare("basic", "Ada")
    table.step()
    card = page.locator(".caller-card .card").bounding_box()
    stage = page.locator(".caller-stage").bounding_box()
    assert card is not None
    assert stage is not None
    fills = max(card["width"] / stage["width"], card["height"] / stage["height"])
    assert fills > 0.85
    assert stage["width"] * stage["height"] > 0.4 * size["width"] * size["height"]
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    next_button = table.next.bounding_box()
    assert next_button is not None
    assert next_button["y"] + next_button["height"] <= size["height"]


@pytest.mark.long
def test_six_people_with_the_longest_name_share_a_win_on_the_smallest_screen(
    visitors: Visitors,
) -> None:
    table = Table(visitors.new(viewport=SMALLEST))
    people = ["W" * 24, "Ben", "Cy", "Di", "Eve", "Flo"]
    page = table.prepare("basic", *people)
    while page.locator(".caller-end").count() == 0:
        table.step()
    page.locator(".caller-end .primary").click()
    # A tap a second: well below half a minute for each display.
    assert max(table.count((9,), (9, 8, 7), (1, 2, 3)) for _ in people) < 30
    expect(page.locator(".pad-ranks li")).to_have_count(6)
    expect(page.locator(".pad-ranks .win")).to_have_count(6)
    expect(page.locator("h1")).to_contain_text("share the win")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
