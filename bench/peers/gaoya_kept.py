"""Peer: gaoya MinHashStringIndex on JSONL: its own Rust tokeniser and n-grams, inserted and queried in bulk on all cores.

    python gaoya_kept.py INPUT.jsonl KEPT.txt [threshold 0.8]

Word 5-grams, lower-cased, 128 hashes of 32 bits, bands chosen by gaoya for the threshold. A document is dropped if the
index returns an earlier kept document for it. Writes the kept ids, one per line.
"""
import sys

import orjson
from gaoya.minhash import MinHashStringIndex


def main(source, target, threshold="0.8"):
    index = MinHashStringIndex(32, float(threshold), None, None, 128, "word", True, (5, 5), "vec")
    with open(source, "rb") as lines:
        records = [orjson.loads(line) for line in lines]
    texts = [record["text"] for record in records]
    keys = list(range(len(texts)))
    kept = bytearray(len(texts))
    for start in range(0, len(texts), 10_000):
        index.par_bulk_insert_docs(keys[start : start + 10_000], texts[start : start + 10_000])
    for start in range(0, len(texts), 10_000):
        for offset, found in enumerate(index.par_bulk_query(texts[start : start + 10_000])):
            at = start + offset
            kept[at] = not any(key < at and kept[key] for key in found)
    with open(target, "w") as out:
        out.writelines(str(record["id"]) + "\n" for record, fresh in zip(records, kept) if fresh)
    print(f"kept {sum(kept)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
