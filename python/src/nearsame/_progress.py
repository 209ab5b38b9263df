"""Progress: the line that the command draws on a terminal, in a terminal or a notebook; nothing elsewhere.

The command draws only on a terminal, so it gets one of its own (`pty`), whose lines are read here. On Windows, and where
nobody looks, there is none, and what the command says is kept for its errors.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from typing import Any

_DRAWN = re.compile(r"\r?\x1b\[2K([^\r\x1b]*)")
_STAGE = re.compile(r"^(\w+)\s.*?(\d+) %")


def _is_notebook() -> bool:
    shell = sys.modules.get("IPython")
    found = None if shell is None else shell.get_ipython()
    return found is not None and "ZMQ" in type(found).__name__


def _is_watched() -> bool:
    return os.name != "nt" and (_is_notebook() or (sys.stderr is not None and sys.stderr.isatty()))


@contextlib.contextmanager
def progress_pipe(quiet: bool) -> Iterator[tuple[int, Callable[[], str]]]:
    """Standard error for the command, and a function for what it said there, to call at the end."""
    said: list[str] = []
    if quiet or not _is_watched():
        with tempfile.TemporaryFile() as file:
            yield file.fileno(), lambda: "".join(said)
            said.append(_content(file))
        return
    import pty

    ours, theirs = pty.openpty()
    reader = threading.Thread(target=_draw, args=(ours, said), daemon=True)
    reader.start()
    try:
        yield theirs, lambda: "".join(said)
    finally:
        os.close(theirs)
        reader.join(2)
        os.close(ours)


def _content(file: Any) -> str:
    file.seek(0)
    return str(file.read().decode("utf-8", "replace"))


def _draw(terminal: int, said: list[str]) -> None:
    bar = _Bar()
    pending = ""
    with contextlib.suppress(OSError):
        while piece := os.read(terminal, 65536):
            pending += piece.decode("utf-8", "replace")
            last = 0
            for drawn in _DRAWN.finditer(pending):
                bar.show(drawn[1])
                last = drawn.end()
            said.append(pending[last:])
            pending = ""
            del said[:-50]
    bar.close()


class _Bar:
    """A bar of tqdm for each stage if that is installed; else the line itself, redrawn."""

    def __init__(self) -> None:
        self.stage = ""
        self.bar: Any = None
        self.width = 0
        try:
            self.tqdm: Any = importlib.import_module("tqdm.auto").tqdm
        except ImportError:
            self.tqdm = None

    def show(self, line: str) -> None:
        found = _STAGE.match(line)
        if self.tqdm is None or found is None:
            if self.tqdm is None:
                self._redraw(line)
            return
        stage, percent = found[1], int(found[2])
        if stage != self.stage:
            self.close()
            self.stage = stage
            self.bar = self.tqdm(total=100, desc=stage, unit="%", leave=False)
        self.bar.update(percent - self.bar.n)

    def _redraw(self, line: str) -> None:
        sys.stderr.write("\r" + line.ljust(self.width))
        sys.stderr.flush()
        self.width = len(line)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
        elif self.width > 0:
            self._redraw("")
            sys.stderr.write("\r")
