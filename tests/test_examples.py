"""The examples in the documentation run and print what the page says.

An example is a `>>>` line and what follows it. The examples of one page share their names, so that
a page can be read, and tried, from top to bottom.
"""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def examples_of(text: str, page: str) -> doctest.DocTest:
    # The fence that closes a block would be read as expected output. Emptied, not removed: the line
    # numbers in a report stay those of the page.
    unfenced = re.sub(r"^[ \t]*(```|~~~).*$", "", text, flags=re.MULTILINE)
    return doctest.DocTestParser().get_doctest(unfenced, {"__name__": page}, page, page, 0)


def failures_of(examples: doctest.DocTest) -> str:
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=report.append)
    return "".join(report)


PAGES = {
    str(path.relative_to(ROOT)): examples
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
    if (examples := examples_of(path.read_text(encoding="utf-8"), path.name)).examples
}


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_hold(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # an example may write a file
    assert not (failures := failures_of(PAGES[page])), "\n" + failures


def test_the_documentation_has_examples() -> None:
    assert PAGES, "no page has an example: they are gone, or no longer found"


def test_a_wrong_example_is_reported() -> None:
    report = failures_of(examples_of("Text.\n```python\n>>> 6 * 7\n41\n```\nText.", "page.md"))
    assert 'File "page.md", line 3' in report
    assert "Got:\n    42\n" in report


def test_a_right_example_right_before_a_fence_is_not() -> None:
    examples = examples_of("```python\n>>> 6 * 7\n42\n```\n", "page.md")
    assert len(examples.examples) == 1
    assert failures_of(examples) == ""
