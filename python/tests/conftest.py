"""What the tests share: a corpus, the command on the same texts, and a watch for what is left behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

WORDS = [
    "river",
    "bridge",
    "stone",
    "old",
    "closed",
    "repairs",
    "monday",
    "library",
    "town",
    "hall",
    "opens",
    "week",
    "market",
    "square",
    "council",
    "plan",
]


def corpus() -> list[str | None]:
    """Eighty texts of which half are exact, normalised or near duplicates, and two without a text."""
    texts: list[str | None] = []
    for number in range(40):
        text = " ".join(WORDS[(number * 7 + at * (number % 5 + 1)) % len(WORDS)] + str(number) for at in range(30))
        other = [text, text.upper() + "!", text + " and more", text.replace(" ", "\n", 1) + ' "é𝒳\\'][number % 4]
        texts += [text, other]
    texts[10] = None
    texts[33] = " \n"
    return texts


@pytest.fixture(scope="session")
def texts() -> list[str | None]:
    return corpus()


def command(*args: str, cwd: Path | None = None) -> Any:
    """The answer of `python -m nearsame`."""
    line = [sys.executable, "-m", "nearsame", *args, "--json"]
    done = subprocess.run(line, cwd=cwd, capture_output=True, check=False)
    return json.loads(done.stdout)


@pytest.fixture(scope="session")
def expected(texts: list[str | None], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the command says of the corpus as JSON lines: its digest, and the rows that it keeps."""
    folder = tmp_path_factory.mktemp("command")
    lines = [json.dumps({"body": text, "row": row}) for row, text in enumerate(texts)]
    (folder / "in.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    report = command("dedupe", "in.jsonl", "--text", "body", "-o", "kept.jsonl", cwd=folder)
    kept = (folder / "kept.jsonl").read_text(encoding="utf-8").splitlines()
    return {"digest": report["digest"], "rows": [json.loads(line)["row"] for line in kept], "folder": folder}


@pytest.fixture(autouse=True, scope="session")
def nothing_left(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """After all tests, no temporary file of ours is left, and no process."""
    place = tmp_path_factory.mktemp("temporary")
    before, tempfile.tempdir = tempfile.tempdir, str(place)
    os.environ["TMPDIR"] = str(place)
    yield
    tempfile.tempdir = before
    assert list(place.glob("nearsame-*")) == []
    assert processes_in(str(place)) == []


def processes_in(text: str) -> list[str]:
    """Command lines of running processes that hold a text."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if text in line:
            found.append(line)
    return found
