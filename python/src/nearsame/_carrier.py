"""Carrier: hands the columns that a job needs over to the command, as a file in the private folder.

    texts and the columns that options name  ──▶  rows.jsonl   {"body":"...","score":3}
    all other columns                             stay where they are

The command answers with places in this file, `rows.jsonl:17`, which is row 16. So nothing of the caller is ever read back.

JSON lines are what the command reads fastest: 33 MB of texts cost 0.1 CPU s to write and 0.8 for the command, where a file
of Arrow costs 0.04 and 1.4, since the command makes lines of it.
"""

from __future__ import annotations

import datetime
import decimal
import difflib
import itertools
import json
import math
import numbers
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from json.encoder import encode_basestring
from pathlib import Path
from typing import Any

from ._errors import NearsameError, option_error
from ._flags import listed
from ._frames import Frame, Stream, field_of, is_missing

#: Rows that are written together.
_BATCH = 64
#: The field with the number of the row, where kept records are read back.
NUMBER = "nearsame row"
#: Names that the notation of `--text` can say; other columns go over under names of their own.
_PLAIN = re.compile(r"[^\s,.*=:]([^,.*=]*[^\s,.*=])?")
#: The fields of keep rules, and of the rule for merged records.
_RULE = re.compile(r"(?:^|,)\s*(?:max|min|prefer|newest):([^=,]+)")


class Sent:
    """Data that have been handed over."""

    def __init__(
        self, path: Path, frame: Frame, text: Sequence[int], names: Mapping[str, str], ids: int | None
    ) -> None:
        self.path = path
        #: The file as the command is told of it.
        self.name = path.name
        self.frame = frame
        #: Positions of the text columns.
        self.text = text
        #: Options that name columns, as the command gets them.
        self.names = names
        self._id = ids

    @property
    def rows(self) -> int:
        return self.frame.rows or 0

    def row(self, place: str) -> int:
        """The row of a place, `rows.jsonl:17`."""
        return int(place.rpartition(":")[2]) - 1

    def row_of_id(self) -> Callable[[str], int]:
        """What gives the row of an id in a file of pairs: the first one that has it."""
        if self._id is None:
            return self.row
        rows: dict[str, int] = {}
        for row, value in enumerate(self.frame.column(self._id)):
            rows.setdefault(self.row_name(row) if is_missing(value) else _id_text(value), row)
        return rows.__getitem__

    def row_name(self, row: int) -> str:
        """What the command calls a row without an id."""
        return f"{self.name}:{row + 1}"

    def id_name(self, given: Any) -> str:
        """What the command calls the document that a caller names: a row, or an id if there is a column of ids."""
        if self._id is not None:
            return _id_text(given)
        if isinstance(given, bool) or not hasattr(given, "__index__") or not 0 <= given < self.rows:
            raise option_error("row", f"a row in [0, {self.rows})", repr(given), "rows are positions, from 0")
        return self.row_name(given.__index__())


