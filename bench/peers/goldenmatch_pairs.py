"""Peer: goldenmatch without any configuration on a labelled set.

    python goldenmatch_pairs.py SET RECORDS.jsonl PAIRS.csv

Each record has `row`, `list` (0 or 1) and its columns. Writes `left,right,score`: for one list all pairs of each cluster
(score 1), for two lists the matches of the first in the second.
"""
import csv
import json
import os
import sys
from itertools import combinations

os.environ["GOLDENMATCH_SUGGEST_ON_DEDUPE"] = "0"  # suggestions for a person to read; they change no pair
os.environ["GOLDENMATCH_AUTOCONFIG_DETERMINISTIC"] = "1"  # else what it finds depends on the load of the machine

import goldenmatch
import pyarrow as pa

answer = ("__target_row_id__", "__ref_row_id__", "__match_score__")


def main(_, source, target):
    records = [json.loads(line) for line in open(source)]
    sides = [[r for r in records if r["list"] == side] for side in (0, 1)]
    names = [name for name in records[0] if name not in ("row", "list")]
    tables = [pa.table({name: [r[name] or None for r in side] for name in names}) for side in sides if side]
    if len(tables) == 1:
        clusters = goldenmatch.dedupe_df(tables[0]).clusters
        pairs = [(a, b, 1) for c in clusters.values() for a, b in combinations(sorted(c["members"]), 2)]
    else:
        # Rows of the second table are numbered after those of the first.
        matched = goldenmatch.match_df(*tables).matched
        found = matched.to_pydict() if matched is not None else {name: [] for name in answer}
        pairs = zip(*(found[name] for name in answer))
    with open(target, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["left", "right", "score"])
        writer.writerows(pairs)


if __name__ == "__main__":
    main(*sys.argv[1:])
