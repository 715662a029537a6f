"""The worker in which bots think and games are analysed, so that the page never waits for them.

It has what the other worker has, and the kernel, the judge and the weights besides.
"""

from nmbr9.bots.planner import Planner
from nmbr9.host.analysing import Analyses
from nmbr9.host.calls import carried_out
from nmbr9.solver.analysis.analyst import Analyst

__all__ = ["Analyses", "Analyst", "Planner", "carried_out"]
