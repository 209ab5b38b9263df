"""Parquet files of every type, codec and encoding that pyarrow writes; or checks what was kept of them.

    parquet-types.py write FOLDER      writes NAME.parquet for each name, which it prints
    parquet-types.py check FOLDER      compares NAME.kept.parquet with the rows that pyarrow keeps
"""

import pathlib
import sys

import pyarrow.compute as pc
import pyarrow.parquet as pq
from column_types import ROWS, difference, table

folder = pathlib.Path(sys.argv[2])


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
