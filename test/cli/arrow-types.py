"""Arrow files of every type and form that pyarrow writes; or checks what was kept of them.

    arrow-types.py write FOLDER      writes NAME.arrow for each name, which it prints
    arrow-types.py check FOLDER      compares NAME.kept.arrow with the rows that pyarrow keeps
"""

import pathlib
import sys

import pyarrow as pa
import pyarrow.compute as pc
from column_types import ROWS, difference, some, table
from pyarrow import ipc

folder = pathlib.Path(sys.argv[2])


def arrow_table():
    """The columns of Parquet, and those that only Arrow has."""
    tags = pa.dictionary(pa.int8(), pa.string())
    columns = {
        "view": pa.array(some(lambda i: "short" if i % 3 else f"longer than a view {i}"), pa.string_view()),
        "bytes": pa.array(some(lambda i: bytes(i % 30)), pa.binary_view()),
        "seconds": pa.array(some(lambda i: i), pa.time32("s")),
        "day": pa.array(some(lambda i: i * 86_400_000), pa.date64()),
        "span": pa.array(some(lambda i: i), pa.duration("ms")),
        "interval": pa.array(some(lambda i: pa.MonthDayNano([i, -i, 3]))),
        "large_list": pa.array(some(lambda i: [f"{j}" for j in range(i % 3)]), pa.large_list(pa.string())),
        "pair": pa.array(some(lambda i: [i, None]), pa.list_(pa.int16(), 2)),
        "views": pa.array(some(lambda i: ["a view inside of a list", None]), pa.list_(pa.string_view())),
        "tags": pa.array(some(lambda i: [f"t{i % 7}"]), pa.list_(tags)),
        "flags": pa.array(some(lambda i: [i % 2 == 0, None]), pa.list_(pa.bool_())),
        "uuid": pa.array(some(lambda i: i.to_bytes(16, "big")), pa.uuid()),
        "ordered": pa.DictionaryArray.from_arrays(
            pa.array(some(lambda i: i % 2), pa.uint16()), ["low", "high"], ordered=True
        ),
    }
    whole = table()
    for name, column in columns.items():
        metadata = {"unit": name} if name in ("day", "pair") else None
        whole = whole.append_column(pa.field(name, column.type, metadata=metadata), column)
    return whole


def batches(source):
    """Parts whose dictionaries become longer."""
    place = source.schema.get_field_index("dictionary")
    for start in range(0, ROWS, 700):
        part = source.slice(start, 700)
        words = [f"kind {word}" for word in range(10 + start // 70)]
        indices = pa.array([None if i % 5 == 0 else i % len(words) for i in range(len(part))], pa.int32())
        column = pa.DictionaryArray.from_arrays(indices, words)
        yield part.set_column(place, part.schema.field(place), column)


VARIANTS = {
    "plain": {},
    "lz4": {"compression": "lz4"},
    "zstd": {"compression": "zstd"},
    "small": {"size": 64},
    "stream": {"is_stream": True, "size": 500},
    "replaced": {"is_stream": True, "source": batches, "compression": "zstd"},
    "deltas": {"is_stream": True, "source": batches, "emit_dictionary_deltas": True},
}


def write(name, is_stream=False, source=None, size=1000, **options):
    whole = arrow_table()
    new = ipc.new_stream if is_stream else ipc.new_file
    with new(folder / f"{name}.arrow", whole.schema, options=ipc.IpcWriteOptions(**options)) as out:
        for part in [whole] if source is None else source(whole):
            out.write_table(part, max_chunksize=size)


def read(path, is_stream=False):
    with (ipc.open_stream if is_stream else ipc.open_file)(path) as reader:
        found = reader.read_all()
    found.validate(full=True)
    return found


def without_views(found):
    """The table with views as other texts, as pyarrow has no filter of views."""
    types = {"view": pa.string(), "bytes": pa.binary(), "views": pa.list_(pa.string())}
    for name, type in types.items():
        place = found.schema.get_field_index(name)
        found = found.set_column(place, name, found[name].cast(type))
    return found


def check(name):
    source = read(folder / f"{name}.arrow", VARIANTS[name].get("is_stream", False))
    for kept in ["kept.arrow", "kept.feather.gz"] if name == "lz4" else ["kept.arrow"]:
        path = folder / f"{name}.{kept}"
        got = read(pa.input_stream(path).read() if kept.endswith("gz") else path)
        if not got.schema.equals(source.schema, check_metadata=True):
            yield f"{name}: the schema"
        wanted = without_views(source).filter(pc.is_in(source["id"], got["id"].combine_chunks()))
        found = difference(without_views(got), wanted)
        if found is not None:
            yield f"{name}: {found}"
        if len(wanted) != ROWS // 2:
            yield f"{name}: {len(wanted)} rows"


if sys.argv[1] == "write":
    for name, options in VARIANTS.items():
        write(name, **options)
        print(name)
else:
    for name in VARIANTS:
        for words in check(name):
            print(words)
