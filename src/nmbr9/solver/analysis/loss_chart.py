"""The losses of a game as a picture: a bar for each decision, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from nmbr9.solver.analysis.findings import Decision

BAR, GAP, HEIGHT, MARGIN = 22, 8, 180, 34
FEW_POINTS = 5.0
"""The scale reaches at least so far."""


def loss_chart(moves: Sequence[Decision], title: str) -> str:
    """Return an SVG with the loss of each decision, in points; works without colour."""
    top = max([FEW_POINTS, *(move.verdict.high for move in moves)])
    width = 2 * MARGIN + len(moves) * (BAR + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT + 2 * MARGIN}" '
        f'viewBox="0 0 {width} {HEIGHT + 2 * MARGIN}" role="img" font-family="sans-serif" '
        f'font-size="12"><title>{escape(title)}</title>',
        f'<rect width="{width}" height="{HEIGHT + 2 * MARGIN}" fill="#ffffff"/>',
        f'<text x="{MARGIN}" y="18" fill="#222222">{escape(title)}</text>',
    ]
    floor = MARGIN + HEIGHT
    for step in _marks(top):
        y = floor - HEIGHT * step / top
        parts.append(
            f'<line x1="{MARGIN}" x2="{width - MARGIN}" y1="{y:.1f}" y2="{y:.1f}" '
            f'stroke="#dddddd"/><text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end" '
            f'fill="#555555">{step:g}</text>'
        )
    for place, move in enumerate(moves):
        parts += _bar(move, MARGIN + GAP / 2 + place * (BAR + GAP), floor, HEIGHT / top)
    return "\n".join([*parts, "</svg>", ""])


def _marks(top: float) -> list[float]:
    step = next(size for size in (1, 2, 5, 10, 20, 50) if top / size <= 6 or size == 50)
    return [float(mark) for mark in range(0, int(top) + 1, step)]


def _bar(move: Decision, x: float, floor: float, scale: float) -> list[str]:
    verdict = move.verdict
    high, low = floor - scale * verdict.high, floor - scale * verdict.low
    middle = x + BAR / 2
    told = f"round {move.round_number}: {move.action} loses {verdict.loss:.1f}"
    if verdict.loss > 0:
        told += f", better {verdict.best[0].action}"
    return [
        f"<g><title>{escape(told)}</title>"
        f'<rect x="{x:.1f}" y="{floor - scale * verdict.loss:.1f}" width="{BAR}" '
        f'height="{scale * verdict.loss:.1f}" fill="#b5532a"/>'
        f'<line x1="{middle:.1f}" x2="{middle:.1f}" y1="{high:.1f}" y2="{low:.1f}" '
        'stroke="#222222"/>'
        f'<text x="{middle:.1f}" y="{floor + 16:.1f}" text-anchor="middle" fill="#222222">'
        f"{move.round_number}</text></g>"
    ]
