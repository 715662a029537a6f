"""Programs that play badly in every way a bot can: `python bad_bots.py HOW`.

They use nothing of ours, as a stranger's would. `good` and `slow-start` do what they should.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from typing import Any

FORKED = 5


def legal_action(asked: dict[str, Any]) -> dict[str, Any]:
    """The first of the legal actions; of placements the highest."""
    offer = dict(asked["legal"][0])
    if "at" in offer:
        rotation, x, y, level = max(offer.pop("at"), key=lambda spot: int(spot[3]))
        offer |= {"rotation": rotation, "x": x, "y": y, "level": level}
    return offer


def tell(data: object) -> None:
    sys.stdout.write(json.dumps(data) + "\n")
    sys.stdout.flush()


def fork_sleepers(count: int) -> None:
    """Children in sessions of their own, which hold all streams open."""
    for _ in range(count):
        if os.fork() == 0:
            os.setsid()
            time.sleep(3600)
            os._exit(0)


def answer(how: str, asked: dict[str, Any]) -> None:
    action = legal_action(asked)
    match how:
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "crashing":
            raise ZeroDivisionError("no idea")
        case "silent":
            time.sleep(3600)
        case "babbling":
            while True:
                sys.stdout.write("blah " * 1000)
        case "rambling":
            tell("thinking about it")
        case "talkative":
            tell({"type": "action", "id": asked["id"], "action": action})
        case "slow":
            time.sleep(asked["seconds"] + 60)
        case "forking":
            fork_sleepers(FORKED)
        case "multiplying":
            fork_sleepers(60)
            time.sleep(3600)
        case "greedy-for-memory":
            print(len(bytearray(4 << 30)), file=sys.stderr)
        case "cheating":
            action = {**action, "do": "place", "number": 9, "flipped": False, "tokens": []}
            action |= {"rotation": 0, "x": 50, "y": 50, "level": 7}
        case "cheating-for-others":
            action = {**action, "player": action["player"] + 1}
        case "deaf":
            sys.stdin.close()
            time.sleep(3600)
        case "spying":
            secrets = [name for name in os.environ if name.startswith(("NMBR9_", "PG"))]
            if secrets or "deck" in json.dumps(asked):
                raise ValueError(f"seen: {secrets}")
    tell({"type": "action", "id": asked["id"], "action": action})


def main(how: str) -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["type"] == "choose":
            answer(how, asked)
        elif how == "mute":
            time.sleep(3600)
        elif how == "newer":
            tell({"type": "hello", "protocol": 2, "name": how, "version": 1})
        elif how == "nameless":
            tell({"type": "hello", "protocol": 1, "name": "\u202e", "version": 1})
        else:
            tell({"type": "hello", "protocol": 1, "name": how, "version": 1})
    if how == "lingering":
        time.sleep(3600)


if __name__ == "__main__":
    main(sys.argv[1])
