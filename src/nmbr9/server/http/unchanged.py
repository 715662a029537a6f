"""Answers that a page asks for again and again: sent only when they say something else."""

from __future__ import annotations

import hashlib

from fastapi import Request, Response
from pydantic import BaseModel

HEADERS = {"cache-control": "private, no-cache", "vary": "cookie"}
"""A browser keeps the answer, and asks each time whether it is still right."""


def unless_known(request: Request, answer: BaseModel) -> Response:
    """Return an answer, or that it is the one that the page has already."""
    body = answer.model_dump_json().encode()
    tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    headers = {**HEADERS, "etag": tag}
    known = request.headers.get("if-none-match", "")
    if tag in [each.strip().removeprefix("W/") for each in known.split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
