"""A Dask cluster of two workers on this machine, as a program: it prints its address and stays
until its input ends. Tests start it as a process of its own, for Dask warns about much.
"""

from __future__ import annotations

import sys
from importlib import import_module


def main() -> None:
    distributed = import_module("distributed")
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        worker_dashboard_address=None,
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
