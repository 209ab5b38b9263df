"""Tables of pairs that a caller hands in: decisions, predicted pairs, true ones."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ._carrier import Sent
from ._errors import option_error
from ._flags import path_of
from ._frames import frame_of, is_missing, is_path

#: Names of the two columns of a pair: those of files, and those of our tables.
_FIRST = ("id1", "row1", "row")
_SECOND = ("id2", "row2", "against")


def pairs_file(option: str, value: Any, folder: Path, first: Sent | None, second: Sent | None) -> Path:
    """The file of a table of pairs, as the command reads it. Rows get the names under which they went over."""
    if is_path(value):
        return Path(path_of(option, value))
    path = folder / f"{option}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        rows = iter(_rows(option, value))
        head = next(rows)
        writer.writerow(head)
        survivor_at = head.index("survivor") if "survivor" in head else None
        for row in rows:
            named = [_name(first, row[0]), _name(second, row[1]), *map(_word, row[2:])]
            if survivor_at is not None and named[survivor_at] != "":
                named[survivor_at] = _name(second, row[survivor_at])
            writer.writerow(named)
    return path


def _name(sent: Sent | None, value: Any) -> str:
    return str(value) if sent is None else sent.id_name(value)


def _word(value: Any) -> str:
    """`decision` may be True for same, False for different."""
    if isinstance(value, bool):
        return "same" if value else "different"
    return "" if is_missing(value) else str(value)


def _rows(option: str, value: Any) -> Iterable[list[Any]]:
    """The names of the columns, then the rows."""
    if isinstance(value, (list, tuple)) and all(isinstance(row, (list, tuple)) for row in value):
        width = max((len(row) for row in value), default=2)
        names = ["id1", "id2", "decision", "survivor"][:width]
        return [names, *([*row, *[None] * (width - len(row))] for row in value)]
    frame = frame_of(value)
    columns: Mapping[Any, int] = {label: at for at, label in enumerate(frame.labels)}
    pair = [next((columns[name] for name in names if name in columns), None) for names in (_FIRST, _SECOND)]
    if pair[0] is None or pair[1] is None:
        fix = "name the columns `row1` and `row2`, or `id1` and `id2`"
        raise option_error(option, "a table of pairs", f"columns {list(columns)}", fix)
    more = [name for name in ("decision", "survivor") if name in columns]
    taken = [frame.column(position) for position in (pair[0], pair[1], *(columns[name] for name in more))]
    return [["id1", "id2", *more], *(list(row) for row in zip(*taken, strict=True))]
