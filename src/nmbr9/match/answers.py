"""The commands of a match that were accepted: kept by every state, and copied by none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

Key = tuple[str | None, str]
"""Who sent a command, and its id: ids are a person's own."""


class Answers(Mapping[Key, int]):
    """What was answered up to one state of a match; `including` returns those of the next state.

    States share what is written down; each looks at no more than there was in its time. Only where
    two states follow the same one, because the first of them was given up, there is a copy.
    """

    __slots__ = ("_count", "_written")

    def __init__(self) -> None:
        self._written: dict[Key, tuple[int, int]] = {}
        """For each command the seat's revision afterwards, and how many were answered before."""
        self._count = 0

    def including(self, key: Key, revision: int) -> Answers:
        """Return these and one more."""
        more = Answers()
        if len(self._written) == self._count:
            more._written = self._written
        else:
            more._written = {known: self._written[known] for known in self}
        more._written[key] = revision, self._count
        more._count = self._count + 1
        return more

    def __getitem__(self, key: Key) -> int:
        revision, before = self._written[key]
        if before >= self._count:
            raise KeyError(key)
        return revision

    def __iter__(self) -> Iterator[Key]:
        for key, (_, before) in self._written.items():
            if before >= self._count:
                break
            yield key

    def __len__(self) -> int:
        return self._count
