"""Several people and bots: links, reloads, a server that dies, prompts, gestures, onlookers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.server.serving import UNLIMITED, serving
from tests.web.visitor import DESK, PHONE, SMALLEST, Visit, Visitors

pytestmark = pytest.mark.rest

SECONDS_LEFT = re.compile(r"0:[0-5]\d")


def set_up_table(visit: Visit) -> str:
    """Open a table for friends; return its address."""
    page = visit.go()
    page.get_by_role("button", name="Friends").click()
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("heading", name="Your table", exact=True)).to_be_visible()
    return page.url.removeprefix(visit.address)


def join(visit: Visit, path: str, name: str) -> Page:
    page = visit.go(path)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Sit down").click()
    return page


def place(visit: Visit) -> None:
    visit.page.keyboard.press("Tab")
    visit.press_place()


def play_on(*visits: Visit) -> None:
    """Play a round together."""
    before = visits[0].round
    for visit in visits:
        place(visit)
    for visit in visits:
        visit.wait_for_change(before)


@pytest.mark.long
def test_two_browsers_a_reload_and_a_server_that_is_killed(
    browser: Browser, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with serving(database, tmp_path, **UNLIMITED) as server:
        visitors = Visitors(browser, server.address)
        host, guest = visitors.new(), visitors.new()
        path = set_up_table(host)
        join(guest, path, "Ben")
        expect(guest.page.get_by_text("The host starts the game")).to_be_visible()
        host.page.get_by_role("button", name="Start", exact=True).click()
        for visit in (host, guest):
            visit.page.locator(".place").wait_for()
        for _ in range(3):
            play_on(host, guest)
        guest.page.reload()
        guest.page.locator(".place").wait_for()
        assert guest.round == "Round 4 of 20"
        play_on(host, guest)
        # One has placed, then the power fails.
        before = host.round
        place(host)
        expect(host.page.get_by_text("Waiting for Ben")).to_be_visible()
        server.kill()
        for visit in (host, guest):
            expect(visit.page.get_by_text("The line is cut")).to_be_visible()
        place(guest)  # nobody hears it yet
        server.start()
        for visit in (host, guest):
            visit.wait_for_change(before)
            expect(visit.page.get_by_text("The line is cut")).to_be_hidden()
        while not host.is_over:
            play_on(host, guest)
        for visit in (host, guest):
            expect(visit.page.locator(".result h1")).to_be_visible()
            # What a browser says of a dead line is no fault of ours.
            cut = (
                "WebSocket connection",
                "ERR_CONNECTION_REFUSED",
                "ERR_CONNECTION_RESET",
                "console: An unknown error",  # of Chromium: the page wanted to install itself
            )
            visit.problems = [one for one in visit.problems if not any(c in one for c in cut)]
        guest.page.get_by_role("button", name="Good game!").click()
        expect(host.page.locator(".toast")).to_have_text("Ben: Good game!")
        # Only the host may open the next one.
        expect(guest.page.locator(".banner")).to_contain_text("The host can start the next game.")
        expect(guest.page.get_by_role("button", name="Play again")).to_have_count(0)
        host.page.get_by_role("button", name="Play again").click()
        expect(host.page.get_by_role("heading", name="Your table", exact=True)).to_be_visible()
        guest.page.get_by_role("link", name="Join").click()
        expect(guest.page.get_by_text("The host starts the game")).to_be_visible()
        visitors.close()


def test_a_slow_player_is_prompted_and_the_minute_runs(visitors: Visitors) -> None:
    host, guest = visitors.new(), visitors.new()
    host.page.clock.install()
    join(guest, set_up_table(host), "Ben")
    host.page.get_by_role("button", name="Start", exact=True).click()
    guest.page.locator(".place").wait_for()
    expect(host.page.locator(".player .status")).to_contain_text("Choosing")
    place(host)
    expect(guest.page.locator(".player .status")).to_contain_text("Placed")
    # Nobody is hurried at once.
    expect(host.page.locator(".waiting")).to_be_visible()
    expect(host.page.get_by_role("button", name="Nudge")).to_have_count(0)
    host.page.clock.run_for(20_000)
    # By keys: what is pressed is gone, what it was about is not.
    host.page.get_by_role("button", name="Nudge").focus()
    host.page.keyboard.press("Enter")
    look = host.page.get_by_role("button", name="Look at the display of Ben")
    expect(host.page.locator(".player .status")).to_contain_text(SECONDS_LEFT)
    expect(look).to_be_focused()
    expect(guest.page.locator(".banner")).to_contain_text("Your time: ")
    expect(guest.page.locator(".banner")).to_contain_text(SECONDS_LEFT)
    # Said once, not every second.
    expect(guest.page.locator("#live")).to_contain_text("You have one minute.")
    assert guest.page.locator(".banner :not([aria-hidden])").count() == 0
    expect(host.page.locator(".player .status")).to_contain_text(SECONDS_LEFT)
    place(guest)
    expect(guest.page.locator(".banner")).to_be_hidden()
    expect(host.page.locator(".round")).to_have_text("Round 2 of 20")
    expect(look).to_be_focused()


def test_a_button_that_is_pressed_while_others_act_is_pressed(visitors: Visitors) -> None:
    host, guest = visitors.new(), visitors.new()
    join(guest, set_up_table(host), "Ben")
    host.page.get_by_role("button", name="Start", exact=True).click()
    guest.page.locator(".place").wait_for()
    button = host.page.locator(".place")
    expect(button).to_be_enabled()
    button.hover()
    host.page.mouse.down()
    place(guest)
    expect(host.page.locator(".player .status")).to_contain_text("Placed")
    host.page.mouse.up()
    expect(host.page.locator(".round")).to_have_text("Round 2 of 20")


@pytest.mark.long
def test_what_the_clock_plays_is_told_to_everybody(browser: Browser, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with serving(database, tmp_path, module="tests.web.hasty", **UNLIMITED) as server:
        visitors = Visitors(browser, server.address)
        host, guest = visitors.new(), visitors.new()
        host.page.clock.install()
        join(guest, set_up_table(host), "Ben")
        host.page.get_by_role("button", name="Start", exact=True).click()
        guest.page.locator(".place").wait_for()
        before = host.round
        place(host)
        expect(host.page.locator(".waiting")).to_be_visible()
        host.page.clock.run_for(20_000)
        host.page.get_by_role("button", name="Nudge").click()
        host.wait_for_change(before)
        # First what goes away by itself.
        expect(guest.page.locator(".toast")).to_contain_text("Your minute is over.")
        expect(host.page.locator(".toast")).to_contain_text("The minute of Ben is over.")
        expect(host.page.locator(".player")).to_contain_text("Time over, played by the program")
        expect(guest.page.locator("#live")).to_contain_text("Your minute is over.")
        visitors.close()


def test_whoever_leaves_and_opens_the_page_again_is_back(visitors: Visitors) -> None:
    host, guest = visitors.new(), visitors.new()
    path = set_up_table(host)
    join(guest, path, "Ben")
    host.page.get_by_role("button", name="Start", exact=True).click()
    guest.page.locator(".place").wait_for()
    guest.page.get_by_role("button", name="Menu").click()
    guest.page.get_by_role("button", name="Leave").click()
    expect(host.page.locator(".player .status")).to_have_text("Away")
    guest.go(path)
    expect(host.page.locator(".player .status")).to_contain_text("Choosing")


def test_gestures_onlookers_and_another_device(visitors: Visitors) -> None:
    host, guest, onlooker = visitors.new(), visitors.new(), visitors.new(viewport=SMALLEST)
    path = set_up_table(host)
    join(guest, path, "Ben")
    host.page.get_by_role("button", name="Start", exact=True).click()
    guest.page.locator(".place").wait_for()
    onlooker.go(path)
    expect(onlooker.page.get_by_text("You are looking on.")).to_be_visible()
    expect(guest.page.locator(".panel-score h2")).to_have_text("Your score")
    expect(onlooker.page.locator(".panel-score h2")).to_have_text("Guest")
    # On the phone others have names, too, and onlookers choose whom they watch.
    expect(onlooker.page.get_by_text("Ben", exact=True)).to_be_visible()
    expect(onlooker.page.get_by_text("Your tile")).to_have_count(0)
    expect(onlooker.page.locator(".table")).not_to_have_attribute("aria-describedby", "table-help")
    # Those who play hear the round with their tile, and once.
    expect(onlooker.page.locator(".round")).to_have_attribute("role", "status")
    expect(guest.page.locator("[role=status].round")).to_have_count(0)
    look = onlooker.page.get_by_role("button", name="Look at the display of Ben")
    look.click()
    expect(onlooker.page.locator(".panel-score h2")).to_have_text("Ben")
    expect(look).to_have_attribute("aria-pressed", "true")
    place(guest)
    place(host)  # Only now it is seen what anybody has placed.
    expect(onlooker.page.locator(".middle .art-still .tiles .face")).not_to_have_count(0)
    expect(onlooker.page.locator(".panel-score h2")).to_have_text("Ben")
    expect(guest.page.locator(".place")).to_be_enabled()
    guest.page.get_by_role("button", name="Menu").click()
    guest.page.get_by_role("button", name="Wow!").click()
    expect(host.page.locator(".toast")).to_have_text("Ben: Wow!")
    guest.page.get_by_role("button", name="Menu").click()
    link = guest.copy(guest.page.get_by_role("button", name="Continue on another device"))
    expect(guest.page.locator(".toast", has_text="Link copied.")).to_be_visible()
    assert "#" in link
    device = visitors.new()
    device.go(link.removeprefix(device.address))
    place(device)
    guest.page.keyboard.press("Escape")
    expect(guest.page.get_by_text("Waiting for Guest")).to_be_visible()


def test_a_closed_door_says_why_in_the_language_of_the_page(visitors: Visitors) -> None:
    visit = visitors.new(locale="de")
    page = visit.go()
    page.get_by_role("button", name="Spielen", exact=True).click()
    page.locator(".game .place").wait_for()
    visitor = visitors.new(locale="de")
    visitor.go(page.url.removeprefix(visit.address).split("#")[0] + "#no-token-of-mine")
    expect(visitor.page.locator(".notice")).to_contain_text(
        "Der Server lässt hier niemanden herein: Dieser Link öffnet"
    )


def test_match_me_chooses_by_the_last_games(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE)
    page = visit.go()
    page.get_by_role("button", name="Bots").click()
    strength = page.get_by_label("Strength of bot")
    expect(strength).to_have_value("swallow")
    page.get_by_role("button", name="Match me").click()
    expect(page.get_by_role("status").get_by_text("Finish a game first")).to_be_visible()
    expect(strength).to_have_value("swallow")
    told = {"bot": "beaver", "games": 3}
    page.route(re.compile("/api/me/opponent$"), lambda route: route.fulfill(json=told))
    page.get_by_role("button", name="One more").click()
    page.get_by_role("button", name="Match me").click()
    answer = "Beaver plays about as well as you, by your last 3 games."
    expect(page.get_by_role("status").get_by_text(answer)).to_be_visible()
    for index in range(2):
        expect(strength.nth(index)).to_have_value("beaver")


def test_looking_at_another_display(visitors: Visitors) -> None:
    visit = visitors.new()
    page = visit.go()
    page.get_by_role("button", name="Bots").click()
    page.get_by_label("Strength of bot 1").select_option("hamster")
    page.get_by_role("button", name="One more").click()
    page.get_by_label("Strength of bot 2").select_option("mole")
    page.get_by_role("button", name="Play", exact=True).last.click()
    page.locator(".place").wait_for()
    assert page.locator(".player").count() == 2
    before = visit.round
    place(visit)
    visit.wait_for_change(before)
    page.get_by_role("button", name="Look at the display of Hamster").click()
    expect(page.get_by_role("dialog").locator(".art-still .tiles .face")).not_to_have_count(0)
    words = page.get_by_role("dialog").get_by_role("list", name="What lies in the display")
    expect(words).to_contain_text("at 0, 0.")


def test_the_host_seats_bots_and_frees_seats(visitors: Visitors) -> None:
    visit = visitors.new()
    set_up_table(visit)
    page = visit.page
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_disabled()
    page.get_by_label("Strength").select_option("mole")
    page.get_by_role("button", name="Seat a bot").click()
    expect(page.get_by_text("Mole")).to_be_visible()
    page.get_by_role("button", name="Free the seat").click()
    page.get_by_label("Strength").select_option("hamster")
    page.get_by_role("button", name="Seat a bot").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".place").wait_for()


def test_a_code_typed_anywhere_on_the_start_page_leads_to_the_table(
    visitors: Visitors, shots: Path
) -> None:
    host, guest = visitors.new(), visitors.new(viewport=SMALLEST)
    path = set_up_table(host)
    code = host.page.get_by_label("Code of the table").inner_text()
    assert code.replace(" ", "") == path.split("/")[-1][:6]
    page = guest.go()
    field = page.get_by_label("Have a code or a link?")
    field.wait_for()
    for size in (SMALLEST, PHONE, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.screenshot(path=shots / f"start-code-{size['width']}.png", full_page=True)
    # Nothing has to be pressed before, and it is typed as it is said.
    page.keyboard.type(code.upper())
    expect(field).to_have_value(code.upper())
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("The host starts the game")).to_be_visible()
    assert page.url.endswith(path)
    # Where nothing waits, that is said.
    guest.go()
    field.fill("zzz zzz")
    field.press("Enter")
    expect(page.locator(".toast")).to_contain_text("No table waits under this code")
    guest.problems = [one for one in guest.problems if "404" not in one]


def test_the_host_starts_with_fewer_than_planned(visitors: Visitors) -> None:
    host, guest = visitors.new(), visitors.new()
    page = host.go()
    page.get_by_role("button", name="Friends").click()
    page.get_by_role("button", name="4", exact=True).click()
    page.get_by_role("button", name="Create table").click()
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_disabled()
    page.get_by_role("button", name="Seat a bot").nth(1).click()
    expect(page.get_by_role("button", name="Start with 2")).to_be_enabled()
    join(guest, host.page.url.removeprefix(host.address), "Ben")
    page.get_by_role("button", name="Free the seat").click()
    page.get_by_role("button", name="Start with 2").click()
    for visit in (host, guest):
        visit.page.locator(".place").wait_for()
        expect(visit.page.locator(".player")).to_have_count(1)
    play_on(host, guest)
    # It is stored as it was played.
    guest.page.reload()
    guest.page.locator(".place").wait_for()
    assert guest.round == "Round 2 of 20"


def test_whom_the_host_removes_cannot_come_back_by_the_same_link(visitors: Visitors) -> None:
    host, guest = visitors.new(), visitors.new()
    host.go()
    host.page.locator(".page-bar .btn").last.click()
    host.page.get_by_label("Your name").fill("Ada")
    host.page.get_by_role("button", name="Save").click()
    expect(host.page.locator(".who")).to_have_text("Ada")
    path = set_up_table(host)
    page = join(guest, path, "Ben")
    # Guests read whose table it is.
    expect(page.get_by_role("heading", name="The table of Ada", exact=True)).to_be_visible()
    host.page.get_by_role("button", name="Remove Ben").click()
    host.page.get_by_role("button", name="Remove Ben for good?").click()
    expect(host.page.get_by_text("Open seat")).to_be_visible()
    guest.go(path)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".toast")).to_contain_text("you cannot come back to this table")
    guest.problems = [one for one in guest.problems if "409" not in one]
    # Somebody else can.
    join(visitors.new(), path, "Cy")
    expect(host.page.get_by_text("Cy", exact=True)).to_be_visible()


def test_a_page_of_another_version_loads_itself_again(visit: Visit) -> None:
    sockets: list[WebSocketRoute] = []

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)
        is_old = len(sockets) == 1

        def from_page(text: str | bytes) -> None:
            frame = json.loads(text)
            if is_old and frame["type"] == "watch":
                frame["protocol"] -= 1
            server.send(json.dumps(frame))

        socket.on_message(from_page)

    visit.page.route_web_socket("**/ws/*", listen)
    set_up_table(visit)
    assert len(sockets) == 2
