"""Each type comes in and goes out the same, and every run decides as the command does."""

from __future__ import annotations

import collections
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nearsame


def as_list(texts: list[Any]) -> Any:
    return texts


def as_tuple(texts: list[Any]) -> Any:
    return tuple(texts)


def as_dicts(texts: list[Any]) -> Any:
    return [{"body": text, "n": row, "nested": {"a": [row]}} for row, text in enumerate(texts)]


def as_pandas(texts: list[Any]) -> Any:
    pandas = pytest.importorskip("pandas")
    index = [f"row {len(texts) - row}" for row in range(len(texts))]
    return pandas.DataFrame({"n": range(len(texts)), "body": texts}, index=index)


def as_series(texts: list[Any]) -> Any:
    return as_pandas(texts)["body"]


def as_polars(texts: list[Any]) -> Any:
    return pytest.importorskip("polars").DataFrame({"n": range(len(texts)), "body": texts})


def as_arrow(texts: list[Any]) -> Any:
    return pytest.importorskip("pyarrow").table({"n": list(range(len(texts))), "body": texts})


def as_views(texts: list[Any]) -> Any:
    pyarrow = pytest.importorskip("pyarrow")
    views = pyarrow.array(texts, pyarrow.string_view())
    return pyarrow.record_batch({"n": list(range(len(texts))), "body": views})


def as_array(texts: list[Any]) -> Any:
    return pytest.importorskip("numpy").array(texts, dtype=object)


def as_dataset(texts: list[Any]) -> Any:
    return pytest.importorskip("datasets").Dataset.from_dict({"n": list(range(len(texts))), "body": texts})


def as_chosen_dataset(texts: list[Any]) -> Any:
    twice = [text for text in texts for _ in range(2)]
    return as_dataset(twice).select(range(0, len(twice), 2))


TEXTS = [as_list, as_tuple, as_array, as_series]
KINDS = [*TEXTS, as_dicts, as_pandas, as_polars, as_arrow, as_views, as_dataset, as_chosen_dataset]


def rows_of(table: Any) -> list[dict[str, Any]]:
    """A table of any kind as a list of dicts."""
    for name in ("to_pylist", "to_dicts", "to_list"):
        if hasattr(table, name):
            return list(getattr(table, name)())
    return list(table.to_dict("records")) if hasattr(table, "iloc") else [dict(row) for row in table]


def bodies(data: Any) -> list[Any]:
    found = data["body"] if hasattr(data, "column_names") or hasattr(data, "columns") else data
    values = found.to_pylist() if hasattr(found, "to_pylist") else list(found)
    values = [value["body"] if isinstance(value, dict) else value for value in values]
    return [None if isinstance(value, float) else value for value in values]


@pytest.mark.parametrize("kind", KINDS)
def test_each_type_comes_out_as_it_came_in_with_the_rows_that_the_command_keeps(
    kind: Callable[[list[Any]], Any], texts: list[Any], expected: dict[str, Any]
) -> None:
    data = kind(texts)
    options = {} if kind in TEXTS else {"text": "body"}
    result = nearsame.dedupe(data, **options)
    assert result.digest == expected["digest"]
    assert result.rows == expected["rows"]
    assert type(result.kept) is type(data)
    assert bodies(result.kept) == [texts[row] for row in expected["rows"]]
    assert result.counts["nulls"] == 2
    removed = rows_of(result.removed)
    assert sorted(row["row"] for row in removed) == sorted(set(range(len(texts))) - set(expected["rows"]))
    assert all(result.mask[row["survivor"]] == 1 for row in removed)
    assert {row["kind"] for row in removed} == {"exact", "normalised", "near"}
    clusters = rows_of(result.clusters)
    assert len(clusters) == len(removed) + len({row["survivor"] for row in removed})
    assert all(row["row"] == row["survivor"] or result.mask[row["row"]] == 0 for row in clusters)


@pytest.mark.parametrize("kind", [as_pandas, as_polars, as_arrow, as_dataset])
def test_tables_are_of_the_kind_that_came_in(kind: Callable[[list[Any]], Any], texts: list[Any]) -> None:
    data = kind(texts)
    result = nearsame.dedupe(data, text="body")
    assert type(result.removed) is type(data)
    assert type(result.clusters) is type(data)


def test_a_generator_is_read_once_and_answered_with_rows(texts: list[Any], expected: dict[str, Any]) -> None:
    read: collections.Counter[int] = collections.Counter()

    def rows() -> Any:
        for row, text in enumerate(texts):
            read[row] += 1
            yield {"body": text}

    result = nearsame.dedupe(rows(), text="body")
    assert (result.kept, result.digest) == (expected["rows"], expected["digest"])
    assert set(read.values()) == {1}


