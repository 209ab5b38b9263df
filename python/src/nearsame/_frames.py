"""Frames: what data may come in, and what is the same for all of them: columns out, rows kept, tables back.

Each kind is a class of some lines; pandas, polars, pyarrow and datasets are used only if such a thing is handed in, and
then they are imported already.
"""

from __future__ import annotations

import itertools
import math
import os
import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ._errors import NearsameError

#: A table as this package makes it: names of columns, each with its values.
Columns = Mapping[str, Sequence[Any]]

#: Rows that are looked at for the names and kinds of fields of dicts.
HEAD = 1000

#: Rows of a column that are objects of Python at the same time: 2.1 CPU s for 294 MB of texts, 1.4 in slices.
SLICE = 1000


class Frame:
    """Data in memory: rows numbered from 0, columns by position."""

    def __init__(self, data: Any, labels: Sequence[Hashable], rows: int | None) -> None:
        self.data = data
        self.labels = list(labels)
        #: None if they are known only after they have been read.
        self.rows = rows

    def column(self, position: int) -> Iterable[Any]:
        """The values of a column as objects of Python."""
        raise NotImplementedError

    def is_text(self, position: int) -> bool:
        """Whether the column holds texts, as far as its type or its first rows say."""
        head = itertools.islice(self.column(position), HEAD)
        return isinstance(next((value for value in head if not is_missing(value)), None), str)

    def check_rows(self, count: int) -> None:
        """Raises NearsameError INPUT_CHANGED if the data have got or lost rows since."""
        if hasattr(self.data, "__len__") and len(self.data) != count:
            got = f"{len(self.data)}: they were changed after the run"
            fix = "ask for `kept` before you change them"
            raise NearsameError("INPUT_CHANGED", expected=f"data of {count} rows", got=got, fix=fix)

    def kept(self, mask: bytearray) -> Any:
        """The rows whose byte is 1, as the type that came in."""
        raise NotImplementedError

    def table(self, columns: Columns) -> Any:
        """A table of the kind that came in."""
        names = list(columns)
        return [dict(zip(names, row, strict=True)) for row in zip(*columns.values(), strict=True)]

    def with_column(self, position: int, values: Mapping[int, str]) -> Any:
        """The same data with other texts in some rows of a column."""
        raise NotImplementedError

    def replaced(self, position: int, values: Mapping[int, str]) -> list[Any]:
        """The values of a column, some replaced."""
        return [values.get(row, value) for row, value in enumerate(self.column(position))]


def is_missing(value: Any) -> bool:
    """None, NaN, and NA and NaT of pandas."""
    if value is None or isinstance(value, str):
        return value is None
    return math.isnan(value) if isinstance(value, float) else type(value).__name__ in ("NAType", "NaTType")


def rows_of(mask: bytearray) -> list[int]:
    """The rows whose byte is 1."""
    return list(itertools.compress(range(len(mask)), mask))


def field_of(row: Any, label: Hashable, number: int) -> Any:
    """A field of a dict; None for None. Raises NearsameError RECORD_NOT_OBJECT."""
    if isinstance(row, Mapping):
        return row.get(label)
    if row is None:
        return None
    got = type(row).__name__
    fix = "give all records the same form"
    raise NearsameError("RECORD_NOT_OBJECT", expected="a dict, as others are", got=got, where=f"row {number}", fix=fix)


class Texts(Frame):
    """A list or tuple of texts."""

    def __init__(self, data: Sequence[Any]) -> None:
        super().__init__(data, ["text"], len(data))

    def column(self, position: int) -> Iterable[Any]:
        yield from self.data

    def is_text(self, position: int) -> bool:
        return True

    def kept(self, mask: bytearray) -> Any:
        return type(self.data)(itertools.compress(self.data, mask))

    def with_column(self, position: int, values: Mapping[int, str]) -> Any:
        return type(self.data)(self.replaced(position, values))


class Array(Texts):
    """A one-dimensional array of numpy."""

    def kept(self, mask: bytearray) -> Any:
        return self.data[rows_of(mask)]

    def with_column(self, position: int, values: Mapping[int, str]) -> Any:
        return sys.modules["numpy"].array(self.replaced(position, values), dtype=object)


class Dicts(Texts):
    """A list or tuple of dicts."""

    def __init__(self, data: Sequence[Any]) -> None:
        Frame.__init__(self, data, _keys(data[:HEAD]), len(data))

    def column(self, position: int) -> Iterable[Any]:
        label = self.labels[position]
        return (field_of(row, label, number) for number, row in enumerate(self.data))

    is_text = Frame.is_text

    def with_column(self, position: int, values: Mapping[int, str]) -> Any:
        label = self.labels[position]
        rows = enumerate(self.data)
        return type(self.data)({**row, label: values[number]} if number in values else row for number, row in rows)


