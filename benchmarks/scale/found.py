"""What was measured last, for whoever calculates with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from benchmarks.scale.model import Units

FILE = Path(__file__).with_name("units.json")


def found() -> dict[str, Units]:
    """Return what one of each costs, by the kind of database."""
    return {name: Units(**units) for name, units in json.loads(FILE.read_text()).items()}


def keep(units: Mapping[str, Units]) -> None:
    """Write down what was measured."""
    told = {name: units[name]._asdict() for name in ("sqlite", "postgresql") if name in units}
    FILE.write_text(json.dumps(told, indent=2) + "\n")
