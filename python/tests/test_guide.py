"""Every block of the guide runs, and what it says behind `# =>` is so."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

GUIDE = (Path(__file__).parents[2] / "docs/guide/python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)


def test_the_guide_has_its_blocks() -> None:
    assert len(BLOCKS) == 8


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_does_what_it_says(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("datasets", "pandas", "polars"):
        if package in block:
            pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    lines = block.splitlines()
    said = 0
    for statement in ast.parse(block).body:
        text = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
        _, _, value = text.partition("# => ")
        if value:
            said += 1
            assert repr(eval(text, names)) == value
        else:
            exec(text, names)  # noqa: S102
    assert said == block.count("# => ") > 0


def test_the_docstrings_say_what_is_so() -> None:
    import doctest

    import nearsame
    from nearsame import _api, _errors, _index

    for module in (_api, _errors, _index):
        done = doctest.testmod(module)
        assert done.failed == 0
    finder = doctest.DocTestFinder()
    functions = [getattr(nearsame, name) for name in nearsame.__all__ if callable(getattr(nearsame, name))]
    without = [each.__name__ for each in functions if not any(test.examples for test in finder.find(each))]
    assert without == ["Match", "Pairs", "Passages", "Result"]