class Stream(Frame):
    """Texts or dicts that can be read once: a generator, or a streaming data set."""

    def __init__(self, data: Any) -> None:
        self.items: Iterator[Any] = iter(data)
        self.head = list(itertools.islice(self.items, HEAD))
        first = next((item for item in self.head if item is not None), "")
        if not isinstance(first, (str, Mapping)):
            raise _unknown(f"{type(data).__name__} of {type(first).__name__}")
        self.is_texts = not any(isinstance(item, Mapping) for item in self.head)
        super().__init__(data, ["text"] if self.is_texts else _keys(self.head), None)

    def column(self, position: int) -> Iterable[Any]:
        """Of the first rows."""
        label = self.labels[position]
        return (row if self.is_texts else field_of(row, label, number) for number, row in enumerate(self.head))

    def read(self) -> Iterator[Any]:
        """All items, once."""
        return itertools.chain(self.head, self.items)

    def kept(self, mask: bytearray) -> Any:
        if not hasattr(self.data, "with_format"):  # no streaming data set
            return rows_of(mask)
        return self.data.filter(lambda _, row: row < len(mask) and bool(mask[row]), with_indices=True)


class Pandas(Frame):
    """A DataFrame or a Series of pandas."""

    def __init__(self, data: Any) -> None:
        self.is_series = data.ndim == 1
        labels = [data.name if isinstance(data.name, str) else "text"] if self.is_series else list(data.columns)
        super().__init__(data, labels, len(data))

    def _series(self, position: int) -> Any:
        return self.data if self.is_series else self.data.iloc[:, position]

    def column(self, position: int) -> Iterable[Any]:
        series = self._series(position)
        for start in range(0, len(series), SLICE):
            part = series.iloc[start : start + SLICE]
            missing = part.isna().tolist()
            yield from (None if is_na else value for value, is_na in zip(part.tolist(), missing, strict=True))

    def kept(self, mask: bytearray) -> Any:
        import numpy

        return self.data.iloc[numpy.flatnonzero(numpy.frombuffer(mask, dtype=numpy.uint8))]

    def table(self, columns: Columns) -> Any:
        import pandas

        return pandas.DataFrame(dict(columns))

    def with_column(self, position: int, values: Mapping[int, str]) -> Any:
        import pandas

        series = self._series(position)
        changed = pandas.Series(
            self.replaced(position, values), index=series.index, dtype=series.dtype, name=series.name
        )
        if self.is_series:
            return changed
        copy = self.data.copy(deep=False)
        copy.isetitem(position, changed)
        return copy


class Polars(Frame):
    """A DataFrame or a Series of polars."""

    def __init__(self, data: Any) -> None:
        self.is_series = not hasattr(data, "columns")
        super().__init__(data, [data.name or "text"] if self.is_series else data.columns, len(data))

    def _series(self, position: int) -> Any:
        return self.data if self.is_series else self.data.to_series(position)

    def column(self, position: int) -> Iterable[Any]:
        for part in self._series(position).to_frame().iter_slices(SLICE):
            yield from part.to_series(0).to_list()

    def kept(self, mask: bytearray) -> Any:
        polars = sys.modules["polars"]
        return self.data.filter(polars.Series(values=list(map(bool, mask)), dtype=polars.Boolean))

    def table(self, columns: Columns) -> Any:
        return sys.modules["polars"].DataFrame({name: list(values) for name, values in columns.items()})

    def with_column(self, position: int, values: Mapping[int, str]) -> Any:
        old = self._series(position)
        changed = sys.modules["polars"].Series(old.name, self.replaced(position, values), dtype=old.dtype)
        return changed if self.is_series else self.data.clone().replace_column(position, changed)


class Arrow(Frame):
    """A `pyarrow.Table` or a `RecordBatch`."""

    def __init__(self, data: Any) -> None:
        super().__init__(data, list(data.schema.names), data.num_rows)

    def column(self, position: int) -> Iterable[Any]:
        column = self.data.column(position)
        for start in range(0, len(column), SLICE):
            yield from column.slice(start, SLICE).to_pylist()

    def kept(self, mask: bytearray) -> Any:
        pyarrow = sys.modules["pyarrow"]
        bytes_ = pyarrow.Array.from_buffers(pyarrow.uint8(), len(mask), [None, pyarrow.py_buffer(mask)])
        try:
            return self.data.filter(bytes_.cast(pyarrow.bool_()))
        except pyarrow.ArrowNotImplementedError:  # of views, which it can only slice
            return self._runs(mask)

    def _runs(self, mask: bytearray) -> Any:
        pyarrow = sys.modules["pyarrow"]
        is_table = isinstance(self.data, pyarrow.Table)
        whole = self.data if is_table else pyarrow.Table.from_batches([self.data])
        runs, end = [whole.slice(0, 0)], 0
        for is_kept, rows in itertools.groupby(mask):
            start, end = end, end + len(list(rows))
            if is_kept:
                runs.append(whole.slice(start, end - start))
        kept = pyarrow.concat_tables(runs)
        return kept if is_table else pyarrow.RecordBatch.from_struct_array(kept.to_struct_array().combine_chunks())

    def table(self, columns: Columns) -> Any:
        return sys.modules["pyarrow"].table({name: list(values) for name, values in columns.items()})

    def with_column(self, position: int, values: Mapping[int, str]) -> Any:
        pyarrow = sys.modules["pyarrow"]
        field = self.data.schema.field(position)
        return self.data.set_column(position, field, pyarrow.array(self.replaced(position, values), field.type))


