"""Saved games of the terminal: a folder with one record per game, written after every action."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from nmbr9.folders import data_folder
from nmbr9.rules.errors import Nmbr9Error
from nmbr9.rules.game import Game
from nmbr9.rules.notation import loads_any
from nmbr9.rules.record import dumps
from nmbr9.whole_files import write_whole


def games_folder() -> Path:
    """Return the folder of saved games; it need not be there yet."""
    return data_folder() / "games"


def new_save(now: datetime) -> Path:
    """Return a file name for a new game that no other game has."""
    folder = games_folder()
    stem = now.strftime("%Y-%m-%d-%H%M%S")
    path = folder / f"{stem}.json"
    count = 1
    while path.exists():
        count += 1
        path = folder / f"{stem}-{count}.json"
    return path


def unfinished_save() -> Path | None:
    """Return the newest saved game that is not over; files that are no records are passed by."""
    saves = sorted(games_folder().glob("*.json"), reverse=True)
    for path in saves:
        game = loaded(path)
        if game is not None and not game.is_over:
            return path
    return None


def save(path: Path, game: Game) -> None:
    """Write a game to its file, whole or not at all."""
    if path.parent == games_folder():
        path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, dumps(game))


def best_before(path: Path, game: Game) -> int | None:
    """Return the best score alone with the same options among the other saved games (2.13)."""
    scores = [
        other.scores[0]
        for each in games_folder().glob("*.json")
        if each != path and (other := loaded(each)) and other.is_over
        if other.options == game.options and other.has_own_shapes == game.has_own_shapes
    ]
    return max(scores, default=None)


def loaded(path: Path) -> Game | None:
    """Return a saved game, or None for a file that is no record."""
    try:
        return loads_any(path.read_bytes())
    except (Nmbr9Error, OSError):
        return None
