"""An example or two for each command, shown below its help."""

from __future__ import annotations

EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "play": (
        ("nmbr9 play", "in the browser"),
        ("nmbr9 play --terminal --bots strong", "here, against a bot"),
    ),
    "games": (
        ("nmbr9 games", "their names, for the commands below"),
        ("nmbr9 games --json", "the same for a program"),
    ),
    "legal": (("nmbr9 legal game.json --player 1", "what the second player may do"),),
    "replay": (
        ("nmbr9 replay game.json", "displays and scores"),
        ("nmbr9 replay games.jsonl --json", "many games, a line for each"),
    ),
    "show": (
        ("nmbr9 show game.json --at 12", "after twelve actions"),
        ("nmbr9 show game.json --svg game.svg", "as a picture"),
    ),
    "notation": (
        ("nmbr9 notation game.json > game.txt", "for people"),
        ("nmbr9 notation game.txt --json > game.json", "and back"),
    ),
    "perft": (("nmbr9 perft 8 9 7", "18824 ways"),),
    "bench": (("nmbr9 bench --seconds 0.2", "a quick look"),),
    "warmup": (("nmbr9 warmup", "once, after installing"),),
    "simulate": (
        ("nmbr9 simulate --bots greedy,steady --games 200", "compare two bots"),
        ("nmbr9 simulate --bots strong --games 50 --records games.jsonl", "and keep the games"),
        ("nmbr9 simulate --bots 'greedy,process:node mybot.js'", "one of your own"),
    ),
    "solve": (
        ("nmbr9 solve --deck 3,1,4,1,5 --record best.json", "these cards in this order"),
        ("nmbr9 solve --free --cards 8,8,9,9 --prove", "in the best order, with a proof"),
    ),
    "verify-proof": (("nmbr9 verify-proof proof.npz --sample 10", "more of it than usual"),),
    "analyse": (
        ("nmbr9 analyse game.json", "which decision cost most"),
        ("nmbr9 analyse game.json --svg losses.svg", "and a chart of it"),
    ),
    "bots": (("nmbr9 bots", "who there is"),),
    "check-bot": (
        ("nmbr9 check-bot mymodule:MyBot", "a class in a module of this folder"),
        ("nmbr9 check-bot 'process:node mybot.js'", "a program in any language"),
    ),
    "site": (
        ("nmbr9 site public", "for the root of a site"),
        ("nmbr9 site public --base /games/nmbr9/", "below it"),
    ),
    "serve": (
        ("nmbr9 serve --host 0.0.0.0 --port 8000", "for everybody in the house"),
        ("nmbr9 serve --database games.sqlite3", "with a file of its own"),
        ("nmbr9 serve --bots mymodule:MyBot", "with a bot of your own"),
    ),
    "data export": (("nmbr9 data export > matches.jsonl", "all finished matches"),),
    "data records": (("nmbr9 data records > games.jsonl", "their records"),),
    "data import": (("nmbr9 data import matches.jsonl", "what export printed"),),
    "data backup": (("nmbr9 data backup copy.sqlite3", "while the server runs"),),
    "data prune": (
        ("nmbr9 data prune --dry-run", "what a server would remove"),
        ("nmbr9 data prune", "at once, also while it runs"),
    ),
    "data move": (("nmbr9 data move postgresql://nmbr9@localhost/nmbr9", "from SQLite"),),
}


def lines(name: str) -> list[str]:
    """Return the examples of a command, each with what it is for."""
    longest = max(len(line) for line, _ in EXAMPLES[name])
    return [f"{line:{longest}}  # {what}" for line, what in EXAMPLES[name]]


def epilog(name: str) -> str:
    """Return the examples of a command as Typer takes them: the first mark keeps lines apart."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines(name))
