"""The project's address for the site: from `[project.urls]` of pyproject.toml, its only place."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def address() -> str:
    """Return where the project is at home, empty until it has a home."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    return str(project["urls"].get("Homepage", ""))


def on_config(config: Any) -> Any:
    """Tell MkDocs, which calls this by its name; links inside the site need no address."""
    config["repo_url"] = address() or None
    return config


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Let links out of docs lead to the project's home; without one their words remain."""
    home = address()
    return re.sub(
        r"\[([^\]]*)\]\(\.\./([^)]*)\)",
        lambda link: f"[{link[1]}]({home}/{link[2]})" if home else link[1],
        markdown,
    )
