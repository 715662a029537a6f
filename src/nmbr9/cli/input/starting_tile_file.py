"""The file with starting tiles of one's own: a JSON list of shapes, as the page exports it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from nmbr9.cli.input.flags import as_wrong_usage
from nmbr9.cli.input.paths import parse_path

if TYPE_CHECKING:
    from nmbr9.rules.pieces.starting_shapes import Rows

StartingTiles = Annotated[
    str,
    typer.Option(
        "--starting-tiles",
        metavar="FILE",
        help="Starting tiles of one's own: a JSON list of up to six lists of rows of X and '.'.",
    ),
]


def read_shapes(name: str) -> tuple[Rows, ...]:
    """Return the shapes in a file.

    Raises: typer.BadParameter, saying what is wrong with the file or with which tile.
    """
    from nmbr9.rules.pieces.starting_shapes import parse_shapes
    from nmbr9.rules.record import parse_json

    path = parse_path(name)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise typer.BadParameter(
            f"expected a file of starting tiles, got {name}: {error.strerror or error}"
        ) from None
    with as_wrong_usage():
        return parse_shapes(parse_json(content))
