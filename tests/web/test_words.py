"""What the server can say has words on the page, in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from nmbr9.bots.ladder import LADDER
from nmbr9.bots.registry import BOTS
from nmbr9.match.errors import Refusal
from nmbr9.rules.errors import Code
from nmbr9.rules.options import COPIES, MAX_PLAYERS, Token
from nmbr9.rules.variants.level_to_level import LEVEL_MARKERS, SUPPLY_OF_FOUR_PLAYERS
from nmbr9.server.page_files import FOLDER

PACKAGE = Path(__file__).parents[2] / "src" / "nmbr9"
HOSTS = [PACKAGE / "server", PACKAGE / "protocol", PACKAGE / "host"]
LANGUAGES = ["en", "de", "pt"]


def stems(language: str) -> set[str]:
    texts = json.loads((FOLDER / "locales" / f"{language}.json").read_text())
    return {key.split("#")[0] for key in texts}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_and_violation_has_words(language: str) -> None:
    known = stems(language)
    assert not [code for code in Code if f"violation.{code}" not in known]
    assert not [code for code in Refusal if f"refusal.{code}" not in known]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_over_http_has_words(language: str) -> None:
    source = "\n".join(file.read_text() for host in HOSTS for file in host.rglob("*.py"))
    # A frame's refusal has its sentence before its code.
    answers = r'(?:Denied|error_response)\([^"]*"|FrameError\(\s*f?"[^"]*",\s*"'
    codes = set(re.findall(rf'(?:{answers})([a-z]+/[a-z-]+)"', source))
    assert {"request/too-many", "contest/closed", "player/unknown"} <= codes
    known = stems(language) | stems(f"host/{language}")
    assert not [code for code in codes if f"refusal.{code}" not in known]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_and_token_has_a_name(language: str) -> None:
    known = stems(language)
    assert not [bot for bot in BOTS if f"bot.{bot}" not in known]
    assert not [step.name for step in LADDER if f"bot.{step.name}.words" not in known]
    assert not [token for token in Token if f"token.{token}" not in known]


def test_the_page_counts_as_the_rules_do() -> None:
    """The few numbers that the page needs before it has asked."""
    options = (FOLDER / "js" / "lobby" / "options.js").read_text()
    deck = (FOLDER / "js" / "game" / "panels" / "deck.js").read_text()
    api = (FOLDER / "js" / "net" / "api.js").read_text()
    steps = [step.name for step in LADDER]
    plain = ", ".join(repr(name) for name in BOTS if name not in steps)
    ladder = re.search(r"LADDER = \[(.*?)\];", api, re.DOTALL)
    assert ladder is not None
    assert re.findall(r"'(\w+)'", ladder[1]) == steps
    assert f"OURS = [{plain}, ...LADDER]" in api
    assert re.search(rf"USUAL = '({'|'.join(steps)})'", api)
    for variant, most in MAX_PLAYERS.items():
        assert re.search(rf"'?{variant}'?: {most},", options)
    for variant, copies in COPIES.items():
        assert re.search(rf"'?{variant}'?: {copies},", deck)
    call, count = (
        (FOLDER / "js" / "cardboard" / f"{name}.js").read_text() for name in ("call", "count")
    )
    assert f"LEVEL_MARKERS = {LEVEL_MARKERS};" in call
    assert f"HIGHEST_MARKER = {LEVEL_MARKERS - 1};" in count
    assert f"SUPPLY_OF_FOUR = {SUPPLY_OF_FOUR_PLAYERS};" in count
