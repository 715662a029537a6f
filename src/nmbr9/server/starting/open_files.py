"""How many files a server may have open: each connection is one."""

from __future__ import annotations

import logging
from contextlib import suppress

LOG = logging.getLogger(__name__)


def raise_file_limit() -> None:
    """Allow as many as the system lets this program have, and say how many that is."""
    with suppress(ImportError):  # Windows has no such limit.
        import resource

        before, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(OSError, ValueError):  # Some systems promise more than they give.
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        LOG.info("files and connections: at most %s, %s before", now, before)
