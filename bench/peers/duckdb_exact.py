"""Peer: DuckDB, exact duplicates of JSONL: the first record of each distinct text, written as JSON lines.

    python duckdb_exact.py INPUT.jsonl KEPT.jsonl [variant]

Ids must be "d" and the position, as bench/corpus.ts writes them: two variants get the input order from them and need
no row numbers, which favours the peer. All write the same survivors. None keeps the input order: an ORDER BY over the
records took 2.5 times as long on 100,000 documents, so the peer may skip it. Two threads, other settings at their
defaults, except that variants ending in `-unordered` set preserve_insertion_order to false.
"""
import sys

import duckdb

POSITION = "substr(id, 2)::INTEGER"


def query(variant, records):
    if variant == "group":  # one pass, the hash table holds the texts
        return f"SELECT 'd' || min({POSITION}) AS id, text FROM {records} GROUP BY text"
    if variant == "rows":  # the same without using ids
        numbered = f"(SELECT id, text, row_number() OVER () AS n FROM {records})"
        return f"SELECT arg_min(id, n) AS id, text FROM {numbered} GROUP BY text"
    if variant == "window":
        numbered = f"(SELECT id, text, row_number() OVER () AS n FROM {records})"
        return f"SELECT id, text FROM {numbered} QUALIFY row_number() OVER (PARTITION BY text ORDER BY n) = 1"
    if variant == "digest":  # two passes over the file, memory holds only digests
        first = f"SELECT min({POSITION}) FROM {records} GROUP BY md5(text)"
        return f"SELECT id, text FROM {records} WHERE {POSITION} IN ({first})"
    raise SystemExit(f"expected group, rows, window or digest, got {variant}")


def main(source, target, variant="digest"):
    connection = duckdb.connect()
    connection.execute("SET threads = 2")
    name, _, unordered = variant.partition("-")
    if unordered:
        connection.execute("SET preserve_insertion_order = false")
    records = f"read_json('{source}', format = 'newline_delimited', columns = {{id: 'VARCHAR', text: 'VARCHAR'}})"
    connection.execute(f"COPY ({query(name, records)}) TO '{target}' (FORMAT json)")


if __name__ == "__main__":
    main(*sys.argv[1:])
