"""What a server is run with, from flags and the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from typing import Any

from nmbr9.rules.errors import Nmbr9Error, shown
from nmbr9.storage.database import default_database_url


class SettingsError(Nmbr9Error, ValueError):
    """A setting that makes no sense; the message names it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that differs between one server and another."""

    database: str = field(default_factory=default_database_url)
    host: str = "127.0.0.1"
    port: int = 8099
    workers: int = 1
    takes_over: bool = False
    """Whether it may start beside a server with the same file of SQLite, which is stopped next."""
    base: str = "/"
    """The path of the start page; everything else is below it."""
    origins: tuple[str, ...] = ()
    """Addresses of pages that may connect, besides the server's own."""
    hosts: tuple[str, ...] = ()
    """Names under which the page may be asked for; none for any. Bare addresses always may."""
    is_lan: bool = False
    """Whether it listens for others on the local network, who come by the machine's addresses."""
    is_secure: bool = False
    """Whether the page is served over HTTPS, so that cookies are sent over nothing else."""
    trusts_proxy: bool = False
    """Whether X-Forwarded-For says who connects: only behind a reverse proxy that sets it."""
    bots: tuple[str, ...] = ()
    """Bots besides ours, as `bots.guests.naming` has them. Only these are ever run."""
    bot_processes: int = 1
    """How many bots may think at once in each server process."""
    analysis_seconds: float = 8.0
    """Processor time for the best that the cards of a game allowed; the rest takes some 5 s."""
    metrics_token: str = ""
    """What whoever reads /metrics has to say; empty lets everybody read it who can reach it."""
    heartbeat_seconds: float = 15.0
    frames_per_second: float = 20.0
    """What a socket may send on average; four times as much at once."""
    sockets_per_address: int = 100
    connections_per_address: int = 300
    """Connections over HTTP, most of them idle; a browser has six."""
    quotas: float = 1.0
    """How many times the usual of what anybody may ask for there is; 0 for no limit."""
    crowds: tuple[str, ...] = ()
    """Addresses and networks behind which many people are: there each is counted alone."""
    newcomers_per_address: int = 5
    """How many players of an address who are younger than a deck are ranked with it; 0 for all."""
    requests_per_second: float = 20.0
    """What an address may ask over HTTP on average; five times as much at once."""
    waiting_days: float = 1.0
    """How long a match that does not start is kept after somebody had it open; 0 for ever."""
    guest_days: float = 7.0
    """How long a player is kept who has no game; 0 for ever."""

    def __post_init__(self) -> None:
        for name in ("workers", "bot_processes", "sockets_per_address", "connections_per_address"):
            if getattr(self, name) < 1:
                raise SettingsError(f"expected {name} of at least 1, got {getattr(self, name)}")
        if not 0 <= self.port <= 65_535:
            raise SettingsError(f"expected a port of 0 to 65535, got {self.port}")
        if not re.fullmatch(r"/([\w.~-]+/)*", self.base, re.ASCII):
            raise SettingsError(f"expected a base such as /nmbr9/, got {shown(self.base)}")
        for name in ("waiting_days", "guest_days"):
            # Less would remove what is open: that is noted once an hour.
            if not (getattr(self, name) == 0 or getattr(self, name) >= 1):
                raise SettingsError(
                    f"expected {name} of at least 1, or 0 for ever, got {getattr(self, name):g}"
                )
        if self.newcomers_per_address < 0:
            raise SettingsError(
                f"expected newcomers_per_address of at least 0, got {self.newcomers_per_address}"
            )
        if self.quotas < 0:
            raise SettingsError(f"expected quotas of at least 0, got {self.quotas:g}")
        for crowd in self.crowds:
            try:
                ip_network(crowd, strict=False)
            except ValueError:
                raise SettingsError(
                    f"expected crowds such as 192.0.2.7 or 2001:db8::/48, got {shown(crowd)}"
                ) from None
        for origin in self.origins:
            if not origin.startswith(("http://", "https://")) or origin.count("/") != 2:
                raise SettingsError(
                    f"expected an origin such as https://example.org, got {shown(origin)}"
                )


PREFIX = "NMBR9_"


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of variables such as NMBR9_DATABASE and NMBR9_BOT_PROCESSES.

    Raises: SettingsError.
    """
    values: dict[str, Any] = {}
    usual = Settings()
    for setting in fields(Settings):
        variable = variable_of(setting.name)
        if variable in environment:
            default = getattr(usual, setting.name)
            values[setting.name] = _parsed(variable, environment[variable], default)
    return Settings(**values)


def to_environment(settings: Settings) -> dict[str, str]:
    """Return the variables that `from_environment` reads the same settings from."""
    variables = {}
    for setting in fields(Settings):
        value = getattr(settings, setting.name)
        text = ",".join(value) if isinstance(value, tuple) else str(value)
        variables[variable_of(setting.name)] = text
    return variables


def variable_of(name: str) -> str:
    """Return the variable of a setting.

    >>> variable_of("is_secure"), variable_of("bot_processes")
    ('NMBR9_SECURE', 'NMBR9_BOT_PROCESSES')
    """
    return PREFIX + name.removeprefix("is_").upper()


def _parsed(variable: str, text: str, default: object) -> object:
    """Return a value of the same sort as the default."""
    if isinstance(default, bool):
        if text.lower() not in ("0", "1", "false", "true"):
            raise SettingsError(f"expected {variable} to be 0 or 1, got {shown(text)}")
        return text.lower() in ("1", "true")
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if isinstance(default, (int, float)):
        try:
            return type(default)(text)
        except ValueError:
            raise SettingsError(f"expected {variable} to be a number, got {shown(text)}") from None
    return text
