"""Firefox, which speaks WebDriver BiDi by itself: frames of JSON over a WebSocket."""

from __future__ import annotations

import json
import re
import subprocess
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests.web.windows.actions import clicked, pressed
from tests.web.windows.window import SECONDS, Window, WindowError

SETTINGS = {
    # What it asks of its makers goes nowhere; this machine is reached without a proxy.
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "intl.accept_languages": "en-GB",
    "ui.prefersReducedMotion": 1,
}


SIZE = {"width": 1280, "height": 900}


def listening(log: Path) -> str:
    """The address at which a browser listens that was begun just now."""
    deadline = time.monotonic() + SECONDS
    while not (found := re.search(r"BiDi listening on (ws://\S+)", log.read_text("utf-8"))):
        assert time.monotonic() < deadline, log.read_text("utf-8")
        time.sleep(0.05)
    return found[1]


class FirefoxWindow(Window):
    """A process with a profile of its own."""

    def __init__(self, program: str, folder: Path) -> None:
        super().__init__()
        folder.mkdir()
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in SETTINGS.items()
        ]
        (folder / "user.js").write_text("".join(lines), "utf-8")
        self._numbers = count(1)
        command = (program, "--headless", "--no-remote", "--remote-debugging-port", "0")
        with ExitStack() as ending:
            log = ending.enter_context((folder / "log").open("w"))
            process = subprocess.Popen([*command, "--profile", str(folder)], stderr=log)
            ending.callback(process.wait, SECONDS)
            ending.callback(process.terminate)
            address = f"{listening(folder / 'log')}/session"
            self._line = ending.enter_context(connect(address, max_size=None))
            self._ask("session.new", capabilities={})
            self._ask("session.subscribe", events=["log.entryAdded"])
            [page] = self._ask("browsingContext.getTree")["contexts"]
            self._context = page["context"]
            self._ask("browsingContext.setViewport", context=self._context, viewport=SIZE)
            self._ending = ending.pop_all()

    def _ask(self, method: str, **given: Any) -> Any:
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": given}))
        while True:
            told = json.loads(self._line.recv(timeout=SECONDS))
            if told.get("method") == "log.entryAdded":
                self._note(told["params"])
            if told.get("id") == number:
                break
        if told["type"] == "error":
            raise WindowError(f"{method}: {told['error']}: {told['message']}")
        return told["result"]

    def _note(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("error", "warn"):
            self.problems.append(f"{entry['type']}: {entry['text']}")

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def reload(self) -> None:
        self._ask("browsingContext.reload", context=self._context, wait="complete")

    def press(self, *keys: str) -> None:
        self._ask("input.performActions", context=self._context, actions=pressed(keys))

    def close(self) -> None:
        self._ending.close()

    def _click(self, x: float, y: float) -> None:
        self._ask("input.performActions", context=self._context, actions=clicked(x, y))

    def _value(self, expression: str) -> Any:
        told = self._ask(
            "script.evaluate",
            expression=expression,
            target={"context": self._context},
            awaitPromise=True,
        )
        if told["type"] == "exception":
            raise WindowError(told["exceptionDetails"]["text"])
        return told["result"].get("value")
