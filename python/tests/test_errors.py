"""What is refused, and what interrupts a run."""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import nearsame
from nearsame import NearsameError
from nearsame._options import OPTIONS

REFUSED: list[tuple[Any, dict[str, Any], str, str]] = [
    (["a"], {"threshold": 2}, "OPTION_VALUE", 'expected `threshold` to be a number in (0, 1], got "2"'),
    (["a"], {"treshold": 0.8}, "OPTION_UNKNOWN", "got `treshold`. To fix: write `threshold`."),
    (["a"], {"near": "on"}, "OPTION_VALUE", "expected `near` to be True or False, got 'on'"),
    (["a"], {"seed": True}, "OPTION_VALUE", "expected `seed` to be a text or a number, got True"),
    (["a"], {"output": "kept.jsonl"}, "OPTION_VALUE", "To fix: take `kept` of the result"),
    (["a"], {"removed": "-"}, "OPTION_VALUE", "expected `removed` to be the name of a file, got '-'"),
    (["a"], {"state": "state"}, "OPTION_VALUE", "expected `state` to be left out for data in memory"),
    ([{"a": "x", "b": "y"}], {}, "TEXT_FIELD", "got several: a, b. To fix: name it with `text`"),
    ([{"a": 1}], {}, "TEXT_FIELD", "got none"),
    ([{"body": "x"}], {"text": "boddy"}, "TEXT_FIELD", "got 'boddy'. To fix: name 'body'"),
    ([{"body": "x"}], {"within": "language"}, "OPTION_VALUE", "expected `within` to name a column"),
    ([{"body": "x"}], {"keep": "max:score"}, "OPTION_VALUE", "expected `keep` to name a column, got 'score'"),
    ([1, 2], {}, "INPUT_FORMAT_UNKNOWN", "got a list of int"),
    (7, {}, "INPUT_FORMAT_UNKNOWN", "got int"),
    ({"a", "b"}, {}, "INPUT_FORMAT_UNKNOWN", "got a set, whose rows have no order"),
    (range(3), {}, "INPUT_FORMAT_UNKNOWN", "got range of int"),
    ((("a", "b") for _ in "ab"), {}, "INPUT_FORMAT_UNKNOWN", "got generator of tuple"),
    (
        "no-such-file.jsonl",
        {},
        "INPUT_MISSING",
        'got "no-such-file.jsonl". To fix: check the path; texts come in a list',
    ),
    (["a"], {"temp": "/no/such/directory"}, "OUTPUT_DIRECTORY", "got No such file or directory, at /no/such/directory"),
    (["a", "b"], {"decisions": [(0, 1, "same"), (1, 0, "no")]}, "PAIRS_FILE", 'got "no", at row 1 of `decisions`. To'),
    (
        ["a", "b"],
        {"decisions": [(0, 1, "same"), (0, 1, "different")]},
        "DECISIONS_CONFLICT",
        "at row 0 of `decisions`, row 1 of `decisions`. To fix",
    ),
    (["a"], {"decisions": [(0, 5, "same")]}, "OPTION_VALUE", "expected `row` to be a row in [0, 1), got 5"),
    ([{"t": "a"}, "b"], {"text": "t"}, "RECORD_NOT_OBJECT", "got str, at row 1"),
    ([{"t": b"a\xff"}], {"text": "t"}, "ENCODING_INVALID", "expected texts, or bytes of UTF-8"),
    ([{"t": {"a": 1}}, {"t": "b"}], {"text": "t", "on_error": "stop"}, "TEXT_NOT_STRING", "at row 0"),
]


@pytest.mark.parametrize(("data", "options", "code", "words"), REFUSED)
def test_a_refusal_says_what_was_expected_in_words_of_python(
    data: Any, options: dict[str, Any], code: str, words: str
) -> None:
    with pytest.raises(NearsameError) as raised:
        nearsame.dedupe(data, **options)
    error = raised.value
    assert error.code == code
    assert words in str(error)
    assert "--" not in str(error)
    assert error.expected and error.got and error.fix
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, str(again), again.values) == (code, str(error), error.values)


def test_too_many_bad_records_are_counted_in_values(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"text":"a"}\nno\n{"text":"b"}\nno\n')
    with pytest.raises(NearsameError) as raised:
        nearsame.dedupe(tmp_path / "bad.jsonl")
    assert raised.value.code == "TOO_MANY_BAD"
    assert (raised.value.values["bad"], raised.value.values["records"]) == (1, 2)
    assert raised.value.values["first"].startswith("expected one JSON object per line")


