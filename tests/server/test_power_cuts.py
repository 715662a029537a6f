"""The power fails again and again while people play, on a disk that keeps what was synced only."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.server.serving import UNLIMITED, serving
from tests.server.test_faults import check_survival
from tests.storage.forgetful import ForgetfulDisk

CUTS = 20


@pytest.mark.long
def test_power_cuts_lose_nothing(tmp_path: Path) -> None:
    disk = ForgetfulDisk(tmp_path)

    def blow(random: Random) -> None:
        server.kill()
        disk.forget(random)
        server.start()

    settings = {**UNLIMITED, **disk.environment}
    with serving(f"sqlite:///{disk.folder / 'games.sqlite3'}", tmp_path, **settings) as server:
        check_survival(server, blow, CUTS, seconds=30)
    print(f"{CUTS} power cuts, {disk.forgotten} sectors were forgotten")
    assert disk.forgotten > CUTS
