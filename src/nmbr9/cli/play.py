"""`nmbr9 play`: the game in the browser, or in the terminal."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nmbr9.cli.files import AsJson, parse_path, print_json
from nmbr9.cli.flags import (
    DEFAULT_VARIANT,
    STARTING_TILES,
    Deck,
    ModuleNames,
    Players,
    TokenNames,
    VariantName,
    as_wrong_usage,
    parse_deck,
    parse_options,
)
from nmbr9.cli.records import load_game
from nmbr9.cli.starting_tiles import StartingTiles, read_shapes

if TYPE_CHECKING:
    from nmbr9.rules.game import Game


def command(
    in_terminal: Annotated[
        bool, typer.Option("--terminal", help="Play here instead of in the browser.")
    ] = False,
    port: Annotated[
        int | None, typer.Option("--port", help="Port of the page; 0 for a free one.")
    ] = None,
    is_lan: Annotated[
        bool, typer.Option("--lan", help="Let others on the same network open the page, too.")
    ] = False,
    players: Players = 1,
    names: Annotated[str, typer.Option("--names", help="Names, with commas.")] = "",
    bots: Annotated[
        str,
        typer.Option(
            "--bots", "--bot", help="Bots to play against, with commas; nmbr9 bots lists them."
        ),
    ] = "",
    variant: VariantName = DEFAULT_VARIANT,
    modules: ModuleNames = "",
    tokens: TokenNames = "",
    starting_tiles: StartingTiles = "",
    seed: Annotated[int | None, typer.Option("--seed", help="Shuffle like this again.")] = None,
    deck: Deck = "",
    file: Annotated[
        str,
        typer.Option(
            "--file",
            help="Where the game is saved, and resumed from if it is there; or one of nmbr9 games.",
        ),
    ] = "",
    is_new: Annotated[
        bool, typer.Option("--new", help="Start a new game although one is unfinished.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Start the game on this machine and open it in the browser; without a screen, print where.

    With --lan others on the same Wi-Fi or cable can play, too: an address and a QR code tell where.

    With --terminal it is played here, and the other options say how: the last unfinished game is
    resumed unless they ask for a new one. It is saved after every action. With --json the screen
    goes to stderr and the record to stdout at the end.
    """
    asks_for_new = (
        is_new
        or seed is not None
        or bool(names or bots or modules or tokens or deck or starting_tiles)
    )
    asks_for_new = asks_for_new or players != 1 or variant != DEFAULT_VARIANT
    if not in_terminal:
        if asks_for_new or file or as_json:
            raise typer.BadParameter(
                "expected --terminal with these options: in the browser the page asks for them"
            )
        from nmbr9.cli.browser import play

        play(port, is_lan=is_lan)
        return
    if port is not None or is_lan:
        raise typer.BadParameter("expected --port and --lan without --terminal")
    _play_here(
        players,
        names,
        bots,
        variant,
        modules,
        tokens,
        starting_tiles,
        seed,
        deck,
        file,
        asks_for_new,
        as_json,
    )


def _play_here(
    players: int,
    names: str,
    bots: str,
    variant: str,
    modules: str,
    tokens: str,
    starting_tiles: str,
    seed: int | None,
    deck: str,
    file: str,
    asks_for_new: bool,
    as_json: bool,
) -> None:
    """Play in the terminal."""
    from rich.console import Console

    from nmbr9.cli.saves import new_save, save
    from nmbr9.cli.terminal.keys import can_read_keys
    from nmbr9.cli.terminal.run import play_with_keys, play_with_lines
    from nmbr9.cli.terminal.session import Session
    from nmbr9.cli.terminal.thinking import new_thinker

    path = _resumed(file, asks_for_new)
    console = Console(stderr=as_json, highlight=False)
    if path is None:
        path = _file_of(file) if file else new_save(datetime.now())
        game = _new_game(
            players,
            names,
            bots,
            variant,
            modules,
            tokens,
            starting_tiles,
            seed,
            deck,
            datetime.now(UTC),
        )
        _first_save(path, game)
    else:
        game = load_game(str(path))
        if game.is_over:
            console.print(f"{path} holds a finished game; --new or another --file starts another.")
    with new_thinker() as thinker:
        session = Session(game, lambda game: save(path, game), thinker)
        if can_read_keys():
            play_with_keys(session, console)
        else:
            play_with_lines(session, console)
    again = "nmbr9 play --terminal" + (f" --file {file}" if file else "")
    if not session.game.is_over:
        console.print(f"Saved in {path}; {again} goes on with it.", markup=False)
    else:
        again = _dealt_again(session.game)
        console.print(f"{_record_alone(path, session.game)}Saved in {path}. {again}", markup=False)
    if as_json:
        print_json(session.game.to_record())


