"""The index: what it answers, and that nothing of it is left."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import nearsame
from conftest import processes_in
from nearsame import Index, NearsameError

BRIDGE = "The old stone bridge across the river is closed for repairs"


def test_an_index_answers_before_something_is_added() -> None:
    with Index(threshold=0.6) as index:
        assert index.check(BRIDGE) == []
        assert index.add({"id": 7, "text": BRIDGE})["status"] == "added"
        assert index.add(BRIDGE.upper(), on_duplicate="reject")["status"] == "rejected"
        several = [
            {"id": "7", "text": BRIDGE + " today"},
            {"id": 7, "text": "again"},
            {"id": "x", "text": "other words"},
        ]
        assert [result["status"] for result in index.add(several)] == ["added", "exists", "added"]
        [match] = [match for match in index.check(BRIDGE) if match["id"] == 7]
        assert (match["similarity"], match["measure"]) == (1, "jaccard")
        assert [len(matches) for matches in index.check([BRIDGE, "nothing"])] == [2, 0]
        assert [cluster["members"] for cluster in index.clusters()] == [[7, "7"], ["x"]]
        assert index.explain(7, "x")["matches"] is False
        document = index.get("7")
        assert document is not None and document["document"]["text"] == BRIDGE + " today"
        assert len(index) == 3
        assert (index.remove("7"), index.remove("7"), index.get("7")) == (True, False, None)
        with pytest.raises(NearsameError) as raised:
            index.add({"id": 1})
        assert raised.value.code == "TEXT_MISSING"
        with pytest.raises(
            NearsameError, match="expected `documents` to be a text, a dict, or several of them, got int"
        ):
            index.check(5)  # type: ignore[arg-type]
        with pytest.raises(NearsameError, match="TEXT_NOT_STRING: expected a text or a dict, got NoneType"):
            index.add([BRIDGE, None])  # type: ignore[list-item]


def test_a_directory_keeps_documents_and_options(tmp_path: Path) -> None:
    place = tmp_path / "an index"
    with Index(place, name="news", threshold=0.7, text=["title", "body"]) as index:
        index.add([{"id": row, "title": f"title {row}", "body": "b " * row} for row in range(700)])
    with Index(place, name="news") as index:
        assert len(index) == 700
    with pytest.raises(NearsameError) as raised:
        Index(place, name="news", threshold=0.8)
    assert raised.value.code == "OPTIONS_MISMATCH"
    assert raised.value.fix == "leave these options out, or take another place or collection"
    with pytest.raises(NearsameError, match="threshold"):
        Index(threshold=7)
    (tmp_path / "file").write_text("")
    with pytest.raises(NearsameError):
        Index(tmp_path / "file")


def test_a_closed_index_says_so_and_messages_name_options_of_python() -> None:
    with Index() as index:
        index.add({"id": "a", "text": BRIDGE})
        with pytest.raises(NearsameError, match='say `on_duplicate` "replace"'):
            index.add({"id": "a", "text": BRIDGE})
    with pytest.raises(NearsameError, match="expected an open index, got a closed one"):
        index.check(BRIDGE)


def test_a_running_server_is_used_by_its_address_and_key() -> None:
    with Index(threshold=0.7) as index:
        index.add({"id": "a", "text": BRIDGE})
        with Index(index._url, key=index._key) as other:
            assert [match["id"] for match in other.check(BRIDGE)] == ["a"]
        with pytest.raises(NearsameError) as raised:
            Index(index._url, key="a wrong one")
        assert raised.value.code == "KEY_MISSING"
        address = index._url
    with pytest.raises(NearsameError) as raised:
        Index(address)
    assert raised.value.code == "SERVER_FAILED"


def test_the_key_is_not_among_the_arguments() -> None:
    with Index() as index:
        assert processes_in(str(index._key)) == []


def test_a_killed_python_leaves_neither_server_nor_folder(tmp_path: Path) -> None:
    program = "import nearsame, time\nindex = nearsame.Index()\nprint('ready', flush=True)\ntime.sleep(600)"
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    line = [sys.executable, "-c", program]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        assert processes_in(str(tmp_path)) != []
        process.kill()
    end = time.monotonic() + 30
    while (processes_in(str(tmp_path)) or list(tmp_path.iterdir())) and time.monotonic() < end:
        time.sleep(0.05)
    assert processes_in(str(tmp_path)) == []
    assert list(tmp_path.iterdir()) == []


def test_an_index_that_is_not_closed_ends_with_its_process(tmp_path: Path) -> None:
    program = f"import nearsame\nindex = nearsame.Index()\nindex.add({nearsame.__version__!r})"
    subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, "TMPDIR": str(tmp_path)})
    end = time.monotonic() + 30
    while (processes_in(str(tmp_path)) or list(tmp_path.iterdir())) and time.monotonic() < end:
        time.sleep(0.05)
    assert list(tmp_path.iterdir()) == []
