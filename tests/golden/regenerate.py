"""Write the golden files anew: ``python -m tests.golden.regenerate``.

Playthroughs are seeded games of `PLAYTHROUGHS`, played to the end and written in the notation with
comments: what is revealed, and at the end what each level brings. For each one the first seed is
taken whose game shows what it is there for. Counts keep their questions and get new answers.

Look at the difference before you commit it: it is what a change did to the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from nmbr9 import Display, Game, NumberTile, Options, Piece, Place, Token, Variant, perft, score
from nmbr9.rules.notation import PLAYER_LETTERS, format_game, parse_action
from nmbr9.rules.state import Table
from tests.strategies import NOTHING_TO_CHOOSE_DECK, Style, playing

HERE = Path(__file__).parent
PLAYTHROUGHS_FOLDER = HERE / "playthroughs"
COUNTS_FOLDER = HERE / "counts"
MAX_SEED = 200


@dataclass(frozen=True)
class Playthrough:
    """A game worth keeping: its options, how it is played and what must happen in it."""

    options: Options
    shows: Callable[[Game], bool]
    style: Style = Style.CLIMBING
    deck: tuple[int, ...] | None = None


def reaches(level: int) -> Callable[[Game], bool]:
    """Somebody builds up to that level."""
    return lambda game: any(state.display.highest_level >= level for state in game.players)


def does(*kinds: str) -> Callable[[Game], bool]:
    """Each of these kinds of action occurs."""
    return lambda game: {*kinds} <= {action.do for action in game.actions}


def uses(*tokens: Token) -> Callable[[Game], bool]:
    """Each of these tokens is used; a reserved tile is also built."""

    def shows(game: Game) -> bool:
        used = {token for state in game.players for token in state.used_tokens}
        return used >= {*tokens} and (Token.RESERVE not in tokens or does("build")(game))

    return shows


_T23, _LTL = Variant.TWO_OUT_OF_THREE, Variant.LEVEL_TO_LEVEL
_ALL = tuple(Token)

PLAYTHROUGHS: dict[str, Playthrough] = {
    "basic": Playthrough(Options(2), reaches(3)),
    "basic-six-players": Playthrough(Options(6), reaches(2)),
    "starting-tiles": Playthrough(Options(1, starting_tiles=True), reaches(3)),
    "gap-fillers": Playthrough(Options(1, gap_fillers=True), does("fill", "done")),
    **{
        f"token-{token}": Playthrough(Options(1, special_tokens=(token,)), uses(token), Style.MIXED)
        for token in Token
    },
    "two-out-of-three": Playthrough(Options(2, _T23), reaches(2)),
    "level-to-level": Playthrough(Options(2, _LTL), reaches(3)),
    "level-to-level-nothing-to-choose": Playthrough(
        Options(4, _LTL), does("pass"), Style.FLAT, NOTHING_TO_CHOOSE_DECK
    ),
    "basic-everything": Playthrough(
        Options(3, Variant.BASIC, True, True, _ALL), uses(Token.GAP, Token.SINGLE), Style.MIXED
    ),
    "two-out-of-three-starting-tiles-and-tokens": Playthrough(
        Options(1, _T23, True, False, (Token.GAP, Token.RESERVE)),
        uses(Token.GAP, Token.RESERVE),
        Style.MIXED,
    ),
    "two-out-of-three-everything": Playthrough(
        Options(2, _T23, True, True, _ALL), uses(Token.MOVE, Token.SINGLE), Style.MIXED
    ),
    "level-to-level-gap-fillers-and-tokens": Playthrough(
        Options(1, _LTL, False, True, (Token.MOVE, Token.RESERVE)),
        uses(Token.MOVE, Token.RESERVE),
        Style.MIXED,
    ),
    "level-to-level-everything": Playthrough(
        Options(2, _LTL, True, True, _ALL), uses(Token.BLACK, Token.APART), Style.MIXED
    ),
}
"""Every golden game by the name of its file."""


def play_out(playthrough: Playthrough) -> Game:
    """Return the first seeded game, complete, that shows what it should."""
    for seed in range(MAX_SEED):
        game = None
        for position, player, action in playing(
            playthrough.options, seed, playthrough.style, playthrough.deck
        ):
            game = position.apply(player, action)
        if game is not None and playthrough.shows(game):
            return game
    raise LookupError(f"expected a game for {playthrough} within {MAX_SEED} seeds, found none")


def annotated(game: Game) -> str:
    """Return a complete game in the notation, with comments on its rounds and its scores."""
    lines = format_game(game).splitlines()
    first = len(lines) - 1 - len(game.actions)
    replayed = Game.new(game.options, deck=game.deck, starting_tiles=game.starting_tiles)
    told = lines[:first]
    table: Table | None = None
    for action, line in zip(game.actions, lines[first:-1], strict=True):
        if replayed.table != table:
            table = replayed.table
            told.append(f"# {_heading(game.options, table)}")
        told.append(line)
        replayed = replayed.apply(action.player, action)
    for letter, state in zip(PLAYER_LETTERS, game.players, strict=False):
        for level in score(state.display).lines[1:]:
            words = [*map(str, level.numbers), "=", str(level.points)]
            told.append(f"# {letter} level {level.level}: {' '.join(words)}")
    return "\n".join([*told, lines[-1]]) + "\n"


def _heading(options: Options, table: Table) -> str:
    card = f" card {table.card_in_round}" if options.variant is _T23 else ""
    return f"round {table.round_number}{card}: {' '.join(map(str, table.revealed))}"


# Counts: a line is "cards -> count" or "cards after placements -> count"


@dataclass(frozen=True)
class Count:
    """A question of a counts file: how many ways are there to place these cards?"""

    line: str
    numbers: tuple[int, ...]
    display: Display
    expected: int


def read_display(text: str) -> Display:
    """Return the display that placements in the notation build, each of them checked."""
    display = Display()
    for word in text.split():
        action = parse_action(word, 0)
        assert isinstance(action, Place), f"expected a placement, got {word}"
        display = display.place(
            Piece(NumberTile(action.number), action.x, action.y, action.level, action.rotation)
        )
    return display


def read_count(line: str) -> Count:
    """Return the question and the answer of one line."""
    question, _, answer = line.rpartition(" -> ")
    cards, _, placements = question.partition(" after ")
    numbers = tuple(int(word) for word in cards.split())
    return Count(line, numbers, read_display(placements), int(answer))


def counts_of(path: Path) -> list[Count]:
    """Return the questions of a counts file, without its comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [read_count(line) for line in lines if line and not line.startswith("#")]


def recounted(path: Path, count: Callable[[Sequence[int], Display], int] = perft) -> str:
    """Return the text of a counts file with every answer worked out anew."""
    told = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            asked = read_count(line)
            question = line.rpartition(" -> ")[0]
            told.append(f"{question} -> {count(asked.numbers, asked.display)}")
        else:
            told.append(line)
    return "\n".join(told) + "\n"


def main() -> None:
    """Write all golden files of this folder."""
    for path in PLAYTHROUGHS_FOLDER.glob("*.txt"):
        path.unlink()
    for name, playthrough in PLAYTHROUGHS.items():
        text = annotated(play_out(playthrough))
        (PLAYTHROUGHS_FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"playthroughs/{name}.txt")
    for path in sorted(COUNTS_FOLDER.glob("*.txt")):
        path.write_text(recounted(path), encoding="utf-8")
        print(f"counts/{path.name}")


if __name__ == "__main__":
    main()