def _id_text(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def send(frame: Frame, options: Mapping[str, Any], folder: Path, name: str = "rows", prefix: str = "") -> Sent:
    """Writes what the options need. `prefix` is that of options about the other side.

    Raises NearsameError TEXT_FIELD, OPTION_VALUE.
    """
    labels = _Labels(frame)
    ids = options.get(f"{prefix}id")
    if ids is None and options.get("id") in frame.labels:
        ids = options.get("id")  # of the other side, too
    id_position = None if ids is None else labels.position(f"{prefix}id", ids)[0]
    text, wanted = _text_of(labels, options, prefix, id_position)
    named = {f"{prefix}text": ",".join(wanted)}
    positions = dict.fromkeys(text)
    if id_position is not None:
        named[f"{prefix}id"] = labels.names[id_position]
        positions[id_position] = None
    for option, label in _columns_of(options, labels):
        position, rest = labels.position(option, label)
        positions[position] = None
        if option == "within":
            named[option] = labels.names[position] + rest
    # Which rows without a text were dropped only the kept records say, so these are numbered then.
    is_numbered = options.get("null") == "drop"
    if is_numbered and "*" in wanted:
        named["text"] = ",".join(labels.names[position] for position in text)
    columns = {position: labels.names[position] for position in positions}
    path = folder / f"{name}.jsonl"
    texts = () if wanted == ["*"] else text  # columns of all kinds are compared as they are
    writers = {position: _text_json if position in texts else _json for position in positions}
    frame.rows = _write_json(path, frame, columns, writers, NUMBER if is_numbered else None)
    return Sent(path, frame, text, named, id_position)


class _Labels:
    """The columns of a frame by what callers call them."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        labels = frame.labels
        self.names = [
            label if isinstance(label, str) and _PLAIN.fullmatch(label) and labels.count(label) == 1 else f"column_{at}"
            for at, label in enumerate(labels)
        ]

    def position(self, option: str, label: Any) -> tuple[int, str]:
        """The column that a label means, and the path inside its values, such as `.main`."""
        found = [at for at, each in enumerate(self.frame.labels) if type(each) is type(label) and each == label]
        if len(found) == 1:
            return found[0], ""
        if len(found) > 1:
            got = f"{len(found)} columns called {label!r}"
            raise option_error(option, "the name of one column", got, "rename one of them")
        if isinstance(label, str) and "." in label and label.partition(".")[0] in self.frame.labels:
            first, dot, rest = label.partition(".")
            return self.position(option, first)[0], dot + rest
        known = [str(each) for each in self.frame.labels]
        near = difflib.get_close_matches(str(label), known, 1)
        shown = ", ".join(known[:20]) or "there is none"
        fix = f"name {near[0]!r}" if near else f"name one of the columns: {shown}"
        code = "TEXT_FIELD" if option.endswith("text") else "OPTION_VALUE"
        raise NearsameError(code, expected=f"`{option}` to name a column", got=repr(label), fix=fix)


def _text_of(labels: _Labels, options: Mapping[str, Any], prefix: str, ids: int | None) -> tuple[list[int], list[str]]:
    """The text columns, and the names under which they go over."""
    frame = labels.frame
    given = options.get(f"{prefix}text")
    if given is None and prefix != "":
        of_other = [label for label in listed(options.get("text", [])) if label in frame.labels or label == "*"]
        given = of_other or None
    if given is None and options.get("method") == "records" and "text" not in frame.labels and len(frame.labels) > 1:
        given = "*"  # as the command compares them, field by field
    if given is None:
        position = _found_text(labels, ids)
        return [position], [labels.names[position]]
    if isinstance(given, str) and given not in frame.labels:
        given = [part.strip() for part in given.split(",")]
    wanted = [given] if isinstance(given, tuple) and given in frame.labels else listed(given)
    if wanted == ["*"]:
        others = {ids, frame.labels.index("id") if ids is None and "id" in frame.labels else None}
        return [position for position in range(len(frame.labels)) if position not in others], ["*"]
    found = [labels.position(f"{prefix}text", label) for label in wanted]
    return [position for position, _ in found], [labels.names[position] + rest for position, rest in found]


def _found_text(labels: _Labels, ids: int | None) -> int:
    """The column "text", else the only one of texts that holds no ids, as the command finds it."""
    frame = labels.frame
    if "text" in frame.labels:
        return labels.position("text", "text")[0]
    others = [position for position, label in enumerate(frame.labels) if position != ids and label != "id"]
    of_texts = [position for position in others if frame.is_text(position)]
    if len(of_texts) == 1:
        return of_texts[0]
    shown = ", ".join(str(frame.labels[position]) for position in of_texts)
    raise NearsameError(
        "TEXT_FIELD",
        expected="a column `text`, or one column of texts",
        got=f"several: {shown}" if of_texts else "none",
        fix="name it with `text`",
    )


def _columns_of(options: Mapping[str, Any], labels: _Labels) -> Iterator[tuple[str, Hashable]]:
    """The columns that options other than those of texts and ids name."""
    if options.get("within") is not None:
        yield "within", options["within"]
    for option in ("keep", "golden_rule"):
        rules = ",".join(str(rule) for rule in listed(options.get(option) or []))
        for rule in _RULE.finditer(rules):
            yield option, rule[1].strip()
    if isinstance(options.get("columns"), Mapping):
        for label in options["columns"]:
            yield "columns", label
    if options.get("deletes") is not None:
        for label in labels.frame.labels:
            if isinstance(label, str) and label.startswith("_"):
                yield "deletes", label


def _write_json(
    path: Path,
    frame: Frame,
    names: Mapping[int, str],
    writers: Mapping[int, Callable[[Any], str]],
    number: str | None,
) -> int:
    """Writes the columns as JSON lines, with a field for the number of the row. Returns the number of rows."""
    writing = [*(writers[position] for position in names), _json]
    keys = [f"{encode_basestring(name)}:" for name in [*names.values(), *([] if number is None else [number])]]
    rows = 0
    with path.open("wb") as file:
        found = _rows(frame, list(names))
        numbered = found if number is None else ([*row, at] for at, row in enumerate(found))
        while batch := list(itertools.islice(numbered, _BATCH)):
            lines = _lines_of_texts(keys[0], [row[0] for row in batch]) if len(keys) == 1 else None
            file.write(_lines(keys, writing, batch) if lines is None else lines)
            rows += len(batch)
    return rows


def _lines(keys: Sequence[str], writing: Sequence[Callable[[Any], str]], batch: Iterable[Sequence[Any]]) -> bytes:
    lines = [
        "{" + ",".join([key + write(value) for key, write, value in zip(keys, writing, row, strict=False)]) + "}\n"
        for row in batch
    ]
    # A lone surrogate becomes its escape, as in JSON.
    return "".join(lines).encode("utf-8", "backslashreplace")


#: Between the texts of a batch.
_BETWEEN = b"\x1e"
_ESCAPES = ((b"\\", b"\\\\"), (b'"', b'\\"'), (b"\n", b"\\n"), (b"\r", b"\\r"), (b"\t", b"\\t"))
_OTHER_CONTROLS = bytes(set(range(32)) - set(b"\n\r\t"))


def _lines_of_texts(key: str, texts: Sequence[Any]) -> bytes | None:
    """The lines of one column if all values are texts without rare letters: all at once, a third of the time."""
    try:
        # Each by itself: one wide letter would make the whole batch wide.
        joined = _BETWEEN.join(map(str.encode, texts))
    except (TypeError, UnicodeEncodeError):
        return None
    if len(joined) - len(joined.translate(None, _OTHER_CONTROLS)) != len(texts) - 1:
        return None
    for letter, escape in _ESCAPES:
        joined = joined.replace(letter, escape)
    start = f'{{{key}"'.encode()
    return start + joined.replace(_BETWEEN, b'"}\n' + start) + b'"}\n'


def _rows(frame: Frame, positions: Sequence[int]) -> Iterator[Sequence[Any]]:
    if isinstance(frame, Stream):
        labels = [frame.labels[position] for position in positions]
        for number, item in enumerate(frame.read()):
            yield [item] if frame.is_texts else [field_of(item, label, number) for label in labels]
        return
    columns = [frame.column(position) for position in positions]
    yield from zip(*columns, strict=True)


def _json(value: Any) -> str:
    if type(value) is str:
        return encode_basestring(value)
    return "null" if is_missing(value) else plain_json(value)


def _text_json(value: Any) -> str:
    """A number among texts is its digits, as a spreadsheet shows it: 1984 for 1984.0, too."""
    if type(value) is str:
        return encode_basestring(value)
    is_number = isinstance(value, (numbers.Real, decimal.Decimal)) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value):
        return _json(value)
    return encode_basestring(str(int(value)) if value == int(value) else str(value))


def plain_json(value: Any) -> str:
    """JSON of values of Python, numpy and pandas; numbers that are none become null."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)
    except ValueError:  # a number that is none, somewhere inside
        return json.dumps(_without_nan(value), ensure_ascii=False, default=lambda each: _without_nan(_plain(each)))


def _plain(value: Any) -> Any:
    """Values of other types as JSON has them."""
    if isinstance(value, datetime.datetime):
        is_day = value.tzinfo is None and value.time() == datetime.time()
        return value.date().isoformat() if is_day else value.isoformat()
    if isinstance(value, bytes):
        return _decoded(value)
    if isinstance(value, decimal.Decimal):
        return float(value)
    for name in ("tolist", "item", "to_list"):
        if hasattr(value, name):
            return getattr(value, name)()
    return str(value)


def _decoded(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError as cause:
        got = f"other bytes: {value[:20]!r}"
        fix = "decode them before, with their encoding"
        raise NearsameError("ENCODING_INVALID", expected="texts, or bytes of UTF-8", got=got, fix=fix) from cause


def _without_nan(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _without_nan(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_nan(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def texts_of(sent: Sent, rows: Iterable[int]) -> dict[int, str]:
    """The text of some rows, as it is shown to people."""
    wanted = set(rows)
    columns = [sent.frame.column(position) for position in sent.text] if wanted else []
    found: dict[int, str] = {}
    for row, values in enumerate(zip(*columns, strict=True)):
        if row in wanted:
            found[row] = "\n".join(str(value) for value in values if not is_missing(value))
    return found
