"""Jobs: from data and options to a command line, and from the files of its run to a result."""

from __future__ import annotations

import csv
import gzip
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _engine
from ._carrier import NUMBER, Sent, send, texts_of
from ._errors import NearsameError, option_error
from ._flags import flags, given, listed, path_of
from ._frames import Columns, Dicts, frame_of, is_path, rows_of
from ._options import OPTIONS
from ._results import Match, Pairs, Passages, Result, unknown_rows
from ._tables import pairs_file

#: Outputs with whole records: of data in memory only the columns that are needed go over.
_RECORDS = ("output", "annotate", "annotated", "kept")


class Job:
    """A run of a command on data: its private folder, its sides, its arguments."""

    def __init__(self, command: str, options: Mapping[str, Any], folder: Path) -> None:
        self.command = command
        self.folder = folder
        self.options = given(command, options)
        self.asked = dict(self.options)
        self.sent: dict[str, Sent] = {}
        #: Where the command runs: beside the data, so that they have short names; where the caller is for files.
        self.cwd: Path | None = None

    def side(self, data: Any, prefix: str = "") -> list[str]:
        """Inputs of the command for one side; data in memory are written."""
        if is_path(data):
            paths = [os.fspath(path) for path in listed(data)]
            return paths if self.cwd is None else [path_of("against", path) for path in paths]
        if prefix == "":
            self._refuse_records()
            self.cwd = self.folder
        name = "against" if prefix else "rows"
        sent = send(frame_of(data), self.options, self.folder, name, prefix)
        self.sent[name] = sent
        self.asked.update(sent.names)
        if "temp" in OPTIONS[self.command]:
            self.asked.setdefault("temp", self.folder)
        if self.cwd is None:
            sent.name = str(sent.path)
        return [sent.name]

    def _refuse_records(self) -> None:
        if "state" in self.options:
            fix = "write the data to a file that stays there, and name it"
            raise option_error("state", "left out for data in memory, as it reads files again", "a directory", fix)
        for name in _RECORDS:
            if name in self.options:
                fix = "take `kept` of the result, and write that"
                raise option_error(name, "left out for data in memory", repr(self.options[name]), fix)

    def out(self, option: str, name: str) -> Path:
        """Where an output goes that is read here: to the file that the caller names, else to the private folder."""
        wanted = self.options.get(option)
        path = Path(path_of(option, wanted)) if wanted is not None else self.folder / name
        self.asked[option] = path
        return path

    def tables(self) -> None:
        """Writes tables of pairs that were handed in."""
        first = self.sent.get("rows")
        second = self.sent.get("against", first)
        for option in ("decisions", "accept", "reject", "labelled"):
            if option in self.options:
                self.asked[option] = pairs_file(option, self.options[option], self.folder, first, second)

    def run(self, inputs: Sequence[str], *more: str) -> Any:
        self.tables()
        line = [self.command, "--json", *flags(self.command, self.asked), *more, "--", *inputs]
        try:
            return _engine.run(line, self.folder, self.cwd, quiet=self.options.get("quiet", False))
        except NearsameError as error:
            # The fixes of the command are about a shell and files.
            fix = {
                "INPUT_MISSING": "check the path; texts come in a list",
                "PAIRS_FILE": 'give rows such as `(0, 7, "same")`, or a file as the documentation of decisions says',
            }.get(error.code)
            if fix is None:
                raise
            raise NearsameError(
                error.code, expected=error.expected, got=error.got, where=error.where, fix=fix
            ) from None

    @property
    def is_plan(self) -> bool:
        return self.options.get("plan", False) is True


