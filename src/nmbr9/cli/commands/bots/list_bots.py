"""`nmbr9 bots`: who there is to play against."""

from __future__ import annotations

from nmbr9.cli.input.flags import MODULES
from nmbr9.cli.output.files import AsJson, print_json


def command(as_json: AsJson = False) -> None:
    """List the bots: names, strengths, versions and what they can play.

    First come five plain ones, then the ladder for people, each weakest first. Behind ours come
    those that installed packages offer (docs/bot-protocol.md).
    """
    from nmbr9.bots.guests.naming import offered
    from nmbr9.bots.registry import BOTS
    from nmbr9.rules.options import MAX_PLAYERS

    players = {str(variant): most for variant, most in MAX_PLAYERS.items()}
    rows: list[tuple[str, int | None, str]] = [
        (entry.name, entry.version, entry.summary) for entry in BOTS.values()
    ]
    # Not loaded for a list: only whoever plays against them lets them run.
    rows += [(name, None, f"a bot of your own, {at}") for name, at in sorted(offered().items())]
    # Every bot plays everything: the protocol asks for it.
    told: list[dict[str, object]] = [
        {
            "name": name,
            "version": version,
            "summary": summary,
            "variants": list(players),
            "modules": list(MODULES),
            "max_players": players,
        }
        for name, version, summary in rows
    ]
    if as_json:
        print_json(told)
    else:
        _print_table(told, players)


def _print_table(told: list[dict[str, object]], players: dict[str, int]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    table = Table("bot", "version", "how it plays", box=box.SIMPLE_HEAD)
    for bot in told:
        table.add_row(
            *("" if bot[key] is None else str(bot[key]) for key in ("name", "version", "summary"))
        )
    console.print(table)
    variants = ", ".join(f"{variant} (1 to {most} players)" for variant, most in players.items())
    console.print(f"Each plays every variant: {variants};")
    console.print(f"with any modules: {', '.join(MODULES)}.")
