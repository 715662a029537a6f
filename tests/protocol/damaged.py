"""Frames with something wrong in them."""

from __future__ import annotations

import json
from random import Random

GOOD = [
    '{"type": "watch", "match": "abc", "token": null}',
    '{"type": "sync"}',
    '{"type": "emote", "emote": "wow"}',
    '{"type": "command", "id": "a", "do": "start"}',
    '{"type": "command", "id": "a", "do": "seat-bot", "seat": 1, "bot": "greedy"}',
    '{"type": "command", "id": "a", "do": "act", "revision": 3, "action": {"player": 0, '
    '"do": "place", "number": 8, "flipped": false, "rotation": 1, "x": 3, "y": -2, "level": 1, '
    '"tokens": []}}',
    '{"type": "command", "id": "a", "do": "rematch", "same_deck": true}',
]


def damaged(random: Random) -> str:
    """A frame with something wrong in it, or nearly."""
    text = random.choice(GOOD)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(text) + 1)
        match random.randrange(6):
            case 0:
                text = text[:at] + text[at + random.randint(1, 9) :]
            case 1:
                text = (
                    text[:at] + chr(random.choice([0, 34, 92, 123, 125, 255, 0x1F600])) + text[at:]
                )
            case 2:
                other = random.choice(GOOD)
                text = text[:at] + other[random.randrange(len(other)) :]
            case 3:
                text = text.replace(
                    "3", str(random.choice([-1, 2**70, 1e99, "null", "true", '"3"']))
                )
            case 4:
                text = text.replace('"a"', json.dumps(random.choice(["", "é", "x" * 50, [], {}])))
            case 5:
                text = text[:at] + "[" * random.choice([1, 50, 3000]) + text[at:]
    return text
