"""Flags: the keyword arguments of a function as arguments of its command."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Mapping
from typing import Any

from ._errors import NearsameError, option_error
from ._options import OPTIONS


def given(command: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that have a value. Raises NearsameError OPTION_UNKNOWN for one that the command has not."""
    known = OPTIONS[command]
    for name in options:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            raise NearsameError(
                "OPTION_UNKNOWN",
                expected=f"an option of `{command}`",
                got=f"`{name}`",
                fix=f"write `{near[0]}`" if near else f"see `help(nearsame.{command})`",
            )
    return {name: value for name, value in options.items() if value is not None}


def flags(command: str, options: Mapping[str, Any]) -> list[str]:
    """Arguments for options that have a value."""
    return [flag for name, value in options.items() for flag in _flag(command, name, value)]


def _flag(command: str, name: str, value: Any) -> Iterable[str]:
    flag, kind, _ = OPTIONS[command][name]
    if kind in ("flag", "switch"):
        if not isinstance(value, bool):
            raise option_error(name, "True or False", repr(value), "change the value")
        if kind == "switch":
            return [f"{flag}={'on' if value else 'off'}"]
        return [flag] if value else []
    if kind in ("path", "table"):
        return [f"{flag}={path_of(name, value)}"]
    if kind == "mapping" and isinstance(value, Mapping):
        return [f"{flag}={key}={_text(name, item)}" for key, item in value.items()]
    if kind == "mapping" and name == "columns":
        return [f"--columns={_text(name, value)}"]
    if kind == "fields" and isinstance(value, Mapping):
        return [f"{flag}={','.join(f'{key}={item}' for key, item in value.items())}"]
    if kind == "repeated":
        return [f"{flag}={_text(name, item)}" for item in listed(value)]
    if kind in ("list", "fields"):
        return [f"{flag}={','.join(_text(name, item) for item in listed(value))}"]
    return [f"{flag}={_text(name, value)}"]


def listed(value: Any) -> list[Any]:
    """One value, or those of a list or tuple. A tuple is one label only where the data have it: see `_carrier`."""
    return list(value) if isinstance(value, (list, tuple)) else [value]


def path_of(name: str, value: Any) -> str:
    """The absolute path, since the command runs in another folder; URLs of objects as they are."""
    if not isinstance(value, (str, os.PathLike)) or os.fspath(value) == "":
        raise option_error(name, "the name of a file or directory", repr(value), "name a file")
    path = os.fspath(value)
    if path == "-":
        raise option_error(name, "the name of a file", "'-', for what a shell reads or shows", "name a file")
    if "://" in path:
        return path
    return os.path.abspath(path) + ("/" if path.endswith("/") else "")


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        number = getattr(value, "item", None)  # of numpy
        if isinstance(value, bool) or number is None:
            raise option_error(name, "a text or a number", repr(value), "change the value")
        return str(number())
    return str(value)
