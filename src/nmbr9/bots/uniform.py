"""`random`: every legal action is as likely as any other."""

from __future__ import annotations

from random import Random

from nmbr9.bots.base import legal_actions
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.knowledge import View


class Uniform:
    """Plays at random; the measure of how much the others know."""

    name = "random"
    version = 1

    def choose(self, view: View, random: Random, seconds: float) -> Action:
        """Return a legal action at random."""
        return random.choice(legal_actions(view))
