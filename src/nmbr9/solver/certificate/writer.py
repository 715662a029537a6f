"""What a proof leaves behind, for others to check: a file of arrays.

``about`` is JSON: format, cards, target, bound, the record of the best display, and for each number
of levels the counts of states from the top down. ``place`` and ``lies_on`` are the relations
between small bags. ``states-7-4`` and ``scores-7-4`` are the states of level 4 of displays with
seven levels; the highest level is not there, because it is easily listed.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from nmbr9.solver.any_order.checkpoints import Checkpoints
from nmbr9.solver.any_order.free_order import FreeOrder, Proof
from nmbr9.whole_files import write_whole

FORMAT = "nmbr9-proof/1"


def write_certificate(path: Path, order: FreeOrder, proof: Proof, checkpoints: Checkpoints) -> None:
    """Write the certificate of a finished proof whose states are in checkpoints.

    Raises: OSError.
    """
    about: dict[str, Any] = {
        "format": FORMAT,
        "cards": list(order.cards),
        "target": proof.target,
        "bound": proof.best.bound,
        "record": proof.best.game.to_record(),
        "levels": {str(descent.levels): descent.counts for descent in proof.descents},
    }
    arrays: dict[str, Any] = {
        "about": np.frombuffer(json.dumps(about).encode(), np.uint8),
        "place": order.setting.relations.place.astype(np.int32),
        "lies_on": order.setting.relations.lies_on.astype(np.int8),
    }
    for descent in proof.descents:
        for index in range(1, len(descent.counts)):
            level = descent.levels - 1 - index
            stored = checkpoints.load(f"{descent.levels}-levels-{level}")
            assert stored is not None, "a finished proof has all its states"
            arrays[f"states-{descent.levels}-{level}"] = stored["states"]
            arrays[f"scores-{descent.levels}-{level}"] = stored["scores"].astype(np.int16)
    content = io.BytesIO()
    np.savez_compressed(content, allow_pickle=False, **arrays)
    write_whole(path, content.getvalue())
