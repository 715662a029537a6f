"""What is stored and cannot be read: passed by, so that everything else is there all the same."""

from __future__ import annotations

import logging

LOG = logging.getLogger(__name__)


class Damage:
    """What was found of it since the program began."""

    def __init__(self) -> None:
        self.count = 0

    def note(self, what: str, error: Exception) -> None:
        """Say in one line what cannot be read, and count it."""
        self.count += 1
        LOG.warning("%s is damaged: %s", what, error)


DAMAGE = Damage()
