"""Many scripts as one: they run once, in their order, and find one another."""

from __future__ import annotations

from pathlib import Path

from nmbr9.server.brief import tokens_of
from nmbr9.server.joined import beside, dependencies, joined, variable_of
from nmbr9.server.pages import FIRST_SCRIPT, FOLDER, find, first_scripts
from tests.deno import deno

SCRIPTS = {
    "js/main.js": "import { log } from './deep/log.js';\n"
    "import * as sum from './sum.js';\n"
    "const { late } = await import('./late.js');\n"
    "const { again } = await import('./again.js');\n"
    "late(); again(); console.log(sum.add(1, 2), log.join());\n",
    "js/deep/log.js": "export const log = [];\n",
    "js/sum.js": "import { log as lines } from './deep/log.js';\nlines.push('export one');\n"
    "export function add(a, b) { return a + b; }\nexport class Sum {}\n"
    "export async function slow() { return import('./deep/log.js'); }\n",
    "js/late.js": "import { log } from './deep/log.js';\n"
    "export const late = () => log.push('late');\n",
    "js/again.js": "import { slow } from './sum.js';\nconst { log } = await slow();\n"
    "const more = (await import('./sum.js')).add(2, 2);\n"
    "export const again = () => log.push(more);\n",
}
INSIDE = ["js/sum.js", "js/deep/log.js"]


def test_joined_scripts_do_what_they_did(tmp_path: Path) -> None:
    """What is inside is there once, whoever imports it, now or later."""
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "first.js").write_text(joined(INSIDE, SCRIPTS.__getitem__))
    for path in SCRIPTS.keys() - set(INSIDE):
        text = beside(path, SCRIPTS.__getitem__, frozenset(INSIDE), "js/first.js")
        (tmp_path / path).write_text(text.replace("'/js", f"'{tmp_path}/js"))
    ran = deno("run", "--quiet", str(tmp_path / "js" / "main.js"))
    assert (ran.stdout, ran.stderr) == ("3 export one,late,4\n", "")


def test_no_script_of_ours_imports_what_is_inside_from_elsewhere() -> None:
    inside = set(first_scripts())
    for file in FOLDER.rglob("*.js"):
        path = file.relative_to(FOLDER).as_posix()
        served = find(path)
        assert served is not None
        if path not in inside:
            imported = dependencies(path, served.content.decode())
            assert not inside & {name.lstrip("/") for name in imported}, path


def test_the_first_script_has_every_module_once_and_imports_nothing() -> None:
    served = find(FIRST_SCRIPT)
    assert served is not None
    text = served.content.decode()
    for path in first_scripts():
        assert text.count(f"export const {variable_of(path)}=") == 1, path
    words = [token.text for token in tokens_of(text) if token.kind != "space"]
    at = [place for place, word in enumerate(words) if word == "import"]
    assert all(words[place + 1] == "(" for place in at)
    assert len({variable_of(path) for path in first_scripts()}) == len(first_scripts())
