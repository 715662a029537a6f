"""The browser's shapes are those of the rules."""

from scripts.web_shapes import TARGET, module_text


def test_the_shapes_of_the_browser_are_written_from_the_rules() -> None:
    assert TARGET.read_text("utf-8") == module_text(), "run: python -m scripts.web_shapes"
