"""Random DataFrames: what is kept is what pandas keeps by the mask, whatever columns, types and labels there are."""

from __future__ import annotations

import datetime
import decimal
import random
from typing import Any

import pytest

import nearsame

numpy = pytest.importorskip("numpy")
pandas = pytest.importorskip("pandas")


def column(random_: random.Random, rows: int) -> Any:
    day = datetime.datetime(2026, 1, 1)
    makers: list[Any] = [
        lambda: [random_.randrange(9) for _ in range(rows)],
        lambda: [random_.choice([1.5, float("nan"), -0.0]) for _ in range(rows)],
        lambda: pandas.array([random_.choice([1, None]) for _ in range(rows)], dtype="Int64"),
        lambda: pandas.array([random_.choice([True, False, None]) for _ in range(rows)], dtype="boolean"),
        lambda: pandas.Categorical([random_.choice(["x", "y", None]) for _ in range(rows)], ["y", "x", "unused"]),
        lambda: pandas.to_datetime(
            [day + datetime.timedelta(hours=random_.randrange(99)) for _ in range(rows)], utc=True
        ),
        lambda: [random_.choice([None, {"a": 1}, [1, 2], "text", 3]) for _ in range(rows)],
        lambda: pandas.Series([b"bytes"] * rows, dtype=object),
        lambda: numpy.array([1 + 2j] * rows),
        lambda: pandas.timedelta_range("1h", periods=rows),
    ]
    return random_.choice(makers)()


def index(random_: random.Random, rows: int) -> Any:
    labels = [random_.choice("abc") for _ in range(rows)]
    kinds: list[Any] = [
        lambda: pandas.RangeIndex(rows),
        lambda: pandas.Index(labels, name="label"),
        lambda: pandas.MultiIndex.from_arrays([labels, range(rows)], names=["label", None]),
        lambda: pandas.date_range("2026-01-01", periods=rows, tz="Europe/Berlin"),
    ]
    return random_.choice(kinds)()


@pytest.mark.parametrize("seed", range(50))
def test_kept_is_what_the_mask_keeps(seed: int) -> None:
    random_ = random.Random(seed)
    rows = random_.randrange(1, 30)
    words = [random_.choice(["one", "two", "three words", "Two", None, ""]) for _ in range(rows)]
    texts: Any = pandas.Series(words, dtype=random_.choice(["object", "string", "str"]))
    if random_.random() < 0.2:
        texts = texts.astype("category")
    names: list[Any] = [
        random_.choice(["a", "b", "a", 7, ("t", 1), "x.y", "p,q", None]) for _ in range(random_.randrange(5))
    ]
    label: Any = random_.choice(["body", "the body", ("body", "x"), 5, "b.c", "d,e"])
    place = random_.randrange(len(names) + 1)
    columns = [column(random_, rows) for _ in names]
    frame = pandas.concat(
        [pandas.Series(values).reset_index(drop=True) for values in [*columns[:place], texts, *columns[place:]]], axis=1
    )
    all_names = [*names[:place], label, *names[place:]]
    frame.columns = pandas.Index(all_names, dtype=object, tupleize_cols=False)
    if seed % 10 == 0:
        label = ("body", "x")
        frame = pandas.DataFrame({("n", "x"): range(rows), label: words})
        frame.columns = pandas.MultiIndex.from_tuples(frame.columns)
    frame.index = index(random_, rows)
    before = frame.copy(deep=True)
    result = nearsame.dedupe(frame, text=[label] if isinstance(label, str) else label)
    mask = numpy.array(list(result.mask), dtype=bool)
    pandas.testing.assert_frame_equal(result.kept, frame[mask])
    pandas.testing.assert_frame_equal(frame, before)
    # By hand: a text is removed if an earlier one has the same words; null ones stay.
    seen: set[str] = set()
    for row, word in enumerate(words):
        key = "" if word is None else word.casefold()
        assert result.mask[row] == (key == "" or key not in seen)
        seen.add(key)
    assert result.removed["row"].tolist() == [row for row in range(rows) if not mask[row]]


