"""Peer: Splink on a labelled set, with the columns of `splink_columns.py`, DuckDB.

    python splink_pairs.py SET RECORDS.jsonl PAIRS.csv

Each record has `row`, `list` (0 or 1) and its columns. Writes `left,right,score` of every candidate pair with a match
probability of 0.001 or more; the score is its logarithm of odds, base 2. u by random sampling, m by EM over two blocking
rules, the prior from rules that are nearly sure, term frequency adjustments on exact agreement.
"""
import csv
import json
import logging
import re
import sys
from collections import Counter

import pyarrow as pa
import splink.comparison_library as cl
from splink import DuckDBAPI, Linker, SettingsCreator, block_on
from splink_columns import sets

tf = {"term_frequency_adjustments": True}
most_words = 24


def date_of(value):
    """ISO form of year-month-day, day/month/year and digits only; other values are null to the comparison."""
    if ymd := re.fullmatch(r"(\d{4})[-/.]?(\d\d?)[-/.]?(\d\d?)", value):
        year, month, day = ymd.groups()
    elif dmy := re.fullmatch(r"(\d\d?)[-/.](\d\d?)[-/.](\d{4})", value):
        day, month, year = dmy.groups()
    else:
        return value
    return f"{year}-{month:0>2}-{day:0>2}"


def cleaned(value, kind):
    value = " ".join((value or "").lower().split())
    if kind == "phone":
        value = re.sub(r"\D", "", value)[-9:]  # without the code of the country
    elif kind == "number":
        value = next(iter(re.findall(r"\d+", value)), "")
    elif kind == "amount":
        found = re.findall(r"\d+\.?\d*", value.replace(",", ""))
        return float(found[0]) if found and float(found[0]) > 0 else None
    elif kind == "date":
        value = date_of(value)
    return value or None


def levels(column, kind):
    """A comparison by words: exact, then shares of common words, and for products a number or model in common."""
    words = f"{column}_words"
    shared = f"len(list_intersect({words}_l, {words}_r))"
    share = f"{shared} / greatest(1, len({words}_l) + len({words}_r) - {shared})"
    model = f"len(list_intersect({column}_models_l, {column}_models_r)) > 0"
    is_product = kind == "product"
    conditions = [f"{model} and {share} >= 0.3"] if is_product else []
    conditions += [f"{share} >= 0.75", f"{share} >= 0.5"]
    conditions += [model] if is_product else []
    conditions += [f"{share} >= 0.3", f"{share} >= 0.15"]
    exact = {"sql_condition": f"{column}_l = {column}_r", "tf_adjustment_column": column, "label_for_charts": "exact"}
    null = {"sql_condition": f"{words}_l is null or {words}_r is null", "is_null_level": True, "label_for_charts": "null"}
    middle = [{"sql_condition": condition, "label_for_charts": condition} for condition in conditions]
    return [null, exact, *middle, {"sql_condition": "ELSE", "label_for_charts": "else"}]


def comparison(column, kind):
    if kind == "name":
        return cl.NameComparison(column)
    if kind == "email":
        return cl.EmailComparison(column)
    if kind == "date":
        return cl.DateOfBirthComparison(column, input_is_string=True, datetime_format="%Y-%m-%d")
    if kind in ("code", "phone"):
        return cl.LevenshteinAtThresholds(column, [1, 2]).configure(**tf)
    if kind in ("category", "number"):
        return cl.ExactMatch(column).configure(**tf)
    if kind == "amount":
        far = f"abs({column}_l - {column}_r) / greatest({column}_l, {column}_r)"
        near = [{"sql_condition": f"{far} <= {most}", "label_for_charts": f"{most}"} for most in (0.001, 0.1, 0.3)]
        null = {"sql_condition": f"{column}_l is null or {column}_r is null", "is_null_level": True}
        return cl.CustomComparison([null, *near, {"sql_condition": "ELSE"}], output_column_name=column)
    return cl.CustomComparison(levels(column, kind), output_column_name=column)


def rule(written):
    """A blocking rule. Words are ordered by rarity, so the first one is the rarest that another record has."""
    if written.startswith("rare:"):
        name = f"{written[5:]}_rare"
        return block_on(name, arrays_to_explode=[name])
    if written.startswith("first:"):
        return block_on(f"{written[6:]}_words[1]")
    return block_on(*written.split("+"))


def add_words(rows, column, most):
    for row in rows:
        row[f"{column}_words"] = sorted(set(re.findall(r"\w+", row[column] or ""))) or None
    count = Counter(word for row in rows for word in row[f"{column}_words"] or [])
    number = {word: i for i, word in enumerate(count)}
    for row in rows:
        words = row[f"{column}_words"]
        if words is not None:
            words.sort(key=lambda word: (count[word] < 2, count[word]))
        rare = [word for word in words or [] if 2 <= count[word] <= most]
        models = [word for word in words or [] if len(word) > 2 and re.search(r"\d", word)]
        # As numbers and at most `most_words`, because DuckDB intersects these lists for every pair.
        for name, some in (("words", words), ("rare", rare), ("models", models)):
            row[f"{column}_{name}"] = some and [number[word] for word in some[:most_words]]


def table_of(rows):
    lists = {name for name in rows[0] if name.endswith(("_words", "_rare", "_models"))}
    columns = {}
    for name in rows[0]:
        if name in lists:
            columns[name] = pa.array([row[name] for row in rows], pa.list_(pa.int32()))
        else:
            columns[name] = pa.array([row[name] for row in rows])
    return pa.table(columns)


def main(name, source, target):
    plan = sets[name]
    kinds = plan["columns"]
    records = [json.loads(line) for line in open(source)]
    for record in records:
        for old, new in plan.get("renamed", {}).items():
            record[new] = record[old]
    rows = [{"unique_id": r["row"], **{c: cleaned(r[c], kind) for c, kind in kinds.items()}} for r in records]
    for column, kind in kinds.items():
        if kind in ("text", "product"):
            add_words(rows, column, plan.get("most", 50))
    api = DuckDBAPI()
    sides = [[row for row, r in zip(rows, records) if r["list"] == side] for side in (0, 1)]
    tables = [api.register(table_of(side), dataset_display_name=f"list_{i}") for i, side in enumerate(sides) if side]
    settings = SettingsCreator(
        link_type="link_only" if len(tables) > 1 else "dedupe_only",
        comparisons=[comparison(column, kind) for column, kind in kinds.items()],
        blocking_rules_to_generate_predictions=[rule(written) for written in plan["block"]],
        retain_matching_columns=False,
    )
    linker = Linker(tables if len(tables) > 1 else tables[0], settings)
    train = linker.training
    train.estimate_probability_two_random_records_match([rule(written) for written in plan["sure"]], recall=0.7)
    train.estimate_u_using_random_sampling(max_pairs=2e6, seed=1)
    for written in plan["train"]:
        train.estimate_parameters_using_expectation_maximisation(rule(written))
    found = linker.inference.predict(threshold_match_probability=0.001).as_pyarrow_table().to_pydict()
    with open(target, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["left", "right", "score"])
        writer.writerows(zip(found["unique_id_l"], found["unique_id_r"], found["match_weight"]))


if __name__ == "__main__":
    logging.getLogger("splink").setLevel(logging.ERROR)
    main(*sys.argv[1:])
