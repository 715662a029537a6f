"""A study of 2,000 games with a plot: how far apart are two bots on the same decks?"""

from __future__ import annotations

import sys
from pathlib import Path

from nmbr9.bots import Study, simulate


def draw(study: Study, path: Path) -> None:
    """Draw how often each bot made how many points. Needs the extra `plots`."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    for bot in study.bots:
        scores = [row.score for row in study.rows if row.bot == bot]
        axes.hist(scores, bins=range(0, 150, 5), alpha=0.6, label=bot)
    axes.set_xlabel("points")
    axes.set_ylabel("games")
    axes.legend()
    figure.savefig(path)


def main(deals: int = 1_000, path: str = "study.png") -> Study:
    """Let two bots play each deal, so that 1,000 deals are 2,000 games."""
    study = simulate(["random", "greedy"], deals, seed=1)
    for summary in study.summaries():
        print(f"{summary.bot}: {summary.mean:.1f} points, from {summary.min} to {summary.max}")
    draw(study, Path(path))
    return study


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
