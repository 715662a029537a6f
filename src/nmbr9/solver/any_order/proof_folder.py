"""Where a proof keeps what is done, so that it can go on after any interruption."""

from __future__ import annotations

import json
from pathlib import Path

from nmbr9 import folders
from nmbr9.kernel import cache_folder
from nmbr9.rules.errors import RecordError
from nmbr9.rules.game import Game
from nmbr9.solver.any_order.checkpoints import Checkpoints
from nmbr9.solver.ladder import most_points
from nmbr9.solver.solution import Solution
from nmbr9.whole_files import write_whole

BEST = "best.json"
SEARCHED = "searched"


def usual_folder(cards: tuple[int, ...]) -> Path:
    """Return where proofs about a bag are kept unless somebody says where."""
    return folders.cache_folder() / "proofs" / "".join(map(str, sorted(cards)))


class ProofFolder:
    """The best display so far and the states of each level, for exactly these sources.

    Raises: OSError, if nothing can be written there.
    """

    def __init__(self, folder: Path, cards: tuple[int, ...]) -> None:
        # Another version of the search starts anew: its states may mean something else.
        version = cache_folder.fingerprint(Path(__file__).parents[1])
        self._folder = folder / version
        self._cards = tuple(sorted(cards))
        self._folder.mkdir(parents=True, exist_ok=True)

    def best(self) -> Solution | None:
        """Return the best display of an earlier run, or None."""
        try:
            record = json.loads((self._folder / BEST).read_text("utf-8"))
            pieces = Game.from_record(record).players[0].display.pieces
        except (OSError, ValueError, RecordError):
            return None
        return Solution(pieces, most_points(sorted(self._cards)))

    def remember(self, best: Solution) -> None:
        """Keep a display, unless a better one is kept."""
        known = self.best()
        if known is not None and known.score >= best.score:
            return
        write_whole(self._folder / BEST, json.dumps(best.game.to_record()).encode())

    @property
    def is_searched(self) -> bool:
        """Whether a quick search went to its end: without one a proof has too much to do."""
        return (self._folder / SEARCHED).exists()

    def mark_searched(self) -> None:
        """Keep that a quick search went to its end."""
        write_whole(self._folder / SEARCHED, b"")

    def checkpoints(self, target: int) -> Checkpoints:
        """Return the states of the search for more points than a target."""
        return Checkpoints(self._folder / f"more-than-{target}")
