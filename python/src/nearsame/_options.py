"""Options of the commands, as build/python-options.ts writes them. Not to be edited."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypedDict, Union

__version__ = "0.1.0"

Path = Union[str, "os.PathLike[str]"]
Table = Any


class Option(NamedTuple):
    """An option: its flag, what its values are, and its text."""

    flag: str
    kind: str
    doc: str


class DedupeOptions(TypedDict, total=False):
    """Options of `dedupe`."""

    output: Path | None
    annotate: str | Mapping[str, str] | None
    removed: Path | None
    removed_records: Path | None
    clusters: Path | None
    pairs: Path | None
    annotated: Path | None
    golden: Path | None
    golden_rule: str | None
    review: Path | None
    report_html: Path | None
    replay_from: float | None
    deletes: Literal["bulk", "solr"] | None
    deletes_output: Path | None
    deletes_index: str | None
    report: Path | None
    decisions: Table | None
    state: Path | None
    threshold: float | None
    measure: Literal["jaccard", "containment"] | None
    shingle: str | None
    fold: Literal["none", "marks", "letters", "both"] | None
    symbols: Literal["drop", "keep"] | None
    recall: float | Literal["exact"] | None
    cluster: Literal["star", "components", "complete"] | None
    keep: str | Sequence[str] | None
    within: Hashable | None
    near: bool | None
    seed: int | None
    signature_length: int | None
    method: Literal["minhash", "solr-text-profile", "solr-md5", "solr-lookup3", "nutch-md5", "nutch-text-md5", "nutch-text-profile", "repeated-trials", "restaurants-shingles", "restaurants-minhash", "longest-words", "records", "lucene-min-hash", "lucene-fingerprint"] | None
    params: Mapping[str, object] | None
    columns: Mapping[str, str] | Literal["all", "common"] | None
    undecided: str | None
    text: Hashable | Sequence[Hashable] | None
    id: Hashable | None
    input_format: Literal["jsonl", "json", "csv", "tsv", "txt", "id-text", "parquet", "arrow", "xlsx", "warc", "whole"] | None
    delimiter: str | None
    quote: str | None
    encoding: str | None
    sheet: str | None
    null: Literal["keep", "drop", "bad"] | None
    null_text: str | Sequence[str] | None
    html: bool | None
    max_record: int | str | None
    threads: int | None
    temp: Path | None
    memory: int | str | None
    plan: bool | None
    dry_run: bool | None
    force: bool | None
    resume: bool | None
    on_error: Literal["skip", "stop"] | None
    max_bad: float | None
    accept_risk: bool | None
    types: Literal["strict", "text", "guess"] | None
    spreadsheet_safe: bool | None
    quiet: bool | None
    bad: Path | None


class PairsOptions(TypedDict, total=False):
    """Options of `pairs`."""

    output: Path | None
    report: Path | None
    report_html: Path | None
    decisions: Table | None
    accept: Table | None
    reject: Table | None
    review: Path | None
    max_pairs: int | None
    index: str | None
    threshold: float | None
    measure: Literal["jaccard", "containment"] | None
    shingle: str | None
    fold: Literal["none", "marks", "letters", "both"] | None
    symbols: Literal["drop", "keep"] | None
    recall: float | Literal["exact"] | None
    within: Hashable | None
    near: bool | None
    seed: int | None
    signature_length: int | None
    method: Literal["minhash", "solr-text-profile", "solr-md5", "solr-lookup3", "nutch-md5", "nutch-text-md5", "nutch-text-profile", "repeated-trials", "restaurants-shingles", "restaurants-minhash", "longest-words", "records", "lucene-min-hash", "lucene-fingerprint"] | None
    params: Mapping[str, object] | None
    columns: Mapping[str, str] | Literal["all", "common"] | None
    undecided: str | None
    text: Hashable | Sequence[Hashable] | None
    id: Hashable | None
    input_format: Literal["jsonl", "json", "csv", "tsv", "txt", "id-text", "parquet", "arrow", "xlsx", "warc", "whole"] | None
    delimiter: str | None
    quote: str | None
    encoding: str | None
    sheet: str | None
    null: Literal["keep", "drop", "bad"] | None
    null_text: str | Sequence[str] | None
    html: bool | None
    max_record: int | str | None
    threads: int | None
    temp: Path | None
    memory: int | str | None
    plan: bool | None
    dry_run: bool | None
    force: bool | None
    resume: bool | None
    on_error: Literal["skip", "stop"] | None
    max_bad: float | None
    spreadsheet_safe: bool | None
    quiet: bool | None
    bad: Path | None


class MatchOptions(TypedDict, total=False):
    """Options of `match`."""

    map: Mapping[str, str] | None
    output: Path | None
    kept: Path | None
    annotated: Path | None
    report: Path | None
    report_html: Path | None
    decisions: Table | None
    accept: Table | None
    reject: Table | None
    review: Path | None
    one_to_one: bool | None
    against_text: Hashable | Sequence[Hashable] | None
    against_id: Hashable | None
    against_input_format: Literal["jsonl", "json", "csv", "tsv", "txt", "id-text", "parquet", "arrow", "xlsx", "warc", "whole"] | None
    against_delimiter: str | None
    against_quote: str | None
    against_encoding: str | None
    threshold: float | None
    measure: Literal["jaccard", "containment"] | None
    shingle: str | None
    fold: Literal["none", "marks", "letters", "both"] | None
    symbols: Literal["drop", "keep"] | None
    recall: float | Literal["exact"] | None
    within: Hashable | None
    near: bool | None
    seed: int | None
    signature_length: int | None
    method: Literal["minhash", "solr-text-profile", "solr-md5", "solr-lookup3", "nutch-md5", "nutch-text-md5", "nutch-text-profile", "repeated-trials", "restaurants-shingles", "restaurants-minhash", "longest-words", "records", "lucene-min-hash", "lucene-fingerprint"] | None
    params: Mapping[str, object] | None
    columns: Mapping[str, str] | Literal["all", "common"] | None
    undecided: str | None
    text: Hashable | Sequence[Hashable] | None
    id: Hashable | None
    input_format: Literal["jsonl", "json", "csv", "tsv", "txt", "id-text", "parquet", "arrow", "xlsx", "warc", "whole"] | None
    delimiter: str | None
    quote: str | None
    encoding: str | None
    sheet: str | None
    null: Literal["keep", "drop", "bad"] | None
    null_text: str | Sequence[str] | None
    html: bool | None
    max_record: int | str | None
    threads: int | None
    temp: Path | None
    memory: int | str | None
    plan: bool | None
    dry_run: bool | None
    force: bool | None
    resume: bool | None
    on_error: Literal["skip", "stop"] | None
    max_bad: float | None
    types: Literal["strict", "text", "guess"] | None
    spreadsheet_safe: bool | None
    quiet: bool | None
    bad: Path | None


class PassagesOptions(TypedDict, total=False):
    """Options of `passages`."""

    output: Path | None
    kept: Path | None
    removed: Path | None
    report: Path | None
    report_html: Path | None
    least: int | None
    unit: Literal["tokens", "lines", "paragraphs"] | None
    max_places: int | None
    least_item: int | None
    common: float | None
    cut: Literal["later", "all", "none"] | None
    min_left: int | None
    covered: float | None
    against_text: Hashable | Sequence[Hashable] | None
    against_id: Hashable | None
    against_input_format: Literal["jsonl", "json", "csv", "tsv", "txt", "id-text", "parquet", "arrow", "xlsx", "warc", "whole"] | None
    against_delimiter: str | None
    against_quote: str | None
    against_encoding: str | None
    fold: Literal["none", "marks", "letters", "both"] | None
    symbols: Literal["drop", "keep"] | None
    keep: str | Sequence[str] | None
    columns: Mapping[str, str] | Literal["all", "common"] | None
    undecided: str | None
    text: Hashable | Sequence[Hashable] | None
    id: Hashable | None
    input_format: Literal["jsonl", "json", "csv", "tsv", "txt", "id-text", "parquet", "arrow", "xlsx", "warc", "whole"] | None
    delimiter: str | None
    quote: str | None
    encoding: str | None
    sheet: str | None
    null: Literal["keep", "drop", "bad"] | None
    null_text: str | Sequence[str] | None
    html: bool | None
    max_record: int | str | None
    threads: int | None
    temp: Path | None
    memory: int | str | None
    plan: bool | None
    dry_run: bool | None
    force: bool | None
    resume: bool | None
    on_error: Literal["skip", "stop"] | None
    max_bad: float | None
    spreadsheet_safe: bool | None
    quiet: bool | None
    bad: Path | None


class ExplainOptions(TypedDict, total=False):
    """Options of `explain`."""

    threshold: float | None
    measure: Literal["jaccard", "containment"] | None
    shingle: str | None
    fold: Literal["none", "marks", "letters", "both"] | None
    symbols: Literal["drop", "keep"] | None
    recall: float | Literal["exact"] | None
    seed: int | None
    signature_length: int | None
    method: Literal["minhash", "solr-text-profile", "solr-md5", "solr-lookup3", "nutch-md5", "nutch-text-md5", "nutch-text-profile", "repeated-trials", "restaurants-shingles", "restaurants-minhash", "longest-words", "records", "lucene-min-hash", "lucene-fingerprint"] | None
    params: Mapping[str, object] | None
    columns: Mapping[str, str] | Literal["all", "common"] | None
    undecided: str | None
    text: Hashable | Sequence[Hashable] | None
    id: Hashable | None
    input_format: Literal["jsonl", "json", "csv", "tsv", "txt", "id-text", "parquet", "arrow", "xlsx", "warc", "whole"] | None
    delimiter: str | None
    quote: str | None
    encoding: str | None
    sheet: str | None
    null: Literal["keep", "drop", "bad"] | None
    null_text: str | Sequence[str] | None
    html: bool | None
    max_record: int | str | None


class EvaluateOptions(TypedDict, total=False):
    """Options of `evaluate`."""

    labelled: Table | None
    cross: Table | None


class SignOptions(TypedDict, total=False):
    """Options of `sign`."""

    output: Path | None
    shingle: str | None
    fold: Literal["none", "marks", "letters", "both"] | None
    symbols: Literal["drop", "keep"] | None
    seed: int | None
    signature_length: int | None
    method: Literal["minhash", "solr-text-profile", "solr-md5", "solr-lookup3", "nutch-md5", "nutch-text-md5", "nutch-text-profile", "repeated-trials", "restaurants-shingles", "restaurants-minhash", "longest-words", "records", "lucene-min-hash", "lucene-fingerprint"] | None
    params: Mapping[str, object] | None
    columns: Mapping[str, str] | Literal["all", "common"] | None
    undecided: str | None
    text: Hashable | Sequence[Hashable] | None
    id: Hashable | None
    input_format: Literal["jsonl", "json", "csv", "tsv", "txt", "id-text", "parquet", "arrow", "xlsx", "warc", "whole"] | None
    delimiter: str | None
    quote: str | None
    encoding: str | None
    sheet: str | None
    null: Literal["keep", "drop", "bad"] | None
    null_text: str | Sequence[str] | None
    html: bool | None
    max_record: int | str | None
    threads: int | None
    temp: Path | None
    plan: bool | None
    dry_run: bool | None
    force: bool | None
    on_error: Literal["skip", "stop"] | None
    max_bad: float | None
    spreadsheet_safe: bool | None
    quiet: bool | None
    bad: Path | None


class TuneOptions(TypedDict, total=False):
    """Options of `tune`."""

    plot: Path | None
    sample: int | None
    threshold: float | None
    measure: Literal["jaccard", "containment"] | None
    shingle: str | None
    fold: Literal["none", "marks", "letters", "both"] | None
    symbols: Literal["drop", "keep"] | None
    recall: float | Literal["exact"] | None
    seed: int | None
    signature_length: int | None
    method: Literal["minhash", "solr-text-profile", "solr-md5", "solr-lookup3", "nutch-md5", "nutch-text-md5", "nutch-text-profile", "repeated-trials", "restaurants-shingles", "restaurants-minhash", "longest-words", "records", "lucene-min-hash", "lucene-fingerprint"] | None
    params: Mapping[str, object] | None
    columns: Mapping[str, str] | Literal["all", "common"] | None
    undecided: str | None
    text: Hashable | Sequence[Hashable] | None
    id: Hashable | None
    input_format: Literal["jsonl", "json", "csv", "tsv", "txt", "id-text", "parquet", "arrow", "xlsx", "warc", "whole"] | None
    delimiter: str | None
    quote: str | None
    encoding: str | None
    sheet: str | None
    null: Literal["keep", "drop", "bad"] | None
    null_text: str | Sequence[str] | None
    html: bool | None
    max_record: int | str | None
    threads: int | None
    temp: Path | None
    force: bool | None
    on_error: Literal["skip", "stop"] | None
    max_bad: float | None
    quiet: bool | None
    bad: Path | None


class OddsOptions(TypedDict, total=False):
    """Options of `odds`."""

    threshold: float | None
    recall: float | None
    signature_length: int | None
    bands: int | Sequence[int] | None
    rows: int | Sequence[int] | None
    trials: int | None
    agree: int | None
    hashes: int | Sequence[int] | None
    similarities: float | Sequence[float] | None
    plot: Path | None
    force: bool | None


OPTIONS: Final[Mapping[str, Mapping[str, Option]]] = {
    "dedupe": {
        "output": Option("--output", "path", "the kept records, in the format of the input or of this name; DIR/: a file for each input"),
        "annotate": Option("--annotate", "fields", "fields for the kept records: cluster=c,size=n,kind=k,probability=p; or similarity"),
        "removed": Option("--removed", "path", "each removed record with its twin, measure and reason (JSONL, or CSV, Parquet or .xlsx by its name)"),
        "removed_records": Option("--removed-records", "path", "the removed records with all their fields, each with those of its twin behind them"),
        "clusters": Option("--clusters", "path", "the clusters (JSONL, or CSV, Parquet or .xlsx by its name)"),
        "pairs": Option("--pairs", "path", "the measured matches (CSV, or JSONL, Parquet or .xlsx by its name)"),
        "annotated": Option("--annotated", "path", "all records with these fields; without `annotate`: cluster,size,kind,probability"),
        "golden": Option("--golden", "path", "one merged record for each cluster (JSONL, or CSV by its name; of Excel .xlsx)"),
        "golden_rule": Option("--golden-rule", "value", "the values of a merged record: most-frequent (if not given), longest or newest:COLUMN"),
        "review": Option("--review", "path", "the 100 most doubtful pairs side by side, for `decisions` (method records; CSV, or JSONL, Parquet or .xlsx by its name)"),
        "report_html": Option("--report-html", "path", "a page that shows the run, in one file"),
        "replay_from": Option("--replay-from", "value", "with a report page: measure all pairs from this similarity on, for other thresholds there (0: none) (default: 0)"),
        "deletes": Option("--deletes", "value", "write the removed records as deletions for their index, of this search engine"),
        "deletes_output": Option("--deletes-output", "path", "the deletions: bulk lines of Elasticsearch, or a message of Solr"),
        "deletes_index": Option("--deletes-index", "value", "their index, with bulk; if not given, the field _index of each record"),
        "report": Option("--report", "path", "the report (JSON)"),
        "decisions": Option("--decisions", "table", "pairs that people found to be the same or different, any method (CSV, or JSONL, Parquet or .xlsx by its name)"),
        "state": Option("--state", "path", "remember decisions in DIR; compare new files with documents kept before"),
        "threshold": Option("--threshold", "value", "minimum similarity of a match (default: 0.8)"),
        "measure": Option("--measure", "value", "shared shingles divided by all shingles of both texts, or by those of the smaller text (default: jaccard)"),
        "shingle": Option("--shingle", "value", "unit of comparison: runs of words or of characters, or a stop word with the words after it (default: words:5)"),
        "fold": Option("--fold", "value", "drop `marks` (accents and points), unify `letters` that one language types in two ways, or `both` (default: none)"),
        "symbols": Option("--symbols", "value", "whether symbols and punctuation only separate words, or each is a word of its own (default: drop)"),
        "recall": Option("--recall", "value", "share of the pairs at the threshold to find; `exact` finds all, by a join of the shingle sets (default: 0.99)"),
        "cluster": Option("--cluster", "value", "how clusters form: every member matches the survivor; any chain of matches; every pair matches (default: star)"),
        "keep": Option("--keep", "list", "which document of a cluster survives: rules in order, then the position in the input; a list of first, last, longest, shortest, max:FIELD, min:FIELD and prefer:FIELD=VALUE (default: first)"),
        "within": Option("--within", "value", "compare only records with equal values of this field, such as a language; records without it among themselves"),
        "near": Option("--near", "switch", "find near duplicates, not only exact duplicates of the raw text (default: on)"),
        "seed": Option("--seed", "value", "seed of the hash family (default: 1)"),
        "signature_length": Option("--signature-length", "value", "values per signature; the error of an estimated Jaccard is about 1 / sqrt of their number (default: 128)"),
        "method": Option("--method", "value", "recipe that finds and measures matches; see `nearsame methods`; one of minhash, solr-text-profile, solr-md5, solr-lookup3, nutch-md5, nutch-text-md5, nutch-text-profile, repeated-trials, restaurants-shingles, restaurants-minhash, longest-words, records, lucene-min-hash, lucene-fingerprint (default: minhash)"),
        "params": Option("--param", "mapping", "parameters of the method"),
        "columns": Option("--column", "mapping", "what a column is: a kind, ignore, or a gate: must-agree, alike, numbers, within:3d, within:1%; repeatable"),
        "undecided": Option("--undecided", "value", "pairs that differ as relatives and variants do: keep, remove or refuse (method records; default: keep)"),
        "text": Option("--text", "list", "fields that make up the text, missing ones skipped; `b.c` is a path, `b.*.c` all items of a list; field names, such as `title,body.main` (default: text, else the only field of texts)"),
        "id": Option("--id", "value", "field that holds the id; a record without it is named `file:record` (default: id)"),
        "input_format": Option("--input-format", "value", "format of the input; `json` is an array, `whole` each file one document; standard input needs this option; one of jsonl, json, csv, tsv, txt, id-text, parquet, arrow, xlsx, warc, whole (default: by the name of each file)"),
        "delimiter": Option("--delimiter", "value", "separator of the fields of CSV and TSV (default: by the header line)"),
        "quote": Option("--quote", "value", "quote around fields of CSV and TSV; `none` if quotes are text and every line is a row (default: by the header line)"),
        "encoding": Option("--encoding", "value", "encoding of JSON lines, CSV, TSV and texts; a byte-order mark decides by itself; an encoding that browsers know, such as windows-1252, latin1 or utf-16 (not iso-2022-jp) (default: utf-8)"),
        "sheet": Option("--sheet", "value", "sheet of a workbook of Excel; a text that is not empty (default: the first)"),
        "null": Option("--null", "value", "records without a text (null, absent, only white space): kept without comparing them, dropped, or bad (default: keep)"),
        "null_text": Option("--null-text", "repeated", "a text that counts as null, too, such as `\\N` of database dumps; may be repeated (default: none)"),
        "html": Option("--html", "flag", "strip tags and decode entities before comparing texts"),
        "max_record": Option("--max-record", "value", "maximum size of a record; longer ones are skipped and counted as bad (default: 64MiB)"),
        "threads": Option("--threads", "value", "number of worker threads (default: as many as the input keeps busy, up to all processors)"),
        "temp": Option("--temp", "path", "directory for temporary files (default: beside the output)"),
        "memory": Option("--memory", "value", "resident memory to stay within, with columns on disk and fewer threads where it takes that (default: as needed)"),
        "plan": Option("--plan", "flag", "read the start of each input and print what the run would do"),
        "dry_run": Option("--dry-run", "flag", "do everything except writing the output or the kept records; still writes files about the run"),
        "force": Option("--force", "flag", "overwrite existing outputs"),
        "resume": Option("--resume", "flag", "keep progress in the directory for temporary files, and go on where a stopped run left it"),
        "on_error": Option("--on-error", "value", "what to do about a bad record (default: skip)"),
        "max_bad": Option("--max-bad", "value", "maximum share of bad records; above it, a skipping run stops (default: 0.01)"),
        "accept_risk": Option("--accept-risk", "flag", "let the method records remove more than a third of the rows as near duplicates"),
        "types": Option("--types", "value", "converted KEPT: refuse mixed types, write them as JSON text, or make columns of CSV numbers and booleans (default: strict)"),
        "spreadsheet_safe": Option("--spreadsheet-safe", "flag", "begin what a spreadsheet would run, such as =1+1, with an apostrophe in CSV outputs"),
        "quiet": Option("--quiet", "flag", "print no summary"),
        "bad": Option("--bad", "path", "where skipped records go"),
    },
    "pairs": {
        "output": Option("--output", "path", "the pairs (CSV, or JSONL, Parquet or .xlsx by its name)"),
        "report": Option("--report", "path", "the report (JSON)"),
        "report_html": Option("--report-html", "path", "a page that shows the run, in one file"),
        "decisions": Option("--decisions", "table", "pairs that people found to be the same or different, any method (CSV, or JSONL, Parquet or .xlsx by its name)"),
        "accept": Option("--accept", "table", "pairs that a person found to be the same (method records)"),
        "reject": Option("--reject", "table", "pairs that a person found to be different (method records)"),
        "review": Option("--review", "path", "the 100 most doubtful pairs side by side, for `decisions` (method records; CSV, or JSONL, Parquet or .xlsx by its name)"),
        "max_pairs": Option("--max-pairs", "value", "refuse to write more matches than this (default: 10000000)"),
        "index": Option("--index", "value", "the index of a method that searches: a core of Solr (`force` empties it)"),
        "threshold": Option("--threshold", "value", "minimum similarity of a match (default: 0.8)"),
        "measure": Option("--measure", "value", "shared shingles divided by all shingles of both texts, or by those of the smaller text (default: jaccard)"),
        "shingle": Option("--shingle", "value", "unit of comparison: runs of words or of characters, or a stop word with the words after it (default: words:5)"),
        "fold": Option("--fold", "value", "drop `marks` (accents and points), unify `letters` that one language types in two ways, or `both` (default: none)"),
        "symbols": Option("--symbols", "value", "whether symbols and punctuation only separate words, or each is a word of its own (default: drop)"),
        "recall": Option("--recall", "value", "share of the pairs at the threshold to find; `exact` finds all, by a join of the shingle sets (default: 0.99)"),
        "within": Option("--within", "value", "compare only records with equal values of this field, such as a language; records without it among themselves"),
        "near": Option("--near", "switch", "find near duplicates, not only exact duplicates of the raw text (default: on)"),
        "seed": Option("--seed", "value", "seed of the hash family (default: 1)"),
        "signature_length": Option("--signature-length", "value", "values per signature; the error of an estimated Jaccard is about 1 / sqrt of their number (default: 128)"),
        "method": Option("--method", "value", "recipe that finds and measures matches; see `nearsame methods`; one of minhash, solr-text-profile, solr-md5, solr-lookup3, nutch-md5, nutch-text-md5, nutch-text-profile, repeated-trials, restaurants-shingles, restaurants-minhash, longest-words, records, lucene-min-hash, lucene-fingerprint (default: minhash)"),
        "params": Option("--param", "mapping", "parameters of the method"),
        "columns": Option("--column", "mapping", "what a column is: a kind, ignore, or a gate: must-agree, alike, numbers, within:3d, within:1%; repeatable"),
        "undecided": Option("--undecided", "value", "pairs that differ as relatives and variants do: keep, remove or refuse (method records; default: keep)"),
        "text": Option("--text", "list", "fields that make up the text, missing ones skipped; `b.c` is a path, `b.*.c` all items of a list; field names, such as `title,body.main` (default: text, else the only field of texts)"),
        "id": Option("--id", "value", "field that holds the id; a record without it is named `file:record` (default: id)"),
        "input_format": Option("--input-format", "value", "format of the input; `json` is an array, `whole` each file one document; standard input needs this option; one of jsonl, json, csv, tsv, txt, id-text, parquet, arrow, xlsx, warc, whole (default: by the name of each file)"),
        "delimiter": Option("--delimiter", "value", "separator of the fields of CSV and TSV (default: by the header line)"),
        "quote": Option("--quote", "value", "quote around fields of CSV and TSV; `none` if quotes are text and every line is a row (default: by the header line)"),
        "encoding": Option("--encoding", "value", "encoding of JSON lines, CSV, TSV and texts; a byte-order mark decides by itself; an encoding that browsers know, such as windows-1252, latin1 or utf-16 (not iso-2022-jp) (default: utf-8)"),
        "sheet": Option("--sheet", "value", "sheet of a workbook of Excel; a text that is not empty (default: the first)"),
        "null": Option("--null", "value", "records without a text (null, absent, only white space): kept without comparing them, dropped, or bad (default: keep)"),
        "null_text": Option("--null-text", "repeated", "a text that counts as null, too, such as `\\N` of database dumps; may be repeated (default: none)"),
        "html": Option("--html", "flag", "strip tags and decode entities before comparing texts"),
        "max_record": Option("--max-record", "value", "maximum size of a record; longer ones are skipped and counted as bad (default: 64MiB)"),
        "threads": Option("--threads", "value", "number of worker threads (default: as many as the input keeps busy, up to all processors)"),
        "temp": Option("--temp", "path", "directory for temporary files (default: beside the output)"),
        "memory": Option("--memory", "value", "resident memory to stay within, with columns on disk and fewer threads where it takes that (default: as needed)"),
        "plan": Option("--plan", "flag", "read the start of each input and print what the run would do"),
        "dry_run": Option("--dry-run", "flag", "do everything except writing the output or the kept records; still writes files about the run"),
        "force": Option("--force", "flag", "overwrite existing outputs"),
        "resume": Option("--resume", "flag", "keep progress in the directory for temporary files, and go on where a stopped run left it"),
        "on_error": Option("--on-error", "value", "what to do about a bad record (default: skip)"),
        "max_bad": Option("--max-bad", "value", "maximum share of bad records; above it, a skipping run stops (default: 0.01)"),
        "spreadsheet_safe": Option("--spreadsheet-safe", "flag", "begin what a spreadsheet would run, such as =1+1, with an apostrophe in CSV outputs"),
        "quiet": Option("--quiet", "flag", "print no summary"),
        "bad": Option("--bad", "path", "where skipped records go"),
    },
    "match": {
        "map": Option("--map", "mapping", "a column of B that A has under another name; repeatable"),
        "output": Option("--output", "path", "the pairs: id1 of A, id2 of B (CSV, or JSONL, Parquet or .xlsx by its name)"),
        "kept": Option("--kept", "path", "A without the records that have a twin"),
        "annotated": Option("--annotated", "path", "all records of B, each with the id of its best `match` and the `similarity`"),
        "report": Option("--report", "path", "the report (JSON)"),
        "report_html": Option("--report-html", "path", "a page that shows the run, in one file"),
        "decisions": Option("--decisions", "table", "pairs that people found to be the same or different, any method (CSV, or JSONL, Parquet or .xlsx by its name)"),
        "accept": Option("--accept", "table", "pairs that a person found to be the same (method records)"),
        "reject": Option("--reject", "table", "pairs that a person found to be different (method records)"),
        "review": Option("--review", "path", "the 100 most doubtful pairs side by side, for `decisions` (method records; CSV, or JSONL, Parquet or .xlsx by its name)"),
        "one_to_one": Option("--one-to-one", "flag", "each record in at most one pair, best pairs first"),
        "against_text": Option("--against-text", "list", "fields that make up the text, missing ones skipped; `b.c` is a path, `b.*.c` all items of a list, of B; field names, such as `title,body.main` (default: those of A if B has one of them, else found)"),
        "against_id": Option("--against-id", "value", "field that holds the id; a record without it is named `file:record`, of B (default: as of A)"),
        "against_input_format": Option("--against-input-format", "value", "format of the input; `json` is an array, `whole` each file one document; standard input needs this option, of B; one of jsonl, json, csv, tsv, txt, id-text, parquet, arrow, xlsx, warc, whole (default: as of A)"),
        "against_delimiter": Option("--against-delimiter", "value", "separator of the fields of CSV and TSV, of B (default: as of A)"),
        "against_quote": Option("--against-quote", "value", "quote around fields of CSV and TSV; `none` if quotes are text and every line is a row, of B (default: as of A)"),
        "against_encoding": Option("--against-encoding", "value", "encoding of JSON lines, CSV, TSV and texts; a byte-order mark decides by itself, of B; an encoding that browsers know, such as windows-1252, latin1 or utf-16 (not iso-2022-jp) (default: as of A)"),
        "threshold": Option("--threshold", "value", "minimum similarity of a match (default: 0.8)"),
        "measure": Option("--measure", "value", "shared shingles divided by all shingles of both texts, or by those of the smaller text (default: jaccard)"),
        "shingle": Option("--shingle", "value", "unit of comparison: runs of words or of characters, or a stop word with the words after it (default: words:5)"),
        "fold": Option("--fold", "value", "drop `marks` (accents and points), unify `letters` that one language types in two ways, or `both` (default: none)"),
        "symbols": Option("--symbols", "value", "whether symbols and punctuation only separate words, or each is a word of its own (default: drop)"),
        "recall": Option("--recall", "value", "share of the pairs at the threshold to find; `exact` finds all, by a join of the shingle sets (default: 0.99)"),
        "within": Option("--within", "value", "compare only records with equal values of this field, such as a language; records without it among themselves"),
        "near": Option("--near", "switch", "find near duplicates, not only exact duplicates of the raw text (default: on)"),
        "seed": Option("--seed", "value", "seed of the hash family (default: 1)"),
        "signature_length": Option("--signature-length", "value", "values per signature; the error of an estimated Jaccard is about 1 / sqrt of their number (default: 128)"),
        "method": Option("--method", "value", "recipe that finds and measures matches; see `nearsame methods`; one of minhash, solr-text-profile, solr-md5, solr-lookup3, nutch-md5, nutch-text-md5, nutch-text-profile, repeated-trials, restaurants-shingles, restaurants-minhash, longest-words, records, lucene-min-hash, lucene-fingerprint (default: minhash)"),
        "params": Option("--param", "mapping", "parameters of the method"),
        "columns": Option("--column", "mapping", "what a column is: a kind, ignore, or a gate: must-agree, alike, numbers, within:3d, within:1%; repeatable"),
        "undecided": Option("--undecided", "value", "pairs that differ as relatives and variants do: keep, remove or refuse (method records; default: keep)"),
        "text": Option("--text", "list", "fields that make up the text, missing ones skipped; `b.c` is a path, `b.*.c` all items of a list; field names, such as `title,body.main` (default: text, else the only field of texts)"),
        "id": Option("--id", "value", "field that holds the id; a record without it is named `file:record` (default: id)"),
        "input_format": Option("--input-format", "value", "format of the input; `json` is an array, `whole` each file one document; standard input needs this option; one of jsonl, json, csv, tsv, txt, id-text, parquet, arrow, xlsx, warc, whole (default: by the name of each file)"),
        "delimiter": Option("--delimiter", "value", "separator of the fields of CSV and TSV (default: by the header line)"),
        "quote": Option("--quote", "value", "quote around fields of CSV and TSV; `none` if quotes are text and every line is a row (default: by the header line)"),
        "encoding": Option("--encoding", "value", "encoding of JSON lines, CSV, TSV and texts; a byte-order mark decides by itself; an encoding that browsers know, such as windows-1252, latin1 or utf-16 (not iso-2022-jp) (default: utf-8)"),
        "sheet": Option("--sheet", "value", "sheet of a workbook of Excel; a text that is not empty (default: the first)"),
        "null": Option("--null", "value", "records without a text (null, absent, only white space): kept without comparing them, dropped, or bad (default: keep)"),
        "null_text": Option("--null-text", "repeated", "a text that counts as null, too, such as `\\N` of database dumps; may be repeated (default: none)"),
        "html": Option("--html", "flag", "strip tags and decode entities before comparing texts"),
        "max_record": Option("--max-record", "value", "maximum size of a record; longer ones are skipped and counted as bad (default: 64MiB)"),
        "threads": Option("--threads", "value", "number of worker threads (default: as many as the input keeps busy, up to all processors)"),
        "temp": Option("--temp", "path", "directory for temporary files (default: beside the output)"),
        "memory": Option("--memory", "value", "resident memory to stay within, with columns on disk and fewer threads where it takes that (default: as needed)"),
        "plan": Option("--plan", "flag", "read the start of each input and print what the run would do"),
        "dry_run": Option("--dry-run", "flag", "do everything except writing the output or the kept records; still writes files about the run"),
        "force": Option("--force", "flag", "overwrite existing outputs"),
        "resume": Option("--resume", "flag", "keep progress in the directory for temporary files, and go on where a stopped run left it"),
        "on_error": Option("--on-error", "value", "what to do about a bad record (default: skip)"),
        "max_bad": Option("--max-bad", "value", "maximum share of bad records; above it, a skipping run stops (default: 0.01)"),
        "types": Option("--types", "value", "converted KEPT: refuse mixed types, write them as JSON text, or make columns of CSV numbers and booleans (default: strict)"),
        "spreadsheet_safe": Option("--spreadsheet-safe", "flag", "begin what a spreadsheet would run, such as =1+1, with an apostrophe in CSV outputs"),
        "quiet": Option("--quiet", "flag", "print no summary"),
        "bad": Option("--bad", "path", "where skipped records go"),
    },
    "passages": {
        "output": Option("--output", "path", "the passages, each with its first copy (JSONL)"),
        "kept": Option("--kept", "path", "the documents without the passages; DIR/: a file for each input"),
        "removed": Option("--removed", "path", "what was cut out of which document, and the documents dropped (JSONL)"),
        "report": Option("--report", "path", "the report (JSON)"),
        "report_html": Option("--report-html", "path", "a page that shows the run, in one file"),
        "least": Option("--least", "value", "minimum number of tokens of a passage (default: 50; 1 for lines and paragraphs)"),
        "unit": Option("--unit", "value", "what a passage is: any run of tokens, whole lines, or whole paragraphs (default: tokens)"),
        "max_places": Option("--max-places", "value", "maximum number of documents of the other side that are listed for a passage; all are counted (default: 100)"),
        "least_item": Option("--least-item", "value", "minimum number of tokens of a document of the other side; one of `least` tokens is always looked for (default: 3)"),
        "common": Option("--common", "value", "share of the documents, as 0.01 or 1%, above which a document of the other side shorter than `least` is too common to contaminate; in fewer than 10 none is (default: 0.001)"),
        "cut": Option("--cut", "value", "what the kept documents lose: later copies, the first ones too, or nothing (default: later; none with `against`)"),
        "min_left": Option("--min-left", "value", "drop documents that lose passages and have fewer tokens left (default: 1)"),
        "covered": Option("--covered", "value", "share of the tokens of a document of the other side from which it counts as contaminated (default: 0.8)"),
        "against_text": Option("--against-text", "list", "fields that make up the text, missing ones skipped; `b.c` is a path, `b.*.c` all items of a list, of B; field names, such as `title,body.main` (default: those of A if B has one of them, else found)"),
        "against_id": Option("--against-id", "value", "field that holds the id; a record without it is named `file:record`, of B (default: as of A)"),
        "against_input_format": Option("--against-input-format", "value", "format of the input; `json` is an array, `whole` each file one document; standard input needs this option, of B; one of jsonl, json, csv, tsv, txt, id-text, parquet, arrow, xlsx, warc, whole (default: as of A)"),
        "against_delimiter": Option("--against-delimiter", "value", "separator of the fields of CSV and TSV, of B (default: as of A)"),
        "against_quote": Option("--against-quote", "value", "quote around fields of CSV and TSV; `none` if quotes are text and every line is a row, of B (default: as of A)"),
        "against_encoding": Option("--against-encoding", "value", "encoding of JSON lines, CSV, TSV and texts; a byte-order mark decides by itself, of B; an encoding that browsers know, such as windows-1252, latin1 or utf-16 (not iso-2022-jp) (default: as of A)"),
        "fold": Option("--fold", "value", "drop `marks` (accents and points), unify `letters` that one language types in two ways, or `both` (default: none)"),
        "symbols": Option("--symbols", "value", "whether symbols and punctuation only separate words, or each is a word of its own (default: drop)"),
        "keep": Option("--keep", "list", "which document of a cluster survives: rules in order, then the position in the input; a list of first, last, longest, shortest, max:FIELD, min:FIELD and prefer:FIELD=VALUE (default: first)"),
        "columns": Option("--column", "mapping", "what a column is: a kind, ignore, or a gate: must-agree, alike, numbers, within:3d, within:1%; repeatable"),
        "undecided": Option("--undecided", "value", "pairs that differ as relatives and variants do: keep, remove or refuse (method records; default: keep)"),
        "text": Option("--text", "list", "fields that make up the text, missing ones skipped; `b.c` is a path, `b.*.c` all items of a list; field names, such as `title,body.main` (default: text, else the only field of texts)"),
        "id": Option("--id", "value", "field that holds the id; a record without it is named `file:record` (default: id)"),
        "input_format": Option("--input-format", "value", "format of the input; `json` is an array, `whole` each file one document; standard input needs this option; one of jsonl, json, csv, tsv, txt, id-text, parquet, arrow, xlsx, warc, whole (default: by the name of each file)"),
        "delimiter": Option("--delimiter", "value", "separator of the fields of CSV and TSV (default: by the header line)"),
        "quote": Option("--quote", "value", "quote around fields of CSV and TSV; `none` if quotes are text and every line is a row (default: by the header line)"),
        "encoding": Option("--encoding", "value", "encoding of JSON lines, CSV, TSV and texts; a byte-order mark decides by itself; an encoding that browsers know, such as windows-1252, latin1 or utf-16 (not iso-2022-jp) (default: utf-8)"),
        "sheet": Option("--sheet", "value", "sheet of a workbook of Excel; a text that is not empty (default: the first)"),
        "null": Option("--null", "value", "records without a text (null, absent, only white space): kept without comparing them, dropped, or bad (default: keep)"),
        "null_text": Option("--null-text", "repeated", "a text that counts as null, too, such as `\\N` of database dumps; may be repeated (default: none)"),
        "html": Option("--html", "flag", "strip tags and decode entities before comparing texts"),
        "max_record": Option("--max-record", "value", "maximum size of a record; longer ones are skipped and counted as bad (default: 64MiB)"),
        "threads": Option("--threads", "value", "number of worker threads (default: as many as the input keeps busy, up to all processors)"),
        "temp": Option("--temp", "path", "directory for temporary files (default: beside the output)"),
        "memory": Option("--memory", "value", "resident memory to stay within, with columns on disk and fewer threads where it takes that (default: as needed)"),
        "plan": Option("--plan", "flag", "read the start of each input and print what the run would do"),
        "dry_run": Option("--dry-run", "flag", "do everything except writing the output or the kept records; still writes files about the run"),
        "force": Option("--force", "flag", "overwrite existing outputs"),
        "resume": Option("--resume", "flag", "keep progress in the directory for temporary files, and go on where a stopped run left it"),
        "on_error": Option("--on-error", "value", "what to do about a bad record (default: skip)"),
        "max_bad": Option("--max-bad", "value", "maximum share of bad records; above it, a skipping run stops (default: 0.01)"),
        "spreadsheet_safe": Option("--spreadsheet-safe", "flag", "begin what a spreadsheet would run, such as =1+1, with an apostrophe in CSV outputs"),
        "quiet": Option("--quiet", "flag", "print no summary"),
        "bad": Option("--bad", "path", "where skipped records go"),
    },
    "explain": {
        "threshold": Option("--threshold", "value", "minimum similarity of a match (default: 0.8)"),
        "measure": Option("--measure", "value", "shared shingles divided by all shingles of both texts, or by those of the smaller text (default: jaccard)"),
        "shingle": Option("--shingle", "value", "unit of comparison: runs of words or of characters, or a stop word with the words after it (default: words:5)"),
        "fold": Option("--fold", "value", "drop `marks` (accents and points), unify `letters` that one language types in two ways, or `both` (default: none)"),
        "symbols": Option("--symbols", "value", "whether symbols and punctuation only separate words, or each is a word of its own (default: drop)"),
        "recall": Option("--recall", "value", "share of the pairs at the threshold to find; `exact` finds all, by a join of the shingle sets (default: 0.99)"),
        "seed": Option("--seed", "value", "seed of the hash family (default: 1)"),
        "signature_length": Option("--signature-length", "value", "values per signature; the error of an estimated Jaccard is about 1 / sqrt of their number (default: 128)"),
        "method": Option("--method", "value", "recipe that finds and measures matches; see `nearsame methods`; one of minhash, solr-text-profile, solr-md5, solr-lookup3, nutch-md5, nutch-text-md5, nutch-text-profile, repeated-trials, restaurants-shingles, restaurants-minhash, longest-words, records, lucene-min-hash, lucene-fingerprint (default: minhash)"),
        "params": Option("--param", "mapping", "parameters of the method"),
        "columns": Option("--column", "mapping", "what a column is: a kind, ignore, or a gate: must-agree, alike, numbers, within:3d, within:1%; repeatable"),
        "undecided": Option("--undecided", "value", "pairs that differ as relatives and variants do: keep, remove or refuse (method records; default: keep)"),
        "text": Option("--text", "list", "fields that make up the text, missing ones skipped; `b.c` is a path, `b.*.c` all items of a list; field names, such as `title,body.main` (default: text, else the only field of texts)"),
        "id": Option("--id", "value", "field that holds the id; a record without it is named `file:record` (default: id)"),
        "input_format": Option("--input-format", "value", "format of the input; `json` is an array, `whole` each file one document; standard input needs this option; one of jsonl, json, csv, tsv, txt, id-text, parquet, arrow, xlsx, warc, whole (default: by the name of each file)"),
        "delimiter": Option("--delimiter", "value", "separator of the fields of CSV and TSV (default: by the header line)"),
        "quote": Option("--quote", "value", "quote around fields of CSV and TSV; `none` if quotes are text and every line is a row (default: by the header line)"),
        "encoding": Option("--encoding", "value", "encoding of JSON lines, CSV, TSV and texts; a byte-order mark decides by itself; an encoding that browsers know, such as windows-1252, latin1 or utf-16 (not iso-2022-jp) (default: utf-8)"),
        "sheet": Option("--sheet", "value", "sheet of a workbook of Excel; a text that is not empty (default: the first)"),
        "null": Option("--null", "value", "records without a text (null, absent, only white space): kept without comparing them, dropped, or bad (default: keep)"),
        "null_text": Option("--null-text", "repeated", "a text that counts as null, too, such as `\\N` of database dumps; may be repeated (default: none)"),
        "html": Option("--html", "flag", "strip tags and decode entities before comparing texts"),
        "max_record": Option("--max-record", "value", "maximum size of a record; longer ones are skipped and counted as bad (default: 64MiB)"),
    },
    "evaluate": {
        "labelled": Option("--labelled", "table", "judge only the pairs in this file"),
        "cross": Option("--cross", "table", "count only predicted pairs whose records have different `source` fields in this file (JSONL)"),
    },
    "sign": {
        "output": Option("--output", "path", "the signatures (JSONL)"),
        "shingle": Option("--shingle", "value", "unit of comparison: runs of words or of characters, or a stop word with the words after it (default: words:5)"),
        "fold": Option("--fold", "value", "drop `marks` (accents and points), unify `letters` that one language types in two ways, or `both` (default: none)"),
        "symbols": Option("--symbols", "value", "whether symbols and punctuation only separate words, or each is a word of its own (default: drop)"),
        "seed": Option("--seed", "value", "seed of the hash family (default: 1)"),
        "signature_length": Option("--signature-length", "value", "values per signature; the error of an estimated Jaccard is about 1 / sqrt of their number (default: 128)"),
        "method": Option("--method", "value", "recipe that finds and measures matches; see `nearsame methods`; one of minhash, solr-text-profile, solr-md5, solr-lookup3, nutch-md5, nutch-text-md5, nutch-text-profile, repeated-trials, restaurants-shingles, restaurants-minhash, longest-words, records, lucene-min-hash, lucene-fingerprint (default: minhash)"),
        "params": Option("--param", "mapping", "parameters of the method"),
        "columns": Option("--column", "mapping", "what a column is: a kind, ignore, or a gate: must-agree, alike, numbers, within:3d, within:1%; repeatable"),
        "undecided": Option("--undecided", "value", "pairs that differ as relatives and variants do: keep, remove or refuse (method records; default: keep)"),
        "text": Option("--text", "list", "fields that make up the text, missing ones skipped; `b.c` is a path, `b.*.c` all items of a list; field names, such as `title,body.main` (default: text, else the only field of texts)"),
        "id": Option("--id", "value", "field that holds the id; a record without it is named `file:record` (default: id)"),
        "input_format": Option("--input-format", "value", "format of the input; `json` is an array, `whole` each file one document; standard input needs this option; one of jsonl, json, csv, tsv, txt, id-text, parquet, arrow, xlsx, warc, whole (default: by the name of each file)"),
        "delimiter": Option("--delimiter", "value", "separator of the fields of CSV and TSV (default: by the header line)"),
        "quote": Option("--quote", "value", "quote around fields of CSV and TSV; `none` if quotes are text and every line is a row (default: by the header line)"),
        "encoding": Option("--encoding", "value", "encoding of JSON lines, CSV, TSV and texts; a byte-order mark decides by itself; an encoding that browsers know, such as windows-1252, latin1 or utf-16 (not iso-2022-jp) (default: utf-8)"),
        "sheet": Option("--sheet", "value", "sheet of a workbook of Excel; a text that is not empty (default: the first)"),
        "null": Option("--null", "value", "records without a text (null, absent, only white space): kept without comparing them, dropped, or bad (default: keep)"),
        "null_text": Option("--null-text", "repeated", "a text that counts as null, too, such as `\\N` of database dumps; may be repeated (default: none)"),
        "html": Option("--html", "flag", "strip tags and decode entities before comparing texts"),
        "max_record": Option("--max-record", "value", "maximum size of a record; longer ones are skipped and counted as bad (default: 64MiB)"),
        "threads": Option("--threads", "value", "number of worker threads (default: as many as the input keeps busy, up to all processors)"),
        "temp": Option("--temp", "path", "directory for temporary files (default: beside the output)"),
        "plan": Option("--plan", "flag", "read the start of each input and print what the run would do"),
        "dry_run": Option("--dry-run", "flag", "do everything except writing the output or the kept records; still writes files about the run"),
        "force": Option("--force", "flag", "overwrite existing outputs"),
        "on_error": Option("--on-error", "value", "what to do about a bad record (default: skip)"),
        "max_bad": Option("--max-bad", "value", "maximum share of bad records; above it, a skipping run stops (default: 0.01)"),
        "spreadsheet_safe": Option("--spreadsheet-safe", "flag", "begin what a spreadsheet would run, such as =1+1, with an apostrophe in CSV outputs"),
        "quiet": Option("--quiet", "flag", "print no summary"),
        "bad": Option("--bad", "path", "where skipped records go"),
    },
    "tune": {
        "plot": Option("--plot", "path", "similarities and S-curves as a picture (SVG)"),
        "sample": Option("--sample", "value", "texts to compare with all others; more give narrower intervals (default: 2000)"),
        "threshold": Option("--threshold", "value", "minimum similarity of a match (default: 0.8)"),
        "measure": Option("--measure", "value", "shared shingles divided by all shingles of both texts, or by those of the smaller text (default: jaccard)"),
        "shingle": Option("--shingle", "value", "unit of comparison: runs of words or of characters, or a stop word with the words after it (default: words:5)"),
        "fold": Option("--fold", "value", "drop `marks` (accents and points), unify `letters` that one language types in two ways, or `both` (default: none)"),
        "symbols": Option("--symbols", "value", "whether symbols and punctuation only separate words, or each is a word of its own (default: drop)"),
        "recall": Option("--recall", "value", "share of the pairs at the threshold to find; `exact` finds all, by a join of the shingle sets (default: 0.99)"),
        "seed": Option("--seed", "value", "seed of the hash family (default: 1)"),
        "signature_length": Option("--signature-length", "value", "values per signature; the error of an estimated Jaccard is about 1 / sqrt of their number (default: 128)"),
        "method": Option("--method", "value", "recipe that finds and measures matches; see `nearsame methods`; one of minhash, solr-text-profile, solr-md5, solr-lookup3, nutch-md5, nutch-text-md5, nutch-text-profile, repeated-trials, restaurants-shingles, restaurants-minhash, longest-words, records, lucene-min-hash, lucene-fingerprint (default: minhash)"),
        "params": Option("--param", "mapping", "parameters of the method"),
        "columns": Option("--column", "mapping", "what a column is: a kind, ignore, or a gate: must-agree, alike, numbers, within:3d, within:1%; repeatable"),
        "undecided": Option("--undecided", "value", "pairs that differ as relatives and variants do: keep, remove or refuse (method records; default: keep)"),
        "text": Option("--text", "list", "fields that make up the text, missing ones skipped; `b.c` is a path, `b.*.c` all items of a list; field names, such as `title,body.main` (default: text, else the only field of texts)"),
        "id": Option("--id", "value", "field that holds the id; a record without it is named `file:record` (default: id)"),
        "input_format": Option("--input-format", "value", "format of the input; `json` is an array, `whole` each file one document; standard input needs this option; one of jsonl, json, csv, tsv, txt, id-text, parquet, arrow, xlsx, warc, whole (default: by the name of each file)"),
        "delimiter": Option("--delimiter", "value", "separator of the fields of CSV and TSV (default: by the header line)"),
        "quote": Option("--quote", "value", "quote around fields of CSV and TSV; `none` if quotes are text and every line is a row (default: by the header line)"),
        "encoding": Option("--encoding", "value", "encoding of JSON lines, CSV, TSV and texts; a byte-order mark decides by itself; an encoding that browsers know, such as windows-1252, latin1 or utf-16 (not iso-2022-jp) (default: utf-8)"),
        "sheet": Option("--sheet", "value", "sheet of a workbook of Excel; a text that is not empty (default: the first)"),
        "null": Option("--null", "value", "records without a text (null, absent, only white space): kept without comparing them, dropped, or bad (default: keep)"),
        "null_text": Option("--null-text", "repeated", "a text that counts as null, too, such as `\\N` of database dumps; may be repeated (default: none)"),
        "html": Option("--html", "flag", "strip tags and decode entities before comparing texts"),
        "max_record": Option("--max-record", "value", "maximum size of a record; longer ones are skipped and counted as bad (default: 64MiB)"),
        "threads": Option("--threads", "value", "number of worker threads (default: as many as the input keeps busy, up to all processors)"),
        "temp": Option("--temp", "path", "directory for temporary files (default: beside the output)"),
        "force": Option("--force", "flag", "overwrite existing outputs"),
        "on_error": Option("--on-error", "value", "what to do about a bad record (default: skip)"),
        "max_bad": Option("--max-bad", "value", "maximum share of bad records; above it, a skipping run stops (default: 0.01)"),
        "quiet": Option("--quiet", "flag", "print no summary"),
        "bad": Option("--bad", "path", "where skipped records go"),
    },
    "odds": {
        "threshold": Option("--threshold", "value", "minimum similarity of a match (default: 0.8)"),
        "recall": Option("--recall", "value", "share of the pairs at the threshold to find (default: 0.99)"),
        "signature_length": Option("--signature-length", "value", "values per signature; the error of an estimated Jaccard is about 1 / sqrt of their number (default: 128)"),
        "bands": Option("--bands", "list", "numbers of bands, instead of the one that reaches the recall; a list, each a whole number in [1, 4096]"),
        "rows": Option("--rows", "list", "numbers of rows per band; a list, each a whole number in [1, 4096]"),
        "trials": Option("--trials", "value", "repeated trials instead of bands"),
        "agree": Option("--agree", "value", "how many must agree (default: 1 of `bands`, 2 of `trials`)"),
        "hashes": Option("--hashes", "list", "numbers of hashes per trial; a list, each a whole number in [1, 4096] (default: 10,12,…,20)"),
        "similarities": Option("--similarities", "list", "rows of the table; a list, each a number in [0, 1] (default: 1 down to 0.5)"),
        "plot": Option("--plot", "path", "the curves as a picture (SVG)"),
        "force": Option("--force", "flag", "overwrite the picture"),
    },
}
