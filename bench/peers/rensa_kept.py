"""Peer: rensa RMinHashDeduplicator on JSONL, in its fastest form.

    python rensa_kept.py INPUT.jsonl KEPT.txt [threshold 0.8] [bands 16] [batch 200]

Reads with orjson, cuts word 5-grams of the lower-cased text, 128 permutations, and writes the kept ids, one per line.
Variants tried (shingling is nine tenths of the work): split on white space beats a regular expression 2 : 1, `map` of
`join` over zipped slices beats f-strings 1.4 : 1 and list slices 1.5 : 1, bytes beat str by 6 to 12 %.
"""
import gc
import sys

import orjson
from rensa import RMinHashDeduplicator


def shingles(text):
    words = text.lower().encode().split()
    if len(words) < 5:
        return [b" ".join(words)]
    return list(map(b" ".join, zip(words, words[1:], words[2:], words[3:], words[4:])))


def main(source, target, threshold=0.8, bands=16, batch=200):
    dedup = RMinHashDeduplicator(threshold, 128, True, num_bands=int(bands) or None, seed=42)
    kept = 0
    with open(source, "rb") as lines, open(target, "w") as out:
        entries = []

        def flush():
            added = dedup.add_pairs(entries)
            out.writelines(key + "\n" for (key, _), fresh in zip(entries, added) if fresh)
            entries.clear()
            return sum(added)

        for line in lines:
            record = orjson.loads(line)
            entries.append((record["id"], shingles(record["text"])))
            if len(entries) == batch:
                kept += flush()
        kept += flush()
    print(f"kept {kept}")


if __name__ == "__main__":
    gc.disable()  # creates no cycles
    main(sys.argv[1], sys.argv[2], *(float(a) if "." in a else int(a) for a in sys.argv[3:]))
