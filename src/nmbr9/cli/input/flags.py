"""Options of a game as flags of a command, the same wherever a game is set up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from nmbr9.rules.options import Options, Token

STARTING_TILES = "starting-tiles"
GAP_FILLERS = "gap-fillers"
SPECIAL_TOKENS = "breaking-rules"
DEFAULT_VARIANT = "basic"
MODULES = (STARTING_TILES, GAP_FILLERS, SPECIAL_TOKENS)

Players = Annotated[int, typer.Option("--players", help="1 to 6; 1 to 4 in the variants.")]
VariantName = Annotated[
    str, typer.Option("--variant", help="basic, two-out-of-three or level-to-level.")
]
ModuleNames = Annotated[
    str,
    typer.Option(
        "--modules", help="Any of starting-tiles, gap-fillers, breaking-rules, with commas; or all."
    ),
]
TokenNames = Annotated[
    str,
    typer.Option(
        "--tokens",
        help="Special tokens in play, with commas, or how many to draw (2 with breaking-rules).",
    ),
]


Deck = Annotated[
    str, typer.Option("--deck", help="All cards in their order, with commas: 3,1,4 and so on.")
]


def parse_deck(text: str, options: Options) -> tuple[int, ...]:
    """Return a deck that was typed after a command, with exactly the cards of the variant.

    Raises: typer.BadParameter.
    """
    from nmbr9.rules.chance import check_deck
    from nmbr9.solver.cards import parse_cards

    with as_wrong_usage():
        return check_deck(options, parse_cards(text))


def parse_options(players: int, variant: str, modules: str, tokens: str, seed: int) -> Options:
    """Return the options that flags ask for, tokens by the seed where none are named (5.1).

    Raises: typer.BadParameter, saying which names there are.
    """
    with as_wrong_usage():
        return _options(players, variant, modules, tokens, seed)


@contextmanager
def as_wrong_usage() -> Iterator[None]:
    """Turn what we say about something typed after a command into a usage error."""
    from nmbr9.rules.errors import Nmbr9Error

    try:
        yield
    except Nmbr9Error as error:
        raise typer.BadParameter(str(error)) from None


def _options(players: int, variant: str, modules: str, tokens: str, seed: int) -> Options:
    from nmbr9.rules.errors import OptionsError
    from nmbr9.rules.options import Options

    chosen = _words(modules)
    if chosen == ["all"]:
        chosen = list(MODULES)
    for module in chosen:
        if module not in MODULES:
            raise OptionsError(f"expected modules of {', '.join(MODULES)} or all, got {module!r}")
    return Options(
        players=players,
        variant=variant,  # type: ignore[arg-type]  # checked and converted there
        starting_tiles=STARTING_TILES in chosen,
        gap_fillers=GAP_FILLERS in chosen,
        special_tokens=_tokens(SPECIAL_TOKENS in chosen, tokens, seed),
    )


def _tokens(is_module_on: bool, tokens: str, seed: int) -> tuple[Token, ...]:
    from nmbr9.rules.chance import tokens_of_seed
    from nmbr9.rules.errors import OptionsError
    from nmbr9.rules.options import Token, parse_token

    words = _words(tokens)
    if len(words) == 1 and words[0].isdecimal():
        count = int(words[0]) if len(words[0]) < 3 else 99
        if count > len(Token):
            raise OptionsError(f"expected 0 to {len(Token)} tokens, got {words[0][:20]}")
        return tokens_of_seed(seed, count)
    if words:
        return tuple(parse_token(word) for word in words)
    return tokens_of_seed(seed) if is_module_on else ()


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]
