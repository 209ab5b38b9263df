"""Makes the Arrow files of this folder, and `rows.jsonl` with the same rows, by pyarrow 26.0.1 and polars 2.1.0.

    python3 -m venv v && v/bin/pip install pyarrow polars && v/bin/python make.py
"""

import datetime
import decimal
import json
import pathlib

import numpy
import polars
import pyarrow as pa
from pyarrow import ipc

here = pathlib.Path(__file__).parent
rows = [
    {"id": f"r{i}", "text": None if i == 3 else f'The old "bridge" \\ was\tclosed é\x01 {i % 4}\n' * 2, "n": i}
    for i in range(11)
]
table = pa.Table.from_pylist(rows)


def write(name, table, stream=False, compression=None, size=4):
    options = ipc.IpcWriteOptions(compression=compression)
    new = ipc.new_stream if stream else ipc.new_file
    with new(here / name, table.schema, options=options) as out:
        out.write_table(table, max_chunksize=size)


lines = [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows]
(here / "rows.jsonl").write_text("".join(line + "\n" for line in lines))
for name, type in {
    "utf8": pa.string(),
    "large": pa.large_string(),
    "view": pa.string_view(),
    "binary": pa.binary(),
    "dictionary": pa.dictionary(pa.int16(), pa.string()),
}.items():
    column = table.set_column(1, "text", table["text"].cast(type))
    for compression in [None, "lz4", "zstd"]:
        write(f"{name}-{compression or 'plain'}.arrow", column, name == "large", compression)
write("sliced.arrow", pa.concat_tables([table.slice(0, 5), table.slice(5, 0), table.slice(5)]))
frame = polars.DataFrame(rows)
frame.write_ipc(here / "polars.arrow", compression="zstd")
frame.with_columns(polars.col("text").cast(polars.Categorical)).write_ipc(here / "polars-late.arrow")
frame.write_ipc_stream(here / "polars-stream.arrow", compression="lz4")

zoo = {
    "i8": pa.array([1, -2, None], pa.int8()),
    "u16": pa.array([65535, 0, 1], pa.uint16()),
    "u32": pa.array([2**32 - 1, 0, None], pa.uint32()),
    "i64": pa.array([-(2**63), 5, None], pa.int64()),
    "u64": pa.array([2**64 - 1, 0, None], pa.uint64()),
    "f16": pa.array(numpy.array([1.5, -0.1, numpy.inf], numpy.float16)),
    "f32": pa.array([0.1, None, float("nan")], pa.float32()),
    "f64": pa.array([0.1, -1e300, None], pa.float64()),
    "bool": pa.array([True, False, None]),
    "null": pa.nulls(3),
    "decimal": pa.array([decimal.Decimal("-12.50"), decimal.Decimal("12345678901234567890.12"), None], pa.decimal128(30, 2)),
    "decimal256": pa.array([decimal.Decimal("-12.50"), decimal.Decimal("3"), None], pa.decimal256(60, 2)),
    "date32": pa.array([datetime.date(2020, 2, 29), None, datetime.date(1, 1, 1)], pa.date32()),
    "date64": pa.array([datetime.date(2020, 2, 29), None, datetime.date(1969, 12, 31)], pa.date64()),
    "time32": pa.array([1000, None, 5], pa.time32("s")),
    "time64": pa.array([1000, None, 5], pa.time64("us")),
    "seconds": pa.array([0, None, -1], pa.timestamp("s")),
    "millis": pa.array([1, None, -1], pa.timestamp("ms", "UTC")),
    "micros": pa.array([1, None, -1], pa.timestamp("us", "Europe/Berlin")),
    "nanos": pa.array([1, None, 2**62], pa.timestamp("ns")),
    "duration": pa.array([1, None, 3], pa.duration("ms")),
    "interval": pa.array([pa.MonthDayNano([1, 2, 3]), None, pa.MonthDayNano([0, 0, -1])]),
    "fixed": pa.array([b"abcd", b"efgh", None], pa.binary(4)),
    "uuid": pa.ExtensionArray.from_storage(pa.uuid(), pa.array([bytes(range(16)), None, bytes(16)], pa.binary(16))),
    "list": pa.array([[1, 2], None, []], pa.list_(pa.int32())),
    "large_list": pa.array([["a"], None, [None, 'b"']], pa.large_list(pa.string())),
    "fixed_list": pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int32(), 2)),
    "struct": pa.array([{"a": 1, "b": "x"}, None, {"a": None, "b": "y"}]),
    "map": pa.array([[("k", 1), ("l", None)], None, []], pa.map_(pa.string(), pa.int32())),
    "numbers": pa.array([[(5, 1)], None, []], pa.map_(pa.int32(), pa.int32())),
    "dictionaries": pa.array([["a", "b"], None, ["a"]], pa.list_(pa.dictionary(pa.int8(), pa.string()))),
    "text": ["one two three", "four five six", "seven eight"],
}
write("zoo.arrow", pa.table(zoo), compression="zstd", size=2)
write("zoo-sliced.arrow", pa.table(zoo).slice(1, 2))

union = pa.UnionArray.from_sparse(pa.array([0, 1], pa.int8()), [pa.array([1, 2]), pa.array(["a", "b"])])
ends = pa.RunEndEncodedArray.from_arrays(pa.array([1, 2], pa.int32()), pa.array(["x", "y"]))
views = pa.array([[1], [2]], pa.list_view(pa.int32()))
text = ["a b c", "d e f"]
write("union.arrow", pa.table({"text": text, "union": union}))
write("others.arrow", pa.table({"ends": ends, "views": views, "text": text}))

schema = pa.schema([("text", pa.dictionary(pa.int32(), pa.string()))])
options = ipc.IpcWriteOptions(emit_dictionary_deltas=True)
with ipc.new_stream(here / "deltas.arrow", schema, options=options) as out:
    for indices, words in [([0, 1], ["a", "b"]), ([2, 1], ["a", "b", "c"]), ([0, None], ["z", "y"])]:
        values = pa.DictionaryArray.from_arrays(pa.array(indices, pa.int32()), pa.array(words))
        out.write_batch(pa.record_batch([values], ["text"]))
