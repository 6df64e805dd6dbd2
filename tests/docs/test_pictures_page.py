"""The page on pictures does what it shows."""

import doctest
import re
from pathlib import Path

from eminence.cython_ext.pictures import scene
from eminence.play import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "pictures.md").read_text("utf-8")


def test_the_pages_commands_write_the_pictures(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    position, *hints = re.findall(r"^eminence (.*)$", PAGE, re.MULTILINE)
    command, _, file = position.partition(" > ")
    assert main.main(command.split()) == 0
    (tmp_path / file).write_text(capsys.readouterr().out, "utf-8")
    assert len(hints) == 2
    for hint in hints:
        assert main.main(hint.split()) == 0
    assert (tmp_path / "board.svg").read_text("utf-8").startswith("<svg ")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


def test_the_pages_example_in_python_does_what_it_shows():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(code, {}, "pictures.md", "pictures.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_page_names_all_shapes_and_modules_that_are_there():
    shapes = {kind.__name__ for kind in scene.Shape.__subclasses__()}
    table = PAGE.partition("| shape |")[2].partition("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", table)) == shapes
    for module in re.findall(r"`((?:engines|cython_ext)/[\w/]+\.py)`", PAGE):
        assert (ROOT / module).is_file()
