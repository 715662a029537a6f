"""Keys and mouse as WebDriver wants to be told of them, the old one and the new."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

KEYS = {"Tab": "\ue004", "Enter": "\ue007", "ArrowLeft": "\ue012", "ArrowRight": "\ue014"}


def pressed(keys: Iterable[str]) -> list[dict[str, Any]]:
    values = [KEYS.get(key, key) for key in keys]
    steps = [{"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")]
    return [{"type": "key", "id": "keyboard", "actions": steps}]


def clicked(x: float, y: float) -> list[dict[str, Any]]:
    steps = [
        {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [
        {
            "type": "pointer",
            "id": "mouse",
            "parameters": {"pointerType": "mouse"},
            "actions": steps,
        }
    ]
