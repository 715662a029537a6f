"""Packages that are not installed with nmbr9 unless asked for, loaded when they are needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from nmbr9.rules.errors import Nmbr9Error

PACKAGE_OF = {"cluster": "distributed", "plots": "matplotlib", "postgres": "psycopg"}
"""The package that each extra of ours stands for."""


class MissingExtra(Nmbr9Error, ImportError):
    """A package that was not installed with nmbr9."""


def load_extra(extra: str) -> Any:
    """Return the package of an extra.

    Raises: MissingExtra, with the command that installs it.
    """
    try:
        return import_module(PACKAGE_OF[extra])
    except ImportError as error:
        raise MissingExtra(
            f"expected the extra {extra!r}, got none: pip install 'nmbr9[{extra}]' ({error})"
        ) from None
