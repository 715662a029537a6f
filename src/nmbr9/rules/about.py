"""Facts about a game that decide nothing in it: when, from which seed, what somebody noted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from nmbr9.rules.errors import OptionsError, shown


@dataclass(frozen=True, slots=True)
class About:
    """The optional facts of a record (section 9); None for what is not known.

    >>> About(seed=7).to_dict()
    {'seed': 7}
    """

    date: str | None = None
    """When it was played, as in 2026-11-17T09:30:00Z."""
    seed: int | None = None
    """What `Game.new` makes the same game from, with the same options."""
    comment: str | None = None

    def __post_init__(self) -> None:
        """Refuse what a record could not say.

        Raises: OptionsError.
        """
        if self.date is not None and not _is_date(self.date):
            raise OptionsError(
                f"expected a date such as 2026-11-17T09:30:00Z, got {shown(self.date)}"
            )
        if self.seed is not None and not _is_whole(self.seed):
            raise OptionsError(f"expected a whole number as the seed, got {shown(self.seed)}")
        if self.comment is not None and not is_text(self.comment):
            raise OptionsError(f"expected text as the comment, got {shown(self.comment)}")

    def to_dict(self) -> dict[str, Any]:
        """Return the facts that are known, as in a record."""
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in told.items() if value is not None}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> About:
        """Return the facts that a record tells; a key that is there has a value.

        Raises: OptionsError.
        """
        told = {name: data[name] for name in KEYS if name in data}
        for name, value in told.items():
            if value is None:
                raise OptionsError(f"expected a {name} or none at all, got None")
        return cls(**told)


KEYS = tuple(field.name for field in fields(About))


def is_text(value: object) -> bool:
    """Whether something is text that UTF-8 can write; half a surrogate pair from JSON cannot."""
    try:
        str(value).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return isinstance(value, str)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_date(value: object) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False
