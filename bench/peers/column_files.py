"""The records of a JSONL file as Parquet of three writers and as Arrow, for `definitions/columns.ts`.

    python column_files.py INPUT.jsonl FOLDER

Writes groups.parquet (Snappy, row groups of 10,000), pyarrow.parquet, polars.parquet and duckdb.parquet (each with the
defaults of its writer), zstd.parquet and plain.arrow (batches of 10,000).
"""

import pathlib
import sys

import duckdb
import polars
import pyarrow.json
import pyarrow.parquet
from pyarrow import ipc


def main(source, folder):
    target = pathlib.Path(folder)
    table = pyarrow.json.read_json(source, read_options=pyarrow.json.ReadOptions(block_size=1 << 26))
    pyarrow.parquet.write_table(table, target / "groups.parquet", row_group_size=10_000)
    pyarrow.parquet.write_table(table, target / "pyarrow.parquet")
    pyarrow.parquet.write_table(table, target / "zstd.parquet", compression="zstd", row_group_size=10_000)
    polars.from_arrow(table).write_parquet(target / "polars.parquet")
    duckdb.from_arrow(table).write_parquet(str(target / "duckdb.parquet"))
    with ipc.new_file(target / "plain.arrow", table.schema) as out:
        out.write_table(table, max_chunksize=10_000)


if __name__ == "__main__":
    main(*sys.argv[1:])
