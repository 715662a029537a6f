"""Scripts whose local names are short: a player need not wait for what only authors read.

A name of a script is replaced everywhere in that script by one that occurs nowhere in it, so
nothing can mean anything else than before. Left alone are names that others see, which is what is
imported and exported, properties, and what the browser brings along.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from string import ascii_letters
from typing import NamedTuple

KEYWORDS = frozenset(
    [
        "as",
        "async",
        "await",
        "break",
        "case",
        "catch",
        "class",
        "const",
        "continue",
        "default",
        "delete",
        "do",
        "else",
        "export",
        "extends",
        "false",
        "finally",
        "for",
        "from",
        "function",
        "get",
        "if",
        "import",
        "in",
        "instanceof",
        "let",
        "new",
        "null",
        "of",
        "return",
        "set",
        "static",
        "super",
        "switch",
        "this",
        "throw",
        "true",
        "try",
        "typeof",
        "undefined",
        "void",
        "while",
        "yield",
    ]
)
GLOBALS = frozenset(
    [
        "addEventListener",
        "alert",
        "arguments",
        "blur",
        "caches",
        "close",
        "closed",
        "confirm",
        "crypto",
        "document",
        "event",
        "external",
        "fetch",
        "find",
        "focus",
        "frames",
        "history",
        "length",
        "location",
        "matchMedia",
        "moveTo",
        "name",
        "navigator",
        "open",
        "opener",
        "origin",
        "parent",
        "performance",
        "print",
        "prompt",
        "screen",
        "scroll",
        "scrollTo",
        "self",
        "status",
        "stop",
        "top",
        "window",
    ]
)
"""What a browser calls so. Elsewhere in a script the same name could mean the browser's."""
RESERVED = KEYWORDS | GLOBALS

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*)"""
    r"""|(?P<text>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")"""
    r"""|(?P<name>\#?[A-Za-z_$][\w$]*)"""
    r"""|(?P<number>\d[\w.]*)"""
    r"""|(?P<sign>\.\.\.|\?\.(?!\d)|=>|.)""",
    re.DOTALL,
)
_PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
_BEFORE_PATTERN = frozenset(
    ["(", ",", "=", ":", "[", "!", "&", "|", "?", "{", "}", ";", "=>", "return"]
)
_BLOCK_AFTER = frozenset([")", "=>", "else", "try", "finally", "do", "{", "}", ";"]) | {""}
_BETWEEN_MEMBERS = frozenset(["{", "}", ";", ",", "async", "get", "set", "static"])


class Token(NamedTuple):
    """A piece of a script."""

    kind: str
    text: str


class Use(NamedTuple):
    """A name that may be replaced, where it stands among the tokens."""

    at: int
    name: str
    is_shorthand: bool
    """Whether it names a property as well: ``{name}`` is ``{name: name}``."""


def brief_script(text: str) -> str:
    """Return a script that does the same with shorter names.

    >>> brief_script("export const sum=(first,{second})=>first+second+first.second;")
    'export const sum=(a,{second:b})=>a+b+a.second;'
    """
    tokens = list(tokens_of(text))
    uses, taken = _uses(tokens)
    counts = Counter(use.name for use in uses)
    free = _free_names({token.text for token in tokens if token.kind == "name"})
    names: dict[str, str] = {}
    for name, _ in sorted(counts.items(), key=lambda it: (-it[1] * len(it[0]), it[0])):
        if name not in taken and len(name) > 1:
            short = next(free)
            names[name] = f"#{short}" if name.startswith("#") else short
    return _replaced(tokens, uses, names)


def _replaced(tokens: list[Token], uses: list[Use], names: Mapping[str, str]) -> str:
    texts = [token.text for token in tokens]
    for at, name, is_shorthand in uses:
        if name in names:
            texts[at] = f"{name}:{names[name]}" if is_shorthand else names[name]
    return "".join(texts)


def _free_names(used: set[str]) -> Iterator[str]:
    """Yield names that are not used, the shortest first."""
    for size in count(1):
        for number in range(len(ascii_letters) ** size):
            name, rest = "", number
            for _ in range(size):
                rest, letter = divmod(rest, len(ascii_letters))
                name = ascii_letters[letter] + name
            if name not in used and f"#{name}" not in used and name not in RESERVED:
                yield name


