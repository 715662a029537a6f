"""What it must bring to spend something that could be spent later, in points."""

from __future__ import annotations

from nmbr9.rules.options import Token

WHOLE_GAME = 20.0
"""About so many tiles are placed in a game."""

TOKEN_PRICES = {
    Token.APART: 3.0,
    Token.BLACK: 3.0,
    Token.GAP: 4.0,
    Token.MOVE: 4.0,
    Token.SINGLE: 4.0,
}
"""The price of a token at the start; it falls to nothing with the tiles still to come."""

RESERVE_PRICE = 10.0
"""Keeping a tile is seldom worth it: it is lost with the next level, and it is not placed now."""

FILLER_PRICE = 2.0
"""The price of a gap filler at the start."""

LEAST_GAIN = 0.3
"""What an optional action must bring at any time: the judgement is not exact."""


def token_price(token: Token, tiles_to_come: float) -> float:
    """Return the price of using a token with so many tiles still to be placed."""
    if token is Token.RESERVE:
        return RESERVE_PRICE
    return TOKEN_PRICES[token] * tiles_to_come / WHOLE_GAME


def filler_price(tiles_to_come: float) -> float:
    """Return the price of laying a gap filler with so many tiles still to be placed."""
    return LEAST_GAIN + FILLER_PRICE * tiles_to_come / WHOLE_GAME