class ArrowArray(Arrow):
    """A `pyarrow.Array` or a `ChunkedArray` of texts."""

    def __init__(self, data: Any) -> None:
        pyarrow = sys.modules["pyarrow"]
        self.is_chunked = isinstance(data, pyarrow.ChunkedArray)
        super().__init__(pyarrow.table({"text": data}))

    def _array(self, table: Any) -> Any:
        return table.column(0) if self.is_chunked else table.column(0).combine_chunks()

    def kept(self, mask: bytearray) -> Any:
        return self._array(super().kept(mask))

    def with_column(self, position: int, values: Mapping[int, str]) -> Any:
        return self._array(super().with_column(position, values))


class Hub(Frame):
    """A `datasets.Dataset`."""

    def __init__(self, data: Any) -> None:
        super().__init__(data, list(data.column_names), len(data))

    def _table(self) -> Any:
        return self.data.with_format("arrow")

    def column(self, position: int) -> Iterable[Any]:
        for batch in self._table().select_columns([self.labels[position]]).iter(batch_size=SLICE):
            yield from batch.column(0).to_pylist()

    def kept(self, mask: bytearray) -> Any:
        return self.data.select(rows_of(mask))

    def table(self, columns: Columns) -> Any:
        return type(self.data).from_dict({name: list(values) for name, values in columns.items()})

    def with_column(self, position: int, values: Mapping[int, str]) -> Any:
        label = self.labels[position]

        def change(row: dict[Hashable, Any], number: int) -> dict[Hashable, Any]:
            return {label: values.get(number, row[label])}

        return self.data.map(change, with_indices=True, features=self.data.features, keep_in_memory=True)


def _keys(rows: Iterable[Any]) -> list[Hashable]:
    """The keys of dicts, in order of appearance."""
    return list(dict.fromkeys(itertools.chain.from_iterable(row for row in rows if isinstance(row, Mapping))))


def is_path(data: Any) -> bool:
    """Whether the data are names of files: a text alone, a path, or a list of paths."""
    if isinstance(data, (str, os.PathLike)):
        return True
    return isinstance(data, (list, tuple)) and len(data) > 0 and all(isinstance(item, os.PathLike) for item in data)


def frame_of(data: Any) -> Frame:
    """The frame of what a caller hands in. Raises NearsameError INPUT_FORMAT_UNKNOWN for what is no data."""
    if isinstance(data, (list, tuple)):
        first = next((item for item in data if item is not None), "")
        if isinstance(first, (str, Mapping)):
            return Texts(data) if isinstance(first, str) else Dicts(data)
        raise _unknown(f"a list of {type(first).__name__}")
    package = type(data).__module__.partition(".")[0]
    name = type(data).__name__
    if package == "pandas" and name in ("DataFrame", "Series"):
        return Pandas(data)
    if package == "polars" and name in ("DataFrame", "Series"):
        return Polars(data)
    if package == "pyarrow" and hasattr(data, "schema") and hasattr(data, "num_rows"):
        return Arrow(data)
    if package == "pyarrow" and isinstance(data, (sys.modules["pyarrow"].Array, sys.modules["pyarrow"].ChunkedArray)):
        return ArrowArray(data)
    if package == "datasets" and name == "Dataset":
        return Hub(data)
    if package == "numpy" and name == "ndarray" and data.ndim == 1 and data.dtype.kind in "OSUT":
        return Array(data)
    # What names a subclass says of its parents.
    parents = {parent.__module__.partition(".")[0] + "." + parent.__name__ for parent in type(data).__mro__}
    if "pandas.DataFrame" in parents:
        return Pandas(data)
    if isinstance(data, (set, frozenset)):
        raise _unknown("a set, whose rows have no order")
    if isinstance(data, Iterable) and not isinstance(data, (Mapping, bytes)) and package not in ("pandas", "polars"):
        return Stream(data)
    raise _unknown(f"{package}.{name}" if package != "builtins" else name)


def _unknown(got: str) -> NearsameError:
    return NearsameError(
        "INPUT_FORMAT_UNKNOWN",
        expected="texts, dicts, a DataFrame, a Table, a Dataset, or paths of files",
        got=got,
        fix="hand in one of these: `collect()` a lazy frame, `read_all()` a reader, choose a split of a DatasetDict",
    )