class Rows:
    """Rows of the first side by the places that the files of a run name."""

    def __init__(self, sent: Sent | None, report: Mapping[str, Any]) -> None:
        self.sent = sent
        self.starts: dict[str, int] = {}
        self.count = 0
        for source in report.get("inputs", []):
            self.starts.setdefault(source["path"], self.count)
            self.count += source["records"]
        if sent is not None:
            self.count = sent.rows

    def row(self, place: str) -> int:
        if self.sent is not None:
            return self.sent.row(place)
        path, _, record = place.rpartition(":")
        return self.starts[path] + int(record) - 1 if path in self.starts else self.starts[place]

    def mask(self, left_out: Sequence[int], bad: Path) -> bytearray:
        """1 for rows that are neither left out nor bad."""
        mask = bytearray(b"\1") * self.count
        for row in left_out:
            mask[row] = 0
        if bad.exists():
            for line in read_table(bad):
                if self.sent is None or line["at"].rpartition(":")[0].endswith(self.sent.path.name):
                    mask[self.row(line["at"])] = 0
        return mask

    def taken(self, report: Mapping[str, Any] | None = None, what: str = "") -> Callable[[bytearray], Any]:
        """What makes `kept`. It refuses to guess if its rows are not as many as the report says were kept."""
        sent, kept = self.sent, (report or {}).get("counts", {}).get("kept")

        def take(mask: bytearray) -> Any:
            if kept is not None and sum(mask) != kept:
                raise unknown_rows(what)
            if sent is not None:
                sent.frame.check_rows(len(mask))
            return rows_of(mask) if sent is None else sent.frame.kept(mask)

        return take

    def row_of_id(self) -> Callable[[str], Any]:
        """What gives the row of an id. Paths are told by ids, since their rows have names of their own."""
        return str if self.sent is None else self.sent.row_of_id()

    def table(self, columns: Columns) -> Any:
        """A table of the kind that came in; of files a list of dicts."""
        return Dicts([]).table(columns) if self.sent is None else self.sent.frame.table(columns)


