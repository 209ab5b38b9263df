"""Errors: the one class that all functions raise, with the parts of its message."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_FLAG = re.compile(r"(`?)--([a-z][a-z-]*[a-z])\1")
_PLACE = re.compile(r"\b(rows|against)\.(?:jsonl|arrow):(\d+)")
_PAIR_PLACE = re.compile(r"(^|, )[^,]*nearsame-python-\w+[/\\](decisions|accept|reject|labelled)\.csv:(\d+)")
_NAMES = {"column": "columns", "param": "params"}
_SERVER_NAME = "`onDuplicate`"


class NearsameError(Exception):
    """What nearsame refuses, or what failed.

    Its text reads `CODE: expected ..., got ..., at .... To fix: ....`; the page `docs/errors.md` explains each code.

    >>> NearsameError("OPTION_VALUE", expected="`threshold` to be a number in (0, 1]", got="2", fix="change it").code
    'OPTION_VALUE'
    """

    def __init__(
        self,
        code: str,
        *,
        expected: str,
        got: str,
        fix: str,
        where: str | None = None,
        values: Mapping[str, Any] | None = None,
    ) -> None:
        place = "" if where is None else f", at {where}"
        super().__init__(f"{code}: expected {expected}, got {got}{place}. To fix: {fix}.")
        self.code = code
        self.expected = expected
        self.got = got
        self.where = where
        self.fix = fix
        self.values = {} if values is None else dict(values)

    def __reduce__(self) -> tuple[Any, ...]:
        names = ("expected", "got", "fix", "where", "values")
        parts = {name: getattr(self, name) for name in names}
        return _rebuilt, (self.code, parts)


def _rebuilt(code: str, parts: dict[str, Any]) -> NearsameError:
    return NearsameError(code, **parts)


def option_error(name: str, expected: str, got: str, fix: str) -> NearsameError:
    """A refused value of the option `name`."""
    return NearsameError("OPTION_VALUE", expected=f"`{name}` to be {expected}", got=got, fix=fix)


def error_of(told: Mapping[str, Any]) -> NearsameError:
    """The error that the command prints for `--json`, with options as Python names them."""
    code = str(told.get("code", "BUG"))
    if "expected" not in told:  # of the operating system
        message = str(told.get("message", code))
        return NearsameError(code, expected="the system to do it", got=message, fix="see what the system says")
    parts = {name: _in_python(str(told[name])) for name in ("expected", "got", "fix")}
    if code == "OPTIONS_MISMATCH":  # an index knows no requests
        parts["fix"] = "leave these options out, or take another place or collection"
    where = told.get("where")
    place = None if where is None else _in_python(str(where))
    return NearsameError(code, **parts, where=place, values=told.get("values"))


def _in_python(words: str) -> str:
    words = words.replace(_SERVER_NAME, "`on_duplicate`")
    return in_rows(_FLAG.sub(lambda flag: f"`{_NAMES.get(flag[2], flag[2]).replace('-', '_')}`", words))


def in_rows(words: str) -> str:
    """Places in files that went over, as rows of the data: `rows.jsonl:17` is row 16; below a header row 15."""
    words = _PAIR_PLACE.sub(lambda at: f"{at[1]}row {int(at[3]) - 2} of `{at[2]}`", words)
    return _PLACE.sub(lambda at: f"row {int(at[2]) - 1}{' of against' if at[1] == 'against' else ''}", words)
