"""Peers on one DataFrame: nearsame, Daft and rensa, from a pandas DataFrame with strings of pyarrow to the kept rows.

    pip install python/dist/nearsame-*.whl pandas      (into the environment of `bench/venv.ts`)
    python frame_kept.py nearsame|daft|rensa INPUT.jsonl [threshold 0.8]

Prints wall and CPU seconds, with those of child processes, from before to after the call, and how many rows are kept.
Imports and reading are not counted. Daft and rensa work as in `daft_kept.py` and `rensa_kept.py`, and verify nothing.
"""

import gc
import os
import sys
import time

import pandas as pd


def with_nearsame(frame, threshold):
    import nearsame

    return lambda: nearsame.dedupe(frame, text="text", threshold=threshold).kept


def with_daft(frame, _threshold):
    import daft
    from daft_kept import first_rows

    return lambda: frame[first_rows(daft.from_pandas(frame))[1]]


def with_rensa(frame, threshold):
    from rensa import RMinHashDeduplicator
    from rensa_kept import shingles

    def kept():
        gc.disable()  # creates no cycles
        dedup = RMinHashDeduplicator(threshold, 128, True, num_bands=16, seed=42)
        texts = frame["text"]
        added = []
        for start in range(0, len(texts), 200):
            some = texts.iloc[start : start + 200]
            added += dedup.add_pairs([(str(start + at), shingles(text)) for at, text in enumerate(some)])
        return frame[added]

    return kept


def main(tool, source, threshold="0.8"):
    frame = pd.read_json(source, lines=True, dtype_backend="pyarrow", engine="pyarrow")
    call = {"nearsame": with_nearsame, "daft": with_daft, "rensa": with_rensa}[tool](frame, float(threshold))
    before, began = os.times(), time.perf_counter()
    kept = call()
    wall, after = time.perf_counter() - began, os.times()
    cpu = sum(after[:4]) - sum(before[:4])
    print(f"{tool}: {wall:.1f} s, {cpu:.1f} CPU s, kept {len(kept)} of {len(frame)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