def read_table(path: Path) -> Iterator[dict[str, Any]]:
    """Lines of a file that the command wrote: CSV or JSON lines, by its name."""
    name = path.name.removesuffix(".gz")
    opened = open if name == path.name else gzip.open
    with opened(path, "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file) if name.endswith(".csv") else map(json.loads, file)


def _number(value: Any) -> float | None:
    return None if value is None or value == "" else float(value)


def dedupe(data: Any, options: Mapping[str, Any]) -> Result[Any]:
    with _engine.folder(options.get("temp")) as folder:
        job = Job("dedupe", options, folder)
        inputs = job.side(data)
        sent = job.sent.get("rows")
        wanted = job.options.get("output")
        page = _page(dedupe, data, options)
        if job.is_plan:
            return _planned(job.run(inputs), sent, page)
        removed = job.out("removed", "removed.csv")
        bad = job.out("bad", "bad.jsonl")
        numbered = folder / "kept.jsonl" if sent is not None and job.options.get("null") == "drop" else None
        if numbered is not None:
            job.asked["output"] = numbered
        elif wanted is None:
            job.asked["dry_run"] = not any(name in job.options for name in ("annotated", "golden", "deletes"))
        report = job.run(inputs)
        rows = Rows(sent, report)
        table = _removed(removed, rows)
        mask = rows.mask(table["row"], bad)
        if numbered is not None:
            mask = _mask_of(numbered, len(mask))
        take = rows.taken(report, "its input has a place for each record")
        return Result(
            report,
            page,
            mask,
            take if wanted is None else lambda _: wanted,
            table,
            rows.table,
            lambda wanted_rows: {} if sent is None else texts_of(sent, wanted_rows),
        )


def _planned(report: dict[str, Any], sent: Sent | None, page: Callable[[str], None]) -> Result[Any]:
    """The result of a plan: nothing is removed."""
    rows = Rows(sent, {"inputs": []})
    nothing: dict[str, list[Any]] = {"row": [], "survivor": [], "kind": [], "similarity": []}
    mask = bytearray(b"\1") * rows.count
    return Result(report, page, mask, rows.taken(), nothing, rows.table, lambda _: {})


def _page(job: Callable[[Any, dict[str, Any]], Any], data: Any, options: Mapping[str, Any]) -> Callable[[str], None]:
    """What writes the report page of a run: the run, again, without its other outputs."""
    outputs = ("output", "kept", "annotated", "removed", "clusters", "pairs", "golden", "review", "report", "bad")
    others = {name: value for name, value in options.items() if name not in outputs}

    def write(path: str) -> None:
        if isinstance(data, Iterator):
            raise NearsameError(
                "INPUT_CHANGED",
                expected="data that can be read again",
                got=f"a {type(data).__name__}",
                fix="name `report_html` in the call itself",
            )
        job(data, {**others, "report_html": path, "force": True})

    return write


def _removed(path: Path, rows: Rows) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {"row": [], "survivor": [], "kind": [], "similarity": []}
    for line in read_table(path):
        columns["row"].append(rows.row(line["at"]))
        columns["survivor"].append(rows.row(line["survivorAt"]))
        columns["kind"].append(line["kind"])
        columns["similarity"].append(_number(line["similarity"]))
        if "jaccard" in line:
            columns.setdefault("jaccard", []).append(_number(line["jaccard"]))
    return columns


def _mask_of(path: Path, count: int) -> bytearray:
    """Of the numbers in kept records."""
    mask = bytearray(count)
    for line in read_table(path):
        mask[line[NUMBER]] = 1
    return mask


def pairs(data: Any, options: Mapping[str, Any]) -> Pairs[Any]:
    with _engine.folder(options.get("temp")) as folder:
        job = Job("pairs", options, folder)
        inputs = job.side(data)
        path = job.out("output", "pairs.csv")
        report = job.run(inputs)
        rows = Rows(job.sent.get("rows"), report)
        found = rows.table({}) if job.is_plan else rows.table(_pairs(path, rows, rows, ("row1", "row2")))
        return Pairs(report, _page(pairs, data, options), found)


def _pairs(path: Path, first: Rows, second: Rows, names: tuple[str, str]) -> dict[str, list[Any]]:
    """The columns of a file of pairs."""
    columns: dict[str, list[Any]] = {name: [] for name in names}
    finders = [first.row_of_id(), second.row_of_id()]
    for line in read_table(path):
        for name, field, find in zip(names, ("id1", "id2"), finders, strict=True):
            columns[name].append(find(str(line[field])))
        for field in ("similarity", "jaccard", "probability"):
            if field in line:
                columns.setdefault(field, []).append(_number(line[field]))
    columns.setdefault("similarity", [])
    return columns


def match(data: Any, against: Any, options: Mapping[str, Any]) -> Match[Any]:
    with _engine.folder(options.get("temp")) as folder:
        job = Job("match", options, folder)
        inputs = job.side(data)
        other = job.side(against, "against_")
        path = job.out("output", "pairs.csv")
        bad = job.out("bad", "bad.jsonl")
        report = job.run(inputs, *[f"--against={each}" for each in other])
        first = Rows(job.sent.get("rows"), report)
        second = Rows(job.sent.get("against"), {"inputs": []})
        found = {} if job.is_plan else _pairs(path, first, second, ("row", "against"))
        rows = [row for row in found.get("row", []) if isinstance(row, int)]
        take = first.taken({} if job.is_plan else report, "A is in memory")
        wanted = job.options.get("kept")
        return Match(
            report,
            _page(lambda a, given: match(a, against, given), data, options),
            first.mask(rows, bad),
            take if wanted is None else lambda _: wanted,
            first.table(found),
        )


def passages(data: Any, against: Any, options: Mapping[str, Any]) -> Passages[Any]:
    with _engine.folder(options.get("temp")) as folder:
        job = Job("passages", options, folder)
        inputs = job.side(data)
        other = [] if against is None else job.side(against, "against_")
        path = job.out("output", "passages.jsonl")
        cut = job.out("removed", "cut.jsonl")
        bad = job.out("bad", "bad.jsonl")
        report = job.run(inputs, *[f"--against={each}" for each in other])
        rows = Rows(job.sent.get("rows"), report)
        first = rows if against is None else Rows(job.sent.get("against"), {"inputs": []})
        lines = [] if job.is_plan else list(read_table(path))
        cuts = [] if job.is_plan or not cut.exists() else list(read_table(cut))
        wanted = job.options.get("kept")
        dropped = [rows.row(line["at"]) for line in cuts if "dropped" in line]
        places = _Places(rows, [*(line["at"] for line in lines), *(line["at"] for line in cuts)])
        firsts = places if against is None else _Places(first, [line["first"]["at"] for line in lines])
        if against is None:
            places.add([line["first"]["at"] for line in lines])
        cut_columns = places.columns([line for line in cuts if "dropped" not in line])
        found = {
            **places.columns(lines),
            "tokens": [line["tokens"] for line in lines],
            **{f"first_{name}": values for name, values in firsts.columns([line["first"] for line in lines]).items()},
            "places": [line["places"] for line in lines],
        }
        return Passages(
            report,
            _page(lambda a, given: passages(a, against, given), data, options),
            rows.mask(dropped, bad),
            places.taken(cut_columns) if wanted is None else lambda _: wanted,
            rows.table(found),
            rows.table(cut_columns),
        )


class _Places:
    """Places inside texts. The command counts bytes, Python counts characters."""

    def __init__(self, rows: Rows, ats: Sequence[str]) -> None:
        self.rows = rows
        self.texts: dict[int, str] = {}
        self.add(ats)

    def add(self, ats: Sequence[str]) -> None:
        if self.rows.sent is not None:
            self.texts.update(texts_of(self.rows.sent, map(self.rows.row, ats)))

    def columns(self, lines: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
        """`row`, `start`, `end` of each line; of files, whose texts are not here, in bytes of UTF-8."""
        in_memory = self.rows.sent is not None
        rows = [self.rows.row(line["at"]) if in_memory else line["at"] for line in lines]
        placed = list(zip(rows, lines, strict=True))
        starts = [self._character(row, line["fromByte"]) for row, line in placed]
        return {"row": rows, "start": starts, "end": [self._character(row, line["toByte"]) for row, line in placed]}

    def _character(self, row: Any, byte: int) -> int:
        text = self.texts.get(row, "")
        return byte if text.isascii() else len(text.encode("utf-8", "surrogatepass")[:byte].decode("utf-8", "replace"))

    def taken(self, cuts: Mapping[str, list[Any]]) -> Callable[[bytearray], Any]:
        sent, take_whole = self.rows.sent, self.rows.taken()

        def take(mask: bytearray) -> Any:
            if sent is None or not cuts["row"]:
                return take_whole(mask)
            sent.frame.check_rows(len(mask))
            if len(sent.text) != 1:
                raise option_error("text", "one column, where passages are cut", "several", "give `cut='none'`")
            whole = sent.frame.with_column(sent.text[0], self._without(cuts))
            return frame_of(whole).kept(mask)

        return take

    def _without(self, cuts: Mapping[str, list[Any]]) -> dict[int, str]:
        parts: dict[int, list[str]] = {}
        ends: dict[int, int] = {}
        for row, start, end in zip(cuts["row"], cuts["start"], cuts["end"], strict=True):
            parts.setdefault(row, []).append(self.texts[row][ends.get(row, 0) : start])
            ends[row] = end
        return {row: "".join([*kept, self.texts[row][ends[row] :]]) for row, kept in parts.items()}


def explain(data: Any, a: Any, b: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    with _engine.folder() as folder:
        job = Job("explain", options, folder)
        inputs = job.side(data)
        sent = job.sent.get("rows")
        ids = [str(each) if sent is None else sent.id_name(each) for each in (a, b)]
        answer: dict[str, Any] = job.run(inputs, *[f"--ids={each}" for each in ids])
        return answer


def sign(data: Any, options: Mapping[str, Any]) -> Any:
    with _engine.folder(options.get("temp")) as folder:
        job = Job("sign", options, folder)
        inputs = job.side(data)
        path = job.out("output", "signatures.jsonl")
        job.run(inputs)
        rows = Rows(job.sent.get("rows"), {})
        find = rows.row_of_id()
        lines = list(read_table(path))
        columns = {"row": [find(str(line["id"])) for line in lines], "signature": [line["signature"] for line in lines]}
        return rows.table(columns)


def tune(data: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    with _engine.folder(options.get("temp")) as folder:
        job = Job("tune", options, folder)
        report: dict[str, Any] = job.run(job.side(data))
        return report


def odds(options: Mapping[str, Any]) -> dict[str, Any]:
    with _engine.folder() as folder:
        report: dict[str, Any] = Job("odds", options, folder).run([])
        return report


def evaluate(predicted: Any, truth: Any, options: Mapping[str, Any]) -> dict[str, float]:
    with _engine.folder() as folder:
        job = Job("evaluate", options, folder)
        files = [
            pairs_file(name, value, folder, None, None) for name, value in (("predicted", predicted), ("truth", truth))
        ]
        if "cross" in job.options and not is_path(job.options["cross"]):
            raise option_error("cross", "the path of a file of records", "data in memory", "write it to a file")
        report: dict[str, float] = job.run([str(file) for file in files])
        return report
