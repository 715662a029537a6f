"""Short names on the way to the browser mean what the long ones meant."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from nmbr9.server.brief import KEYWORDS, brief_script, tokens_of
from nmbr9.server.lean import lean_script
from nmbr9.server.pages import FOLDER
from tests.deno import deno

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(FOLDER.rglob("*.js"))


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_each_name_gets_another_one_that_was_not_there(file: Path) -> None:
    lean = lean_script(file.read_text("utf-8"))
    long = [token for token in tokens_of(lean) if token.kind != "space"]
    short = [token for token in tokens_of(brief_script(lean)) if token.kind != "space"]
    used = {token.text for token in long}
    names: dict[str, str] = {}
    at = 0
    for place, token in enumerate(long):
        now = short[at].text
        if token.text == now and long[place + 1 : place + 2] != short[at + 1 : at + 2]:
            # Either the next name is another one, or {name} has become {name:n}.
            is_expanded = short[at + 1].text == ":"
            at, now = (at + 2, short[at + 2].text) if is_expanded else (at, now)
        if token.text != now:
            assert token.kind == short[at].kind == "name"
            assert token.text not in KEYWORDS
            assert now not in used
            assert names.setdefault(token.text, now) == now
        at += 1
    assert at == len(short)
    assert len(set(names.values())) == len(names)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("const one={two:1};one.two;", "const a={two:1};a.two;"),
        ("const two=1;f({two,three:two});", "const a=1;f({two:a,three:a});"),
        ("const {one,two:{three}}=g;one(three);", "const {one:b,two:{three:a}}=g;b(a);"),
        ("const [one,...rest]=g;[rest,one];", "const [b,...a]=g;[a,b];"),
        ("export const one=1;const two=one;", "export const one=1;const a=one;"),
        ("import{one as two}from 'x';two(one=>one);", "import{one as two}from 'x';two(one=>one);"),
        ("class One{two=1;#six=2;two(){this.#six;}}", "class b{two=1;#a=2;two(){this.#a;}}"),
        ("const one=2;`one ${one+`${one}`} one`;", "const a=2;`one ${a+`${a}`} one`;"),
        ("const one=/one'/.test('one');one;", "const a=/one'/.test('one');a;"),
        ("const name=1;f(name);", "const name=1;f(name);"),
        (
            "const one=1;g={two:3*one,one(){return one;}};",
            "const a=1;g={two:3*a,one(){return a;}};",
        ),
        ("try{f();}catch(error){g(error?error:1);}", "try{f();}catch(a){g(a?a:1);}"),
    ],
)
def test_names_are_told_from_properties(text: str, expected: str) -> None:
    assert brief_script(text) == expected


def test_every_script_is_still_one_and_passes_its_tests(tmp_path: Path) -> None:
    flat = tmp_path / "flat"
    flat.mkdir()
    for index, file in enumerate(SCRIPTS):
        brief = brief_script(lean_script(file.read_text("utf-8")))
        (flat / f"{index}-{file.name}").write_text(brief, "utf-8")
        copy = tmp_path / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(brief, "utf-8")
    parsed = deno("fmt", "--no-config", str(flat))
    assert parsed.returncode == 0, parsed.stderr
    shutil.copytree(FOLDER / "locales", tmp_path / "src" / "nmbr9" / "web" / "locales")
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("images"))
    for test in (ROOT / "tests" / "web").glob("*.test.js"):
        if test.name == "i18n.test.js":
            continue  # It reads scripts as texts, where a short name may look like that of another.
        copy = tmp_path / test.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(test, copy)
    tests = [str(test) for test in (tmp_path / "tests" / "web").glob("*.test.js")]
    ran = deno("test", "--no-config", "--allow-read", *tests, cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout
