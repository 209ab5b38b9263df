"""Parquet files of every type, codec and encoding that pyarrow writes; or checks what was kept of them.

    parquet-types.py write FOLDER      writes NAME.parquet for each name, which it prints
    parquet-types.py check FOLDER      compares NAME.kept.parquet with the rows that pyarrow keeps
"""

import decimal
import pathlib
import sys

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

ROWS = 3000
folder = pathlib.Path(sys.argv[2])


def some(value):
    return [None if i % 9 == 4 else value(i) for i in range(ROWS)]


def table():
    columns = {
        "id": pa.array(range(ROWS), pa.int64()),
        "text": pa.array([f"Text {i // 2} of the rows" for i in range(ROWS)]),
        "repeated": pa.array(some(lambda i: "red green blue".split()[i % 3])),
        "dictionary": pa.array(some(lambda i: f"kind {i % 50}")).dictionary_encode(),
        "int8": pa.array(some(lambda i: i % 100 - 50), pa.int8()),
        "uint32": pa.array(some(lambda i: 2**32 - 1 - i), pa.uint32()),
        "uint64": pa.array(some(lambda i: 2**64 - 1 - i), pa.uint64()),
        "half": pa.array(some(lambda i: float(i % 7)), pa.float16()),
        "float": pa.array(some(lambda i: i / 3), pa.float32()),
        "double": pa.array(some(lambda i: -i / 7)),
        "boolean": pa.array(some(lambda i: i % 3 == 0)),
        "required": pa.array([i % 5 == 0 for i in range(ROWS)]),
        "decimal9": pa.array(some(lambda i: decimal.Decimal(i - 1500) / 100), pa.decimal128(9, 2)),
        "decimal38": pa.array(some(lambda i: decimal.Decimal(i - 1500) * 10**20), pa.decimal128(38, 2)),
        "decimal60": pa.array(some(lambda i: decimal.Decimal(i - 1500)), pa.decimal256(60, 3)),
        "date": pa.array(some(lambda i: i - 1000), pa.int32()).cast(pa.date32()),
        "zoned": pa.array(some(lambda i: i * 10**9), pa.timestamp("us", tz="Europe/Berlin")),
        "nanos": pa.array(some(lambda i: i * 10**9), pa.timestamp("ns")),
        "time": pa.array(some(lambda i: i), pa.time64("us")),
        "binary": pa.array(some(lambda i: bytes([i % 256, 255, 0])), pa.binary()),
        "fixed": pa.array(some(lambda i: i.to_bytes(5, "big")), pa.binary(5)),
        "large": pa.array(some(lambda i: "L" * (i % 40)), pa.large_string()),
        "list": pa.array(some(lambda i: [None if j == 2 else f"e{j}" for j in range(i % 5)])),
        "structs": pa.array(some(lambda i: [{"role": f"r{j}", "n": None if j else i} for j in range(i % 4)])),
        "lists": pa.array(some(lambda i: [[j] * j for j in range(i % 4)])),
        "map": pa.array(some(lambda i: [(f"k{j}", j) for j in range(i % 3)]), pa.map_(pa.string(), pa.int32())),
        "deep": pa.array(some(lambda i: {"a": i, "b": {"c": None if i % 4 == 0 else f"deep {i}"}})),
        "nulls": pa.nulls(ROWS),
        "whole": pa.array([{"x": i} for i in range(ROWS)], pa.struct([pa.field("x", pa.int32(), nullable=False)])),
    }
    required = ("id", "required", "whole")
    fields = [pa.field(name, column.type, nullable=name not in required) for name, column in columns.items()]
    return pa.Table.from_arrays(list(columns.values()), schema=pa.schema(fields, metadata={"made": "here"}))


VARIANTS = {
    "snappy": {},
    "zstd": {"compression": "zstd", "row_group_size": 700},
    "gzip": {"compression": "gzip", "row_group_size": 999},
    "brotli": {"compression": "brotli"},
    "lz4": {"compression": "lz4"},
    "none": {"compression": "none", "write_page_checksum": True, "write_page_index": True},
    "v2": {"data_page_version": "2.0", "row_group_size": 1100, "write_page_checksum": True},
    "small": {"data_page_size": 300, "write_batch_size": 10, "max_rows_per_page": 50},
    "plain": {"use_dictionary": False, "data_page_version": "2.0"},
    "int96": {"use_deprecated_int96_timestamps": True},
    "old": {"version": "1.0"},
    "delta": {
        "use_dictionary": False,
        "column_encoding": {
            **dict.fromkeys(("id", "int8", "uint64"), "DELTA_BINARY_PACKED"),
            **dict.fromkeys(("text", "binary"), "DELTA_LENGTH_BYTE_ARRAY"),
            **dict.fromkeys(("repeated", "fixed", "large"), "DELTA_BYTE_ARRAY"),
            **dict.fromkeys(("float", "double", "uint32"), "BYTE_STREAM_SPLIT"),
            "boolean": "RLE",
        },
    },
}


def difference(got, wanted):
    """The name of what differs, or None."""
    if got.schema != wanted.schema or got.schema.metadata != wanted.schema.metadata:
        return "the schema"
    for name in wanted.column_names:
        a, b = (t[name].combine_chunks() for t in (got, wanted))
        if pa.types.is_dictionary(a.type):
            a, b = a.dictionary_decode(), b.dictionary_decode()
        if not a.equals(b):
            return name
    return None


def wrong_statistics(file, kept):
    """Columns whose null counts or bounds are not those of the kept rows."""
    for column in range(file.metadata.num_columns):
        chunk = file.metadata.row_group(0).column(column)
        name, found = chunk.path_in_schema, chunk.statistics
        if not found.has_null_count:
            yield f"{name}: no null count"
        if "." in name:
            continue
        if found.null_count != kept[name].null_count:
            yield f"{name}: {found.null_count} nulls"
        if name in ("id", "int8", "uint32", "float", "double", "boolean", "decimal9", "date", "fixed"):
            bounds = pc.min_max(kept[name]).as_py()
            if (found.min, found.max) != (bounds["min"], bounds["max"]):
                yield f"{name}: {found.min} to {found.max}"
        elif name in ("text", "repeated", "large", "binary") and found.has_min_max:
            yield f"{name}: bounds of strings"


def check(name):
    source = pq.read_table(folder / f"{name}.parquet")
    file = pq.ParquetFile(folder / f"{name}.kept.parquet", page_checksum_verification=True)
    got = file.read()
    kept = source.filter(pc.is_in(source["id"], got["id"].combine_chunks()))
    found = difference(got, kept)
    if found is not None:
        yield f"{name}: {found}"
    if len(kept) != ROWS // 2:
        yield f"{name}: {len(kept)} rows"
    yield from (f"{name}: {words}" for words in wrong_statistics(file, kept))


if sys.argv[1] == "write":
    for name, options in VARIANTS.items():
        pq.write_table(table(), folder / f"{name}.parquet", **options)
        print(name)
else:
    for name in VARIANTS:
        for words in check(name):
            print(words)
