"""Scripts and style sheets without what only their authors read.

Nothing is renamed (`brief` does that) or reordered. Comments, indentation and the spaces
around signs stay at home, so that the types in the comments cost a player nothing.
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
_TEXT = re.compile(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)""")
"""A text within a line: spaces in it are meant."""
_SPACE = re.compile(r" *([=,:;{}()<>?&|!*\[\]]+) *|(?<![-+]) ([-+]) (?![-+])")
_OPEN_ENDS = tuple(",([{;")
"""A line that ends like this goes on, or its statement is over: the next may follow at once."""
_CLOSING = tuple(")]}.?:&|")
"""A line that begins like this goes on with what came before it."""
_CSS_SPACE = re.compile(r"\s*([{};,>])\s*|(?<=[\w-]): ")


def lean_script(text: str) -> str:
    r"""Return a script with the same statements.

    A text over several lines would lose its indentation: modules write such texts line by line.

    >>> lean_script("/** Adds. */\nexport const sum = (a, b) =>\n  // why\n  a + b; // sic\n")
    'export const sum=(a,b)=>\na + b; // sic\n'
    >>> lean_script("if (a === ' = ') {\n  say(\n    `${a} , ${b}`,\n  );\n}\n")
    "if(a===' = '){say(`${a} , ${b}`,);}\n"
    """
    for pattern in (_OWN_BLOCK, _TYPE, _OWN_LINE, _INDENTATION):
        text = pattern.sub("", text)
    lines: list[str] = []
    for line in map(_tight, _EMPTY.sub("\n", text).strip("\n").split("\n")):
        before = lines[-1] if lines else "//"
        if "//" not in before and (before.endswith(_OPEN_ENDS) or line.startswith(_CLOSING)):
            lines[-1] += line
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def _tight(line: str) -> str:
    """Return a line without spaces around signs; as it is where that takes more than a look."""
    parts = _TEXT.split(line)
    is_nested = line.count("`") % 2 or re.search(r"\$\{[^}]*`", line)
    # A slash outside of a text may begin a pattern or a comment.
    if is_nested or any("/" in code for code in parts[::2]):
        return line
    parts[::2] = [_SPACE.sub(lambda found: found[1] or found[2], code) for code in parts[::2]]
    return "".join(parts)


def lean_style(text: str) -> str:
    r"""Return a style sheet with the same rules.

    >>> lean_style("/* red */\na > b,\nc {\n  color: red;\n  margin: 0 1px;\n}\n")
    'a>b,c{color:red;margin:0 1px}'
    """
    text = re.sub(r"/\*.*?\*/|\s+", " ", text, flags=re.DOTALL)
    text = _CSS_SPACE.sub(lambda found: found.group(1) or ":", text)
    return text.replace(";}", "}").strip()
