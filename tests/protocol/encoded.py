"""Views as they arrive at a client."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from nmbr9.match.match import Match
from nmbr9.protocol.frames import PLAIN_JSON
from nmbr9.protocol.view_cache import ViewCache
from nmbr9.protocol.view_frames import everything


def new_views() -> ViewCache:
    return ViewCache(PLAIN_JSON.write)


def seen(
    views: ViewCache, match: Match, viewer: int | None, names: Mapping[str, str]
) -> dict[str, Any]:
    """What a viewer is sent who knows nothing."""
    return decoded(everything(views.parts(match, viewer, names)))


def decoded(encoded: Mapping[str, str]) -> dict[str, Any]:
    return {name: json.loads(part) for name, part in encoded.items()}


def plain(view: Mapping[str, Any]) -> Any:
    """A view as it arrives: JSON has no tuples."""
    return json.loads(json.dumps(view))
