"""What becomes of something that the journal was given to write.

Less than the futures of the standard library, each of which has a lock of its own: thousands are
made in a second, and the journal answers them in batches.
"""

from __future__ import annotations

import threading

from nmbr9.storage.errors import StorageError


class Receipt:
    """Answered once, in the journal's thread; everybody may look. It cannot be taken back."""

    __slots__ = ("_answers", "error", "is_answered")

    def __init__(self, answers: threading.Condition) -> None:
        """`answers` is notified, by whoever answers, after a batch of answers."""
        self.is_answered = False
        self.error: StorageError | None = None
        """Why nothing was written; None when it was, and as long as nothing is known."""
        self._answers = answers

    def answer(self, error: StorageError | None) -> None:
        """Say that it is durable or, with an error, that it is not."""
        # In this order: who sees the one without a lock must see the other.
        self.error = error
        self.is_answered = True

    def result(self, timeout: float | None = None) -> None:
        """Return when it is durable; at once if it was answered.

        Raises: StorageError; TimeoutError.
        """
        if not self.is_answered:
            with self._answers:
                if not self._answers.wait_for(lambda: self.is_answered, timeout):
                    raise TimeoutError
        if self.error is not None:
            # Not the error itself: it would keep those who raised it, and so this receipt and a
            # whole match, in memory until somebody looks for garbage.
            raise type(self.error)(str(self.error))
