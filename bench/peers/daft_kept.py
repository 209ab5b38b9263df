"""Peer: Daft's `minhash` on JSONL or Parquet, all cores; union-find in numpy joins documents that share a band.

    python daft_kept.py INPUT.jsonl KEPT.txt [bands 16] [rows 8]

Word 5-grams of lower-cased text, one hash function for each row of each band. Of the documents that equal bands
connect, the first is kept; nothing is verified. Writes the kept ids, one per line. Daft splits words at single spaces,
so `white_space=True` turns line feeds and runs of spaces into single ones; without it, fewer pairs are found.
"""
import sys

import daft
import numpy as np
from daft import col
from daft.functions import minhash, normalize


def first_of_equal(keys):
    """For each key, the index of its first occurrence."""
    order = np.argsort(keys, kind="stable")
    is_first = np.append(True, keys[order][1:] != keys[order][:-1])
    first = np.empty(len(keys), np.int64)
    first[order] = order[is_first][np.cumsum(is_first) - 1]
    return first


def join(root, first):
    """Connects each document with another one, in place. A root is the first document of its component."""
    left, right = np.arange(len(root)), first
    while True:
        left, right = root[left], root[right]
        apart = left != right
        if not apart.any():
            return
        left, right = left[apart], right[apart]
        np.minimum.at(root, np.maximum(left, right), np.minimum(left, right))
        while (root[root] != root).any():
            root[:] = root[root]


def first_rows(frame, bands=16, rows=8):
    """The ids, and for each document whether it is the first one of its component."""
    words = normalize(col("text"), lowercase=True, white_space=True)
    signature = minhash(words, num_hashes=bands * rows, ngram_size=5)
    table = frame.select(col("id"), signature.alias("signature")).to_arrow()
    ids = table["id"].to_pylist()
    values = table["signature"].combine_chunks().flatten().to_numpy().reshape(len(ids), bands, rows)
    # A band as one number: rows times odd factors, modulo 2^64.
    factors = np.random.default_rng(42).integers(0, 2**64, rows, dtype=np.uint64) | np.uint64(1)
    root = np.arange(len(ids))
    for band in range(bands):
        join(root, first_of_equal((values[:, band].astype(np.uint64) * factors).sum(axis=1)))
    return ids, root == np.arange(len(ids))


def main(source, target, bands="16", rows="8"):
    read = daft.read_parquet if source.endswith(".parquet") else daft.read_json
    ids, is_first = first_rows(read(source), int(bands), int(rows))
    with open(target, "w") as out:
        out.writelines(f"{name}\n" for name, first in zip(ids, is_first) if first)
    print(f"kept {is_first.sum()}")


if __name__ == "__main__":
    main(*sys.argv[1:])
