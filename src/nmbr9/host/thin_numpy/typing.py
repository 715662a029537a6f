"""What annotations need; nobody looks at them while a program runs."""

from typing import Any


class NDArray:
    """Stands for an array of some kind."""

    def __class_getitem__(cls, kind: Any) -> Any:
        """Return itself: one array is as good as another here."""
        return cls