def test_a_streaming_data_set_comes_out_filtered(texts: list[Any], expected: dict[str, Any]) -> None:
    data = as_dataset(texts).to_iterable_dataset()
    result = nearsame.dedupe(data, text="body")
    assert type(result.kept) is type(data)
    assert [row["n"] for row in result.kept] == expected["rows"]


def test_files_are_written_where_output_says_and_else_answered_with_rows(expected: dict[str, Any]) -> None:
    folder: Path = expected["folder"]
    path = folder / "written kept.jsonl"
    result = nearsame.dedupe(str(folder / "in.jsonl"), text="body", output=path, force=True)
    assert result.kept == path
    assert path.read_bytes() == (folder / "kept.jsonl").read_bytes()
    several = nearsame.dedupe([folder / "in.jsonl", folder / "kept.jsonl"], text="body")
    count = len(expected["rows"])
    # Rows count over all files: all of the second one are copies, but the two without a text.
    assert several.kept[:count] == expected["rows"]
    assert several.counts["exact"] >= count - 2
    assert [row["survivor"] for row in several.removed][-1] < 80


def test_only_the_columns_that_options_name_go_over(texts: list[Any]) -> None:
    data = as_dicts(texts)
    for row in data:
        row["secret"] = object()  # nothing that could be written
    result = nearsame.dedupe(data, text="body", keep="max:n")
    assert 79 in result.rows and 78 not in result.rows


def test_options_are_those_of_the_command(texts: list[Any]) -> None:
    data = as_dicts(texts)
    assert nearsame.dedupe(data, text="body", threshold=1, near=False).counts["near"] == 0
    result = nearsame.dedupe(data, text="body", shingle="chars:8", recall="exact", measure="containment", seed=7)
    options = result.report["options"]
    assert (options["shingle"], options["recall"]) == ({"unit": "chars", "size": 8}, "exact")
    assert (options["measure"], options["seed"]) == ("containment", 7)
    languages = [{"body": "the same text", "language": language} for language in ("de", "en", "de")]
    assert nearsame.dedupe(languages, text="body", within="language").rows == [0, 1]
    assert nearsame.dedupe(languages, text="body", plan=True).rows == [0, 1, 2]


def test_rows_without_a_text_are_kept_dropped_or_bad(texts: list[Any], expected: dict[str, Any]) -> None:
    without = [row for row in expected["rows"] if row not in (10, 33)]
    assert nearsame.dedupe(texts, null="drop").rows == without
    assert nearsame.dedupe(texts, null="bad", max_bad=1).rows == without
    assert nearsame.dedupe(["a b c", "\\N", "\\N"], null_text=["\\N"]).rows == [0, 1, 2]


def test_records_are_compared_by_their_columns() -> None:
    people = [
        {"name": "Ann Lee", "born": "1980-02-01", "town": "Ulm", "note": object()},
        {"name": "Anne Lee", "born": "1980-02-01", "town": "Ulm", "note": object()},
        {"name": "Bo Dahl", "born": "1971-12-30", "town": "Bonn", "note": object()},
    ]
    columns = {"born": "date", "name": "ignore"}
    result = nearsame.pairs(people, text=["name", "born", "town"], method="records", columns=columns)
    assert result.report["options"]["params"]["columns"] == "born=date,name=ignore"
    plain = [{name: value for name, value in row.items() if name != "note"} for row in people]
    notes = nearsame.pairs(plain, method="records").report["notes"]
    assert [column["name"] for column in notes["columns"]] == ["name", "born", "town"]
    named = [{**row, "text": row["name"]} for row in plain]
    assert "columns" not in nearsame.pairs(named, method="records").report["notes"]


def test_decisions_are_tuples_tables_or_a_file(tmp_path: Path) -> None:
    data = [{"body": text, "key": f"k{row}"} for row, text in enumerate(["one text", "One text!", "another one"])]
    assert nearsame.dedupe(data, text="body", decisions=[(0, 1, "different")]).rows == [0, 1, 2]
    assert nearsame.dedupe(data, text="body", decisions=[{"row1": 0, "row2": 2, "decision": True}]).rows == [0]
    (tmp_path / "d.csv").write_text("id1,id2,decision\nk0,k1,different\n")
    assert nearsame.dedupe(data, text="body", id="key", decisions=tmp_path / "d.csv").rows == [0, 1, 2]
    survivors = nearsame.dedupe(data, text="body", id="key", decisions=[("k0", "k1", "same", "k1")])
    assert survivors.rows == [1, 2]


