"""WebKit with its MiniBrowser, which WebKitWebDriver begins: WebDriver, questions over HTTP.

It needs a screen, and Xvfb is one that nobody has to have.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.nginx import free_port
from tests.web.windows.actions import clicked, pressed
from tests.web.windows.window import SECONDS, Window, WindowError


@contextmanager
def screen() -> Iterator[str]:
    """A screen that nobody sees; the name is what DISPLAY wants."""
    reading, writing = os.pipe()
    size = ("-screen", "0", "1400x1000x24", "-nolisten", "tcp")
    command = ["Xvfb", "-displayfd", str(writing), *size]
    process = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        process.terminate()
        process.wait(SECONDS)


class WebKitWindow(Window):
    """A browser with a screen of its own. What stands in its console is not told."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        folder.mkdir()
        port = free_port()
        with ExitStack() as ending:
            display = ending.enter_context(screen())
            driver = subprocess.Popen(
                ["WebKitWebDriver", f"--port={port}"],
                env={**os.environ, "DISPLAY": display, "HOME": str(folder)},
                stderr=subprocess.DEVNULL,
            )
            ending.callback(driver.wait, SECONDS)
            ending.callback(driver.terminate)
            address = f"http://127.0.0.1:{port}"
            self._line = ending.enter_context(httpx.Client(base_url=address, timeout=SECONDS))
            self._session = ""
            self._session = f"/session/{self._begun()['sessionId']}"
            ending.callback(lambda: self._line.delete(self._session))
            self._ask("/timeouts", script=SECONDS * 1000)
            self._ask("/window/rect", x=0, y=0, width=1280, height=960)
            self._ending = ending.pop_all()

    def _begun(self) -> Any:
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                return self._ask("/session", capabilities={"alwaysMatch": {}})
            except httpx.ConnectError:
                assert time.monotonic() < deadline
                time.sleep(0.05)

    def _ask(self, path: str, **given: Any) -> Any:
        answer = self._line.post(self._session + path, json=given)
        value = answer.json()["value"]
        if answer.status_code != 200:
            raise WindowError(f"{path}: {value['error']}: {value['message']}")
        return value

    def go(self, address: str) -> None:
        self._ask("/url", url=address)

    def reload(self) -> None:
        self._ask("/refresh")

    def press(self, *keys: str) -> None:
        self._ask("/actions", actions=pressed(keys))

    def close(self) -> None:
        self._ending.close()

    def _click(self, x: float, y: float) -> None:
        self._ask("/actions", actions=clicked(x, y))

    def _value(self, expression: str) -> Any:
        script = f"""const told = arguments[arguments.length - 1];
          {expression}.then((value) => told([value]), (error) => told([null, String(error)]));"""
        value, *failed = self._ask("/execute/async", script=script, args=[])
        if failed:
            raise WindowError(failed[0])
        return value
