"""Columns of every type that pyarrow writes to Parquet and Arrow, and how two tables differ."""

import decimal

import pyarrow as pa

ROWS = 3000


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