def test_a_column_named_twice_is_no_text() -> None:
    frame = pandas.DataFrame([["a", "b"]], columns=["body", "body"])
    with pytest.raises(nearsame.NearsameError, match="got 2 columns called 'body'"):
        nearsame.dedupe(frame, text="body")
    frame.columns = ["text", "text"]
    with pytest.raises(nearsame.NearsameError, match="got 2 columns called 'text'"):
        nearsame.dedupe(frame)


def test_arrays_of_arrow_come_out_as_arrays() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    whole = pyarrow.array(["one text", "One text!", None, "None", "another"])
    for array in (whole, whole.cast(pyarrow.string_view()), whole.dictionary_encode()):
        chunked = pyarrow.chunked_array([array.slice(0, 1), array.slice(1)])
        for data in (array, chunked):
            kept = nearsame.dedupe(data).kept
            assert kept.type == data.type
            assert isinstance(kept, pyarrow.ChunkedArray) == (data is chunked)
            assert kept.to_pylist() == ["one text", None, "None", "another"]
    repeated = "one two three four five six seven eight nine ten"
    assert nearsame.passages(pyarrow.array([repeated, f"{repeated} end"]), least=8).kept.to_pylist() == [
        repeated,
        " end",
    ]


def test_numbers_that_are_none_are_no_value_whatever_their_type() -> None:
    for odd in (float("nan"), float("inf"), numpy.float32("nan"), decimal.Decimal("NaN"), [numpy.float64("inf")]):
        rows = [{"text": "same", "n": 1}, {"text": "same", "n": odd}]
        assert nearsame.dedupe(rows, text="text", keep="max:n").kept == [rows[0]]


def test_arrays_of_bytes_come_out_as_such_and_readers_are_read_first() -> None:
    kept = nearsame.dedupe(numpy.array([b"a b", b"a b", b"c"])).kept
    assert kept.dtype.kind == "S"
    assert kept.tolist() == [b"a b", b"c"]
    with pytest.raises(nearsame.NearsameError, match=r"got ndarray of ndarray\. To fix"):
        nearsame.dedupe(numpy.array([["a"], ["a"]]))
    pyarrow = pytest.importorskip("pyarrow")
    batch = pyarrow.record_batch({"text": ["one", "one"]})
    with pytest.raises(nearsame.NearsameError, match=r"RecordBatchReader of RecordBatch.*`read_all\(\)` a reader"):
        nearsame.dedupe(pyarrow.RecordBatchReader.from_batches(batch.schema, [batch]))


def test_numbers_among_texts_are_their_digits() -> None:
    cells = ["a b c", 1984, "1984", 1984.0, numpy.int64(1984), decimal.Decimal("7.50"), "7.50", float("inf"), None]
    kept = ["a b c", 1984, decimal.Decimal("7.50"), float("inf"), None]
    assert nearsame.dedupe(pandas.DataFrame({"title": cells})).kept["title"].tolist() == kept
    assert nearsame.dedupe(pandas.Series(cells)).kept.tolist() == kept
    assert nearsame.dedupe(cells).kept == kept
    frame = pandas.DataFrame({"title": ["x", "x", "x"], "year": [1984, 1985, 1984]})
    assert nearsame.dedupe(frame, text=["title", "year"], near=False).kept.index.tolist() == [0, 1]
    polars = pytest.importorskip("polars")
    mixed = polars.DataFrame({"title": polars.Series(["a", 5, 5], dtype=polars.Object)})
    assert nearsame.dedupe(mixed).kept.height == 2
    with pytest.raises(nearsame.NearsameError, match=r"TEXT_NOT_STRING: .*got true or false, at row 1"):
        nearsame.dedupe(["a", True])