def _dealt_again(game: Game) -> str:
    """Return how the same cards are dealt again, where that is known."""
    return "" if game.about.seed is None else f"--seed {game.about.seed} deals it again."


def _record_alone(path: Path, game: Game) -> str:
    """Return how a game alone compares with one's best (2.13); nothing for several players."""
    from nmbr9.cli.saves import best_before

    if game.options.players > 1:
        return ""
    best, points = best_before(path, game), game.scores[0]
    if best is None:
        return "Your first game with these options. "
    if points > best:
        return f"A new personal record! Your best was {best}. "
    return f"Your best so far: {best}. "


def _resumed(file: str, asks_for_new: bool) -> Path | None:
    """Return the file of the game to go on with, if there is one."""
    from nmbr9.cli.saves import unfinished_save

    if file:
        path = _file_of(file)
        if path.exists() and asks_for_new:
            raise typer.BadParameter(
                f"expected a --file that does not exist yet for a new game, got {file}"
            )
        return path if path.exists() else None
    return None if asks_for_new else unfinished_save()


def _file_of(name: str) -> Path:
    """Return the file of a game: that name, or the one under which the terminal keeps it."""
    from nmbr9.cli.saves import games_folder

    path = parse_path(name)
    kept = games_folder() / f"{name}.json"
    return kept if not path.exists() and path.parent == Path() and kept.is_file() else path


def _new_game(
    players: int,
    names: str,
    bots: str,
    variant: str,
    modules: str,
    tokens: str,
    starting_tiles: str,
    seed: int | None,
    deck: str,
    now: datetime,
) -> Game:
    """Return a game of people and, in the seats after them, bots."""
    from dataclasses import replace
    from secrets import randbelow

    from nmbr9.bots.registry import entry_of
    from nmbr9.cli.terminal.opponents import bot_name
    from nmbr9.rules.game import Game

    if seed is None:
        seed = randbelow(2**32)
    with as_wrong_usage():
        against = [entry_of(name.strip()).name for name in bots.split(",")] if bots else []
    shapes = read_shapes(starting_tiles) if starting_tiles else ()
    if shapes and modules != "all":
        modules = f"{modules},{STARTING_TILES}"  # whoever names the tiles wants them
    options = parse_options(players + len(against), variant, modules, tokens, seed)
    people = [f"Player {seat + 1}" for seat in range(players)]
    if names:
        people = [name.strip() for name in names.split(",")]
    if len(people) != players:
        raise typer.BadParameter(f"expected {players} names, got {len(people)}")
    seats = [*people, *map(bot_name, against)]
    cards = parse_deck(deck, options) if deck else None
    with as_wrong_usage():
        game = Game.new(options, seed, deck=cards, names=seats, starting_shapes=shapes)
    return replace(game, about=replace(game.about, date=now.strftime("%Y-%m-%dT%H:%M:%SZ")))


def _first_save(path: Path, game: Game) -> None:
    """Save a new game before the first tile, so that nobody plays one that cannot be saved."""
    from nmbr9.cli.saves import save

    try:
        save(path, game)
    except OSError as error:
        print(f"nmbr9: expected a place to save the game: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
