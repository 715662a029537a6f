"""Parts of views as JSON, encoded once for everybody who sees them, and frames made of them."""

from __future__ import annotations

from collections.abc import Mapping

import orjson

from nmbr9.match.lookout import Lookout
from nmbr9.match.views import Part, stayed

Told = str | tuple[str, ...]
"""A part as JSON; a display as its pieces, because only new ones are sent."""


Telling = Lookout[str, tuple[str, ...]]
"""Makes the views of a match in this form: small, and quick to compare and to send."""


def lookout() -> Telling:
    """Return what shows a match."""
    return Lookout(_json, lambda pieces: pieces)


def everything(parts: Mapping[str, Told]) -> dict[str, str]:
    """Return all parts, as somebody is sent them who knows nothing."""
    return {name: _whole(part) for name, part in parts.items()}


def changes(before: Mapping[str, Told], after: Mapping[str, Told]) -> dict[str, str]:
    """Return the parts to send to somebody who has `before`; null for a part that is gone.

    Of a display only what follows the pieces that stayed is sent: `keep` says how many did.
    """
    changed = {name: "null" for name in before if name not in after}
    for name, part in after.items():
        known = before.get(name)
        if known is part or known == part:
            continue
        if isinstance(known, tuple) and isinstance(part, tuple):
            changed[name] = _tail(known, part)
        else:
            changed[name] = _whole(part)
    return changed


def frame(type: str, n: int, parts: Mapping[str, str]) -> str:
    """Return a frame with parts as text."""
    listed = ",".join([f'"{name}":{part}' for name, part in parts.items()])
    return f'{{"type":"{type}","n":{n},"parts":{{{listed}}}}}'


def _json(value: Part) -> str:
    # Not the bytes themselves: they keep the large buffer that they were written in.
    return orjson.dumps(value).decode()


def _whole(part: Told) -> str:
    return part if isinstance(part, str) else f'{{"pieces":[{",".join(part)}]}}'


def _tail(before: tuple[str, ...], after: tuple[str, ...]) -> str:
    keep = stayed(before, after)
    return f'{{"keep":{keep},"pieces":[{",".join(after[keep:])}]}}'