def test_the_options_are_those_of_the_commands() -> None:
    for command, options in OPTIONS.items():
        printed = subprocess.run(
            [sys.executable, "-m", "nearsame", command, "--help"], stdout=subprocess.PIPE, check=True, text=True
        ).stdout
        flags = set(re.findall(r"^  (?:-\w, )?--([a-z-]+)", printed, re.MULTILINE)) - {"help", "json", "ids", "against"}
        if "column" in flags:
            flags -= {"columns"}
        assert {option.flag[2:] for option in options.values()} == flags, command
        assert set(options) <= set(str(getattr(nearsame, command).__signature__).replace("=", " ").split()) | set(
            options
        )
        assert all(f"    {name}: " in getattr(nearsame, command).__doc__ for name in options)


def test_the_command_is_the_command() -> None:
    version = subprocess.run(
        [sys.executable, "-m", "nearsame", "--version"], stdout=subprocess.PIPE, check=True, text=True
    )
    assert version.stdout.strip() == nearsame.__version__
    line = [sys.executable, "-m", "nearsame", "dedupe", "nix.jsonl", "-o", "kept.jsonl"]
    missing = subprocess.run(line, stderr=subprocess.PIPE, text=True, check=False)
    assert (missing.returncode, missing.stderr.startswith("nearsame: INPUT_MISSING: ")) == (2, True)


def test_a_command_that_dies_says_its_last_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    dying = tmp_path / "node"
    dying.write_text("#!/bin/sh\necho 'heap out of memory' >&2\nexit 134\n")
    dying.chmod(0o700)
    monkeypatch.setenv("NEARSAME_NODE", str(dying))
    with pytest.raises(NearsameError) as refused:
        nearsame.dedupe(["one", "two"])
    assert refused.value.code == "BUG"
    assert refused.value.got == "status 134: heap out of memory"
    assert refused.value.fix is not None


def test_another_node_may_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from nearsame._engine import node

    link = tmp_path / "a node with blanks"
    link.symlink_to(node())
    monkeypatch.setenv("NEARSAME_NODE", str(link))
    assert nearsame.dedupe(["a", "a"]).kept == ["a"]
    monkeypatch.setenv("NEARSAME_NODE", str(tmp_path / "none"))
    with pytest.raises(NearsameError, match=r"expected Node 22\.18 or newer"):
        nearsame.dedupe(["a"])


LONG = """
import nearsame, sys
texts = [" ".join(str((row * 31 + at * at) % 9973) for at in range(300)) for row in range({rows})]
print("written", flush=True)
try:
    nearsame.dedupe(texts, recall="exact", threshold=0.1, shingle="words:1")
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(3)
"""


def _start(tmp_path: Path, rows: int = 2000) -> subprocess.Popen[str]:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    line = [sys.executable, "-c", LONG.replace("{rows}", str(rows))]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None and process.stdout.readline() == "written\n"
    _until(lambda: _node_of(process.pid) is not None)
    time.sleep(0.5)
    return process


def _until(is_true: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.02)


def _node_of(pid: int) -> int | None:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(children[0]) if children else None


def test_an_interrupt_ends_the_run_and_leaves_no_file(tmp_path: Path) -> None:
    process = _start(tmp_path)
    node = _node_of(process.pid)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert (output, process.returncode) == ("interrupted\n", 3)
    assert not Path(f"/proc/{node}").exists()
    assert list(tmp_path.iterdir()) == []


def test_a_killed_python_leaves_neither_process_nor_file(tmp_path: Path) -> None:
    process = _start(tmp_path)
    node = _node_of(process.pid)
    process.kill()
    process.wait()
    _until(lambda: not Path(f"/proc/{node}").exists())
    assert list(tmp_path.iterdir()) == []


def test_two_runs_at_once_do_not_disturb_each_other(texts: list[Any], expected: dict[str, Any]) -> None:
    digests: list[str] = []
    threads = [threading.Thread(target=lambda: digests.append(nearsame.dedupe(texts).digest)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert digests == [expected["digest"]] * 2


def test_a_path_with_blanks_and_odd_letters(tmp_path: Path, texts: list[Any], expected: dict[str, Any]) -> None:
    folder = tmp_path / "a folder, with = é"
    folder.mkdir()
    report = folder / "the report.json"
    result = nearsame.dedupe(texts, temp=folder, report=report, removed=folder / "removed.csv")
    assert result.digest == expected["digest"]
    assert sorted(path.name for path in folder.iterdir()) == ["removed.csv", "the report.json"]


def test_data_that_changed_after_the_run_are_not_filtered_by_its_rows() -> None:
    data = ["a b", "A b", "c"]
    result = nearsame.dedupe(data)
    data.append("d")
    with pytest.raises(NearsameError, match="INPUT_CHANGED: expected data of 3 rows, got 4"):
        _ = result.kept
    once = nearsame.dedupe(text for text in data)
    with pytest.raises(NearsameError, match="expected data that can be read again, got a generator"):
        once.to_html("never.html")
