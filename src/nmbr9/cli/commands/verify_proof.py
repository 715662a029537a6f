"""`nmbr9 verify-proof`: check the certificate that `nmbr9 solve --free --prove` writes."""

from __future__ import annotations

from typing import Annotated

import typer

from nmbr9.cli.input.paths import parse_path
from nmbr9.cli.output.files import AsJson, print_json


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What solve --certificate wrote.")],
    sample: Annotated[
        int,
        typer.Option("--sample", min=1, help="States of each level, and pairs of bags, to check."),
    ] = 3,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Which ones: at random by this.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Check a certificate with independent, plain code.

    In full: the display, the numbers of levels, and what bags alone exclude. By samples: that every
    state has all its children in the certificate, and that bags called impossible are so.
    """
    from nmbr9.solver.certificate.reader import Certificate
    from nmbr9.solver.certificate.verify import verify

    certificate = Certificate(parse_path(file))
    if not as_json:
        print(f"claim: {certificate.claim}", flush=True)
    checks = []
    for check in verify(certificate, sample, seed):
        checks.append(check)
        if not as_json:
            print(f"{'right' if check.is_right else 'WRONG'}: {check.what}", flush=True)
    is_right = all(check.is_right for check in checks)
    if as_json:
        told = [{"what": check.what, "right": check.is_right} for check in checks]
        print_json({"claim": certificate.claim, "right": is_right, "checks": told})
    if not is_right:
        raise typer.Exit(1)
