"""The local network: which addresses are told, and who may come under which name."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from ipaddress import ip_address
from urllib.parse import urlsplit

import httpx
import pytest
import websockets

from nmbr9.server import local_network
from nmbr9.server.addresses import LinkRefused, invite, page_link
from nmbr9.server.main import CannotListen, listening
from nmbr9.server.settings import Settings
from tests.server.client import run
from tests.server.serving import Server, serving

FOUR, SIX, OTHER = map(ip_address, ("192.168.1.5", "fd00::7", "10.0.0.9"))
HERE = "http://127.0.0.1:8099/m/abc"


def invited(
    addresses: list[local_network.Address], link: str = HERE
) -> tuple[str, tuple[str, ...]]:
    return invite(link, urlsplit(link).netloc, is_lan=True, addresses=addresses)


def test_no_invitation_ever_tells_an_address_of_loopback() -> None:
    assert invite(HERE, "127.0.0.1:8099", is_lan=False) == ("loopback", ())
    assert invited([]) == ("offline", ())
    assert invited([FOUR, SIX]) == (
        "lan",
        ("http://192.168.1.5:8099/m/abc", "http://[fd00::7]:8099/m/abc"),
    )
    assert invited([SIX]) == ("ipv6", ("http://[fd00::7]:8099/m/abc",))


def test_the_address_that_somebody_came_by_is_told_first() -> None:
    assert invited([FOUR, OTHER], "http://10.0.0.9/")[1] == (
        "http://10.0.0.9/",
        "http://192.168.1.5/",
    )
    # The machine may have it no more, and the name of a machine is no address at all.
    assert invited([FOUR], "http://10.0.0.9/")[1] == ("http://10.0.0.9/", "http://192.168.1.5/")
    assert invited([FOUR], "http://desk.local/m/a")[1] == ("http://192.168.1.5/m/a",)


def test_the_token_of_a_seat_is_nothing_to_invite_with() -> None:
    assert invited([FOUR], f"{HERE}#secret")[1] == ("http://192.168.1.5:8099/m/abc",)


@pytest.mark.parametrize(
    "link",
    ["", "javascript:alert(1)", "http://evil.example/m/a", "http://[::1", "http://127.0.0.1:0/"],
)
def test_only_pages_of_the_server_can_be_invited_to(link: str) -> None:
    with pytest.raises(LinkRefused, match="expected a link to a page at"):
        invite(link, "127.0.0.1:0", is_lan=True, addresses=[FOUR])


def test_a_site_is_found_where_it_is() -> None:
    link = "https://games.example.org/nmbr9/m/abc"
    assert invite(link, "games.example.org", is_lan=False) == ("site", (link,))
    assert page_link(FOUR, 8099, "/nmbr9/") == "http://192.168.1.5:8099/nmbr9/"


def test_the_addresses_of_this_machine_are_found_also_without_a_router(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = {str(address) for address in local_network.lan_addresses()}
    monkeypatch.setattr(local_network, "ELSEWHERE", ())
    assert {str(address) for address in local_network.lan_addresses()} == usual
    assert not any(local_network.is_loopback(address) for address in usual)


def test_nothing_listens_beyond_loopback_unless_asked() -> None:
    with listening(Settings(port=0)) as door:
        assert door.getsockname()[0] == "127.0.0.1"
    with listening(Settings(host=local_network.ANY_HOST, port=0, is_lan=True)) as door:
        assert door.getsockname()[0] == local_network.ANY_HOST
        if door.family == socket.AF_INET6:
            assert door.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY) == 0


@pytest.mark.skipif(local_network.ANY_HOST != "::", reason="this machine has no IPv6")
def test_a_taken_port_of_every_address_is_told() -> None:
    with socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=rf"got \[::\]:{port}: "):
            listening(Settings(host=local_network.ANY_HOST, port=port, is_lan=True))


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("home")
    database = f"sqlite:///{folder / 'games.sqlite3'}"
    with serving(database, folder, NMBR9_LAN="1", NMBR9_HOSTS="localhost,desk") as server:
        yield server


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "[", "desk.evil.example", ""])
def test_a_wrong_host_is_refused(at_home: Server, host: str) -> None:
    for path in ("/", "/api/me", "/healthz"):
        answer = httpx.get(at_home.address + path, headers={"Host": host})
        assert (answer.status_code, answer.json()["code"]) == (421, "request/host")


def test_a_socket_under_a_wrong_host_is_refused(at_home: Server) -> None:
    run(_connect(at_home, "desk"))
    with pytest.raises(websockets.InvalidStatus):
        run(_connect(at_home, "evil.example"))


async def _connect(server: Server, name: str) -> None:
    """Ask for a socket under another name than the one that leads there."""
    url = f"ws://{name}/ws"
    async with websockets.connect(url, host="127.0.0.1", port=server.port):
        pass


@pytest.mark.parametrize("host", ["desk:8099", "DESK", "10.1.2.3:8099", "[fd00::7]:8099"])
def test_every_address_is_welcome_with_cookie_and_origin_of_its_own(
    at_home: Server, host: str
) -> None:
    """The machine may have got another address since it was started."""
    headers = {"Host": host, "Origin": f"http://{host}"}
    answer = httpx.post(f"{at_home.address}/api/players", json={"name": "Ada"}, headers=headers)
    assert answer.status_code == 201
    cookie = answer.headers["set-cookie"]
    assert "domain" not in cookie.lower()
    assert "secure" not in cookie.lower()
    sent = {"Host": host, "Cookie": cookie.split(";")[0]}
    assert httpx.get(f"{at_home.address}/api/me", headers=sent).json()["name"] == "Ada"
    for origin in ("http://evil.example", "http://10.1.2.4:8099", "null"):
        answer = httpx.post(
            f"{at_home.address}/api/players",
            json={"name": "Eve"},
            headers={**headers, "Origin": origin},
        )
        assert (answer.status_code, answer.json()["code"]) == (403, "request/origin")


def test_an_invitation_has_addresses_and_pictures_of_them(at_home: Server) -> None:
    def asked(host: str, link: str) -> httpx.Response:
        address = f"{at_home.address}/api/invitation"
        return httpx.get(address, params={"link": link}, headers={"Host": host})

    told = asked("10.1.2.3:8099", "http://10.1.2.3:8099/m/abc").json()
    assert told["reach"] == "lan"
    assert told["links"][0]["link"] == "http://10.1.2.3:8099/m/abc"
    assert told["links"][0]["picture"].startswith("data:image/svg+xml")
    wrong = asked("desk", "http://evil.example/")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "request/malformed")


def test_a_server_of_this_machine_only_says_so(server: Server) -> None:
    told = httpx.get(f"{server.address}/api/invitation", params={"link": server.address}).json()
    assert told == {"reach": "loopback", "links": []}