def tokens_of(text: str) -> Iterator[Token]:
    """Yield the pieces of a script, which together are its text."""
    at, before = 0, ""
    open_braces: list[str] = []
    """Which braces are open: those of templates end in the template."""
    while at < len(text):
        is_template = text[at] == "`"
        if text[at] == "}" and open_braces and open_braces.pop() == "${":
            is_template = True
        if is_template:
            found = _TEMPLATE.match(text, at + 1)
            assert found is not None
            end = found.end() + (2 if text.startswith("${", found.end()) else 1)
            if text.startswith("${", found.end()):
                open_braces.append("${")
            token = Token("template", text[at:end])
        else:
            found = _PATTERN.match(text, at) if before in _BEFORE_PATTERN else None
            kind = "pattern"
            if found is None:
                found = _TOKEN.match(text, at)
                assert found is not None
                kind = str(found.lastgroup)
            token = Token(kind, found[0])
            if token.text == "{":
                open_braces.append("{")
        yield token
        at += len(token.text)
        if token.kind != "space":
            before = token.text


def _uses(tokens: list[Token]) -> tuple[list[Use], set[str]]:
    """Return where names stand that are not properties, and those that must stay as they are."""
    solid = [index for index, token in enumerate(tokens) if token.kind != "space"]
    texts = ["", *(tokens[index].text for index in solid), "", ""]
    sorts, closing = _brackets([Token("", ""), *(tokens[index] for index in solid)])
    uses: list[Use] = []
    taken, declared = set(RESERVED), set[str]()
    for place, index in enumerate(solid, start=1):
        kind, text = tokens[index]
        if kind != "name" or text in KEYWORDS:
            continue
        before, after = texts[place - 1], texts[place + 1]
        inside = sorts[place][-1] if sorts[place] else ""
        is_private = text.startswith("#")
        if before in (".", "?.") and not is_private:
            continue
        if inside == "names" or _is_exported(texts, place) or after == "as" or before == "as":
            taken.add(text)
        is_member = before in _BETWEEN_MEMBERS and inside in ("object", "pattern", "class")
        is_method = is_member and after == "(" and texts[closing[place + 1] + 1] == "{"
        if not is_private and (is_method or (is_member and (inside == "class" or after == ":"))):
            continue
        is_shorthand = is_member and inside != "class" and after in (",", "}", "=")
        uses.append(Use(index, text, is_shorthand))
        is_bound = bool({"bound", "pattern"} & set(sorts[place])) and not text[0].isupper()
        is_declared = before in ("const", "let", "function", "class") or after == "=>"
        if is_private or is_bound or is_declared:
            declared.add(text)
    return uses, taken | ({use.name for use in uses} - declared)


def _is_exported(texts: list[str], place: int) -> bool:
    before = [text for text in texts[max(0, place - 3) : place] if text != "async"]
    return "export" in before[-2:] and texts[place - 1] != "export"


def _brackets(tokens: list[Token]) -> tuple[list[list[str]], dict[int, int]]:
    """Return the sorts of the brackets around each token, and where each bracket is closed.

    What follows ``const``, a `pattern` in braces for instance, and parameters bind names.
    """
    texts = [token.text for token in tokens] + ["", ""]
    closing: dict[int, int] = {}
    opened: list[int] = []
    for place, (kind, text) in enumerate(tokens):
        if (kind == "sign" and text in ")]}") or (kind == "template" and text[0] == "}"):
            closing[opened.pop()] = place
        if (kind == "sign" and text in "([{") or (kind == "template" and text.endswith("${")):
            opened.append(place)
    around: list[str] = []
    sorts: list[list[str]] = []
    for place, (kind, text) in enumerate(tokens):
        if (kind == "sign" and text in ")]}") or (kind == "template" and text[0] == "}"):
            around.pop()
        sorts.append(list(around))
        if kind == "template" and text.endswith("${"):
            around.append("${")
        elif kind == "sign" and text in "([{":
            around.append(_sort(texts, place, closing[place]))
    return sorts, closing


def _sort(texts: list[str], place: int, end: int) -> str:
    """Return what a bracket is for."""
    text, before, after = texts[place], texts[place - 1], texts[end + 1]
    if before in ("import", "export") and text == "{":
        return "names"
    if before in ("const", "let"):
        return "pattern" if text == "{" else "bound"
    if text == "(":
        is_called_by_keyword = before in ("if", "for", "while", "switch")
        return "bound" if after == "=>" or (after == "{" and not is_called_by_keyword) else text
    if text == "{":
        if _follows_class(texts, place):
            return "class"
        return "block" if before in _BLOCK_AFTER else "object"
    return text


def _follows_class(texts: list[str], place: int) -> bool:
    """Whether a brace opens a class: ``class Name {`` or ``class Name extends Other {``."""
    return "class" in texts[max(0, place - 4) : place] and texts[place - 1] not in (")", "=>")
