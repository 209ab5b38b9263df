"""Makes the Parquet files of this folder by pyarrow 25.0.1: nested columns in pages of one or two rows.

    python3 -m venv v && v/bin/pip install pyarrow && v/bin/python make.py
"""

import datetime
import decimal
import pathlib

import pyarrow as pa
from pyarrow import parquet

here = pathlib.Path(__file__).parent
D = decimal.Decimal
struct = pa.struct([("a", pa.int32()), ("b", pa.string())])
inner = pa.struct([("h", pa.float32())])
table = pa.table(
    {
        "text": pa.array(["a", "b", "c", "d", 'é"\n', "f"]),
        "los": pa.array(
            [
                [{"a": 1, "b": "x"}, {"a": 2, "b": None}],
                [],
                None,
                [None, {"a": 3, "b": "y"}],
                [{"a": 4, "b": "z"}],
                None,
            ],
            pa.list_(struct),
        ),
        "lol": pa.array(
            [[[1], [], None], [[2, 3]], [], None, [None, [4, None]], [[]]],
            pa.list_(pa.list_(pa.int64())),
        ),
        "map": pa.array(
            [[("k", [D("1.5")])], [], None, [("l", None), ("m", [])], [("n", [None, D("-2")])], None],
            pa.map_(pa.string(), pa.list_(pa.decimal128(20, 2))),
        ),
        "st": pa.array(
            [
                {"t": datetime.datetime(2020, 1, 1), "u": {"h": 1.5}},
                None,
                {"t": None, "u": None},
                {"t": None, "u": {"h": None}},
                None,
                {"t": datetime.datetime(1960, 1, 1), "u": {"h": -2}},
            ],
            pa.struct([("t", pa.timestamp("us", "UTC")), ("u", inner)]),
        ),
        "tm": pa.array(
            [datetime.time(1, 2, 3, 4000), None, datetime.time(23, 59, 59, 999000)] * 2, pa.time32("ms")
        ),
        "day": pa.array([0, None, -1, 2**31 - 1, -(2**31), 18000], pa.int32()).cast(pa.date32()),
        "u": pa.array([2**64 - 1, None, 0, 1, 2, 3], pa.uint64()),
    }
)

small = {"data_page_size": 1, "write_batch_size": 2, "row_group_size": 4}
bare = {"write_statistics": False, "store_schema": False}
for version, codec, dictionary in ("1.0", "zstd", ["text"]), ("2.0", "snappy", False):
    parquet.write_table(
        table,
        here / f"nested-v{version[0]}.parquet",
        compression=codec,
        data_page_version=version,
        use_dictionary=dictionary,
        **small,
        **bare,
    )
