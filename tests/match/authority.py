"""Who may command what, and when: written down once more, apart from the code that decides."""

from __future__ import annotations

from typing import NamedTuple

SEATS = (0, 1, 2)
"""Of the matches that are tried: 0 is the host's."""


class Standing(NamedTuple):
    """How far a match is, and what is special about its seats."""

    name: str
    is_started: bool = False
    is_over: bool = False
    open: frozenset[int] = frozenset()
    """Seats that nobody has."""
    done: frozenset[int] = frozenset()
    """Seats whose turn of the running round is over."""
    away: frozenset[int] = frozenset()
    """People who left."""
    bots: frozenset[int] = frozenset()
    """Seats where a bot plays for a person."""

    @property
    def is_running(self) -> bool:
        return self.is_started and not self.is_over


class Order(NamedTuple):
    """A command with the seat that it is about, if any."""

    do: str
    seat: int | None = None


ORDERS = [
    Order("start"),
    Order("leave"),
    Order("return"),
    Order("rematch"),
    Order("change-options"),
    *(Order(do, seat) for do in ("seat-bot", "open-seat", "prompt", "hand-over") for seat in SEATS),
]

WAITING = Standing("waiting", open=frozenset({2}))
FULL = Standing("full")
RUNNING = Standing("running", is_started=True, done=frozenset({1}))
DESERTED = Standing(
    "deserted",
    is_started=True,
    done=frozenset({2}),  # Its bot was quick.
    away=frozenset({1}),
    bots=frozenset({2}),
)
OVER = Standing("over", is_started=True, is_over=True)
STANDINGS = [WAITING, FULL, RUNNING, DESERTED, OVER]


LOSSES = ["left open", "given to a bot", "given to another person"]
"""What becomes of a seat whose occupant was sent away; of them, nothing is allowed any more."""


def is_allowed(standing: Standing, sender: int | None, order: Order) -> bool:
    """Whether a sender may give an order; None only looks on, and so does a stranger."""
    if sender is None or sender in standing.open:
        return False
    is_host, seat = sender == 0, order.seat
    match order.do:
        case "start":
            return is_host and not standing.is_started and not standing.open
        case "change-options":
            return is_host and not standing.is_started
        case "seat-bot":
            return is_host and not standing.is_started and seat in standing.open
        case "open-seat":
            return is_host and not standing.is_started and seat not in standing.open
        case "prompt":
            # 2.12: whoever has placed, to whoever has not.
            return standing.is_running and sender in standing.done and seat not in standing.done
        case "hand-over":
            is_own, is_deserted = seat == sender, is_host and seat in standing.away
            return standing.is_running and seat not in standing.bots and (is_own or is_deserted)
        case "leave":
            return True
        case "return":
            return sender in standing.away or sender in standing.bots
        case "rematch":
            return is_host and standing.is_over
    raise AssertionError(order)
