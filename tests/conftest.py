"""How hard the property tests try."""

import os

from hypothesis import settings

# No deadline: the time of one example depends on what else the machine does. In CI the examples are
# the same on each run, so that a failure is the change's fault and not the dice's.
settings.register_profile("nmbr9", deadline=None, derandomize="CI" in os.environ)
settings.register_profile("long", parent=settings.get_profile("nmbr9"), max_examples=5_000)
settings.load_profile("nmbr9")
