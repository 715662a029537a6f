"""Frames with parts of views: everything, or what changed since the last one."""

from __future__ import annotations

from collections.abc import Mapping

from nmbr9.match.views import stayed
from nmbr9.protocol.view_cache import EncodedPart


def everything(parts: Mapping[str, EncodedPart]) -> dict[str, str]:
    """Return all parts, as somebody is sent them who knows nothing."""
    return {name: _whole(part) for name, part in parts.items()}


def changes(before: Mapping[str, EncodedPart], after: Mapping[str, EncodedPart]) -> dict[str, str]:
    """Return the parts to send to somebody who has `before`; null for a part that is gone.

    Of a display only what follows the pieces that stayed is sent: `keep` says how many did.
    """
    changed = {name: "null" for name in before if name not in after}
    for name, part in after.items():
        known = before.get(name)
        if known is part or known == part:
            continue
        if isinstance(known, tuple) and isinstance(part, tuple):
            keep = stayed(known, part)
            changed[name] = f'{{"keep":{keep},"pieces":[{",".join(part[keep:])}]}}'
        else:
            changed[name] = _whole(part)
    return changed


def _whole(part: EncodedPart) -> str:
    return part if isinstance(part, str) else f'{{"pieces":[{",".join(part)}]}}'


def frame(type: str, n: int, parts: Mapping[str, str]) -> str:
    """Return a frame with parts as text."""
    listed = ",".join([f'"{name}":{part}' for name, part in parts.items()])
    return f'{{"type":"{type}","n":{n},"parts":{{{listed}}}}}'
