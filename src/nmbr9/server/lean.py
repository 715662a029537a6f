"""Scripts and style sheets without what only their authors read.

What we write is what runs: nothing is renamed, reordered or joined. Comments and indentation stay
at home, so that the types in the comments cost a player nothing.
"""

from __future__ import annotations

import re

_OWN_BLOCK = re.compile(r"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", re.MULTILINE)
"""A block comment that has its lines for itself; in code it could be part of a text."""
_TYPE = re.compile(r"/\*\* @(?:type|param)\b(?:[^*]|\*(?!/))*\*/ ?")
"""A type inside a line."""
_OWN_LINE = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
_EMPTY = re.compile(r"\n{2,}")
_CSS_SPACE = re.compile(r"\s*([{};,>])\s*|(?<=[\w-]): ")


def lean_script(text: str) -> str:
    r"""Return a script with the same statements on the same lines, or fewer.

    A text over several lines would lose its indentation: modules write such texts line by line.

    >>> lean_script("/** Adds. */\nexport const sum = (a, b) =>\n  // why\n  a + b; // sic\n")
    'export const sum = (a, b) =>\na + b; // sic\n'
    """
    for pattern in (_OWN_BLOCK, _TYPE, _OWN_LINE, _INDENTATION):
        text = pattern.sub("", text)
    return _EMPTY.sub("\n", text).lstrip("\n")


def lean_style(text: str) -> str:
    r"""Return a style sheet with the same rules.

    >>> lean_style("/* red */\na > b,\nc {\n  color: red;\n  margin: 0 1px;\n}\n")
    'a>b,c{color:red;margin:0 1px}'
    """
    text = re.sub(r"/\*.*?\*/|\s+", " ", text, flags=re.DOTALL)
    text = _CSS_SPACE.sub(lambda found: found.group(1) or ":", text)
    return text.replace(";}", "}").strip()
