"""`nmbr9 site`: the page as files, for playing without a server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from nmbr9.cli.output.files import AsJson, print_json


def command(
    folder: Annotated[Path, typer.Argument(help="Where to write it: empty, or written before.")],
    base: Annotated[
        str, typer.Option(help="Path below which it will be found, such as /games/nmbr9/.")
    ] = "/",
    as_json: AsJson = False,
) -> None:
    """Write the page as static files that play without a server (docs/site.md)."""
    from nmbr9.host.build.build import make
    from nmbr9.host.build.errors import CannotBuild
    from nmbr9.site.export import SiteRefused, check_folder, checked_base, static_site, write_site

    def say(sentence: str) -> None:
        if sys.stderr.isatty():
            print(f"{sentence} ...", file=sys.stderr, flush=True)

    base = checked_base(base)
    check_folder(folder)
    try:
        made = make(say)
    except CannotBuild as error:
        raise SiteRefused(f"this copy cannot play offline: {error}") from None
    site = static_site(made, base)
    folder.mkdir(parents=True, exist_ok=True)
    write_site(site, folder, say)
    count, size = len(site.files), sum(map(len, site.files.values()))
    if as_json:
        print_json({"folder": str(folder), "version": site.version, "files": count, "bytes": size})
    else:
        print(f"{folder}: version {site.version}, {count} files, {size / 1e6:.1f} MB")
