"""`nmbr9 play`: the game in the browser, or in the terminal."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nmbr9.cli.input.bot_names import parse_bots
from nmbr9.cli.input.flags import (
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
from nmbr9.cli.input.paths import parse_path
from nmbr9.cli.input.records import load_game
from nmbr9.cli.input.starting_tile_file import StartingTiles, read_shapes
from nmbr9.cli.interrupts import Work
from nmbr9.cli.output.files import AsJson, print_json

if TYPE_CHECKING:
    from nmbr9.bots.guests.roster import Listed
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
            "--bots",
            "--bot",
            help="Bots to play against, with commas: names of nmbr9 bots, MODULE:CLASS or "
            "process:COMMAND. In the browser the latter two are added to the page's bots.",
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
        is_new or seed is not None or bool(names or modules or tokens or deck or starting_tiles)
    )
    asks_for_new = asks_for_new or players != 1 or variant != DEFAULT_VARIANT
    if not in_terminal:
        if asks_for_new or file or as_json or _has_our_own(bots):
            raise typer.BadParameter(
                "expected --terminal with these options: in the browser the page asks for them"
            )
        from nmbr9.cli.browser import play

        play(port, bots, is_lan=is_lan)
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


def _has_our_own(bots: str) -> bool:
    """Whether bots are named that the page offers anyway."""
    from nmbr9.bots.guests.naming import split_names
    from nmbr9.bots.registry import BOTS

    return any(name in BOTS for name in split_names(bots))


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

    from nmbr9.cli.input.saved_games import new_save, save
    from nmbr9.cli.terminal.bot_process import new_thinker
    from nmbr9.cli.terminal.keys import can_read_keys
    from nmbr9.cli.terminal.loops import play_with_keys, play_with_lines
    from nmbr9.cli.terminal.opponents import absent_bots
    from nmbr9.cli.terminal.session import Session

    against = parse_bots(bots) if bots else []
    # With a file that is there, bots may come back to their seats.
    path = _resumed(file, asks_for_new or bool(bots and not file))
    console = Console(stderr=as_json, highlight=False)
    if path is None:
        path = _file_of(file) if file else new_save(datetime.now())
        game = _new_game(
            players,
            names,
            [bot.name for bot in against],
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
        _check_have_seats(against, game, file)
        if game.is_over:
            console.print(f"{path} holds a finished game; --new or another --file starts another.")
    with new_thinker() as thinker:
        guests = {bot.name: bot.typed for bot in against if bot.guest}
        session = Session(game, lambda game: save(path, game), thinker, guests)
        if absent := absent_bots(game, guests):
            session.message = (
                f"{', '.join(absent)} not here: you play for them, or leave and name --bots again."
            )
        with Work() as work:
            if can_read_keys():
                play_with_keys(session, console)
            else:
                play_with_lines(session, console)
    if work.is_interrupted:
        save(path, session.game)  # it may have come between a tile and its saving
    again = "nmbr9 play --terminal" + (f" --file {file}" if file else "")
    if not session.game.is_over:
        console.print(f"Saved in {path}; {again} goes on with it.", markup=False)
    else:
        again = _dealt_again(session.game)
        console.print(f"{_record_alone(path, session.game)}Saved in {path}. {again}", markup=False)
    if as_json:
        print_json(session.game.to_record())
    work.end(f"in round {session.game.table.round_number}")


def _dealt_again(game: Game) -> str:
    """Return how the same cards are dealt again, where that is known."""
    return "" if game.about.seed is None else f"--seed {game.about.seed} deals it again."


def _record_alone(path: Path, game: Game) -> str:
    """Return how a game alone compares with one's best (2.13); nothing for several players."""
    from nmbr9.cli.input.saved_games import best_before

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
    from nmbr9.cli.input.saved_games import unfinished_save

    if file:
        path = _file_of(file)
        if path.exists() and asks_for_new:
            raise typer.BadParameter(
                f"expected a --file that does not exist yet for a new game, got {file}"
            )
        return path if path.exists() else None
    return None if asks_for_new else unfinished_save()


def _check_have_seats(against: list[Listed], game: Game, file: str) -> None:
    """Refuse bots that have no seat in the game that is resumed."""
    from nmbr9.cli.terminal.opponents import bots_of

    seated = bots_of(game, {bot.name for bot in against}).values()
    for bot in against:
        if bot.name not in seated:
            raise typer.BadParameter(
                f"expected a --file that does not exist yet for a new game, got {file}, "
                f"where {bot.name} has no seat"
            )


def _file_of(name: str) -> Path:
    """Return the file of a game: that name, or the one under which the terminal keeps it."""
    from nmbr9.cli.input.saved_games import games_folder

    path = parse_path(name)
    kept = games_folder() / f"{name}.json"
    return kept if not path.exists() and path.parent == Path() and kept.is_file() else path


def _new_game(
    players: int,
    names: str,
    against: list[str],
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

    from nmbr9.cli.terminal.opponents import bot_name
    from nmbr9.rules.game import Game

    if seed is None:
        seed = randbelow(2**32)
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
    from nmbr9.cli.input.saved_games import save

    try:
        save(path, game)
    except OSError as error:
        print(f"nmbr9: expected a place to save the game: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