def test_the_report_page_and_the_view_of_a_notebook(texts: list[Any], tmp_path: Path) -> None:
    result = nearsame.dedupe(texts)
    result.to_html(tmp_path / "page.html")
    assert "<html" in (tmp_path / "page.html").read_text(encoding="utf-8")
    view = result._repr_html_()
    assert "kept; removed:" in view and view.count("<tr><td>") == 5 and "<ins>and more</ins>" in view
    assert "<script" not in nearsame.dedupe(["<script>x", "<script>X"])._repr_html_()


def test_a_lone_surrogate_and_odd_values_are_no_reason_to_fail() -> None:
    texts = ["a \ud800 b", "a \ud800 b", "line\u2028sep\x00"]
    assert nearsame.dedupe(texts, max_bad=1).rows[0] == 0
    rows = [{"t": "one", "v": float("nan")}, {"t": "one", "v": 3}, {"t": "one", "v": None}]
    assert nearsame.dedupe(rows, text="t", keep="max:v").rows == [1]


def test_all_functions_answer_as_their_commands(tmp_path: Path, expected: dict[str, Any], texts: list[Any]) -> None:
    from conftest import command

    folder = expected["folder"]
    command("pairs", "in.jsonl", "--text", "body", "-o", str(tmp_path / "pairs.jsonl"), cwd=folder)
    lines = [json.loads(line) for line in (tmp_path / "pairs.jsonl").read_text().splitlines()]
    found = nearsame.pairs(as_dicts(texts), text="body").pairs
    places = [(int(line["id1"].split(":")[1]) - 1, int(line["id2"].split(":")[1]) - 1) for line in lines]
    assert [(row["row1"], row["row2"]) for row in found] == places
    assert nearsame.evaluate(found, found)["f1"] == 1
    a, b = places[0]
    ids = f"in.jsonl:{a + 1},in.jsonl:{b + 1}"
    told = command("explain", "in.jsonl", "--text", "body", "--ids", ids, cwd=folder)
    assert nearsame.explain(texts, a, b)["measures"] == told["measures"]
    assert nearsame.explain(texts, a, b)["b"]["at"] == f"row {b}"
    signed = nearsame.sign(texts, method="solr-md5")
    command("sign", "in.jsonl", "--text", "body", "--method", "solr-md5", "-o", str(tmp_path / "s.jsonl"), cwd=folder)
    lines = [json.loads(line) for line in (tmp_path / "s.jsonl").read_text().splitlines()]
    assert [row["signature"] for row in signed] == [line["signature"] for line in lines]
    tuned = nearsame.tune(texts)
    assert tuned["bands"] == command("tune", "in.jsonl", "--text", "body", cwd=folder)["bands"]
    assert nearsame.odds(bands=[20, 30], rows=5) == command("odds", "--bands", "20,30", "--rows", "5")


def test_match_names_rows_of_both_sides(texts: list[Any]) -> None:
    new = as_pandas([texts[4], "nothing like it at all", texts[7]])
    result = nearsame.match(new, [{"t": text} for text in texts], text="body", against_text="t")
    assert set(zip(result.pairs["row"], result.pairs["against"], strict=True)) >= {(0, 4), (2, 7)}
    assert result.kept["body"].tolist() == ["nothing like it at all"]
    ids = nearsame.match([{"t": "a b", "k": 7}], [{"t": "a b", "k": "x"}], id="k", decisions=[(7, "x", "same")])
    assert ids.pairs == [{"row": 0, "against": 0, "similarity": 1.0}]


@pytest.mark.parametrize("kind", [as_list, as_dicts, as_pandas, as_polars, as_arrow, as_dataset])
def test_passages_are_cut_out_of_texts_of_each_kind(kind: Callable[[list[Any]], Any]) -> None:
    common = "all rights reserved by the owners of this 𝒳 page"
    data = kind([f"First é𝒳. {common}. One end", f"Second 𝒳𝒳. {common}. Other end"])
    options = {} if kind is as_list else {"text": "body"}
    result = nearsame.passages(data, least=6, **options)
    assert bodies(result.kept) == [f"First é𝒳. {common}. One end", "Second 𝒳𝒳. . Other end"]
    [found] = rows_of(result.passages)
    assert bodies(data)[1][found["start"] : found["end"]] == common
    assert bodies(data)[0][found["first_start"] : found["first_end"]] == common
    against = nearsame.passages(data, [common], least=6, min_left=100, cut="all", **options)
    assert bodies(against.kept) == []


def test_annotations_are_named_by_a_list_as_well(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("text\na b\na b\n")
    for number, names in enumerate((["cluster", "size"], "cluster,size", {"cluster": "cluster", "size": "size"})):
        output = tmp_path / f"o{number}.csv"
        nearsame.dedupe(tmp_path / "a.csv", output=output, annotate=names)
        assert output.read_text() == "text,cluster,size\na b,1,2\n"
