"""Peer: rensa's and datasketch's LSH indexes, queried like ours: texts in, shingling and signing included.

    python online_index.py KIND DOCUMENTS.jsonl CHECKS.jsonl [documents, 0 for all] [checks per list, 0 for all] [Redis port]

KIND: `rensa` (RMinHash, RMinHashLSH, 16 bands), `datasketch` (MinHash with xxHash, MinHashLSH, in memory),
`datasketch-redis` (the same with its Redis storage; one insert after the other, as for single documents),
`datasketch-redis-session` (the same through `insertion_session`, which sends many keys at once).
Word 5-grams, 128 permutations, threshold 0.8. Neither verifies: the answer is everything that shares a band. Figures as JSON.
"""
import gc
import json
import sys
import time

import orjson

PERMUTATIONS = 128
THRESHOLD = 0.8


def shingles(text):
    words = text.lower().encode().split()
    if len(words) < 5:
        return [b" ".join(words)]
    return list(map(b" ".join, zip(words, words[1:], words[2:], words[3:], words[4:])))


class Rensa:
    def __init__(self):
        from rensa import RMinHash, RMinHashLSH

        self.new = RMinHash
        self.lsh = RMinHashLSH(THRESHOLD, PERMUTATIONS, 16)

    def signed(self, text):
        minhash = self.new(PERMUTATIONS, 42)
        minhash.update(shingles(text))
        return minhash

    def add(self, number, text):
        self.lsh.insert(number, self.signed(text))

    def check(self, text):
        return self.lsh.query(self.signed(text))

    def end(self):
        pass


class Datasketch:
    def __init__(self, port=None, is_session=False):
        import xxhash
        from datasketch import MinHash, MinHashLSH

        self.new = MinHash
        self.hash = xxhash.xxh32_intdigest
        storage = port and {
            "type": "redis",
            "basename": b"session" if is_session else b"single",
            "redis": {"host": "127.0.0.1", "port": port},
        }
        self.lsh = MinHashLSH(THRESHOLD, PERMUTATIONS, storage_config=storage)
        self.session = self.lsh.insertion_session(buffer_size=10_000) if is_session else None

    def signed(self, text):
        minhash = self.new(PERMUTATIONS, hashfunc=self.hash)
        minhash.update_batch(shingles(text))
        return minhash

    def add(self, number, text):
        (self.session or self.lsh).insert(str(number), self.signed(text))

    def check(self, text):
        return [int(key) for key in self.lsh.query(self.signed(text))]

    def end(self):
        if self.session is not None:
            self.session.close()


KINDS = {
    "rensa": lambda port: Rensa(),
    "datasketch": lambda port: Datasketch(),
    "datasketch-redis": Datasketch,
    "datasketch-redis-session": lambda port: Datasketch(port, True),
}


def read(path, most):
    with open(path, "rb") as lines:
        return [orjson.loads(line) for line, _ in zip(lines, range(most or sys.maxsize))]


def check_figures(index, texts):
    delays = []
    cpu = time.process_time()
    start = before = time.perf_counter()
    for text in texts:
        index.check(text)
        now = time.perf_counter()
        delays.append(1000 * (now - before))
        before = now
    wall = time.perf_counter() - start
    cpu = time.process_time() - cpu
    delays.sort()
    return {
        "perSecond": len(texts) / wall,
        "perCpuSecond": len(texts) / cpu,
        "p50": delays[len(delays) // 2],
        "p99": delays[int(0.99 * len(delays))],
        "most": delays[-1],
    }


def main(kind, documents_path, checks_path, most="0", most_checks="0", port="0"):
    documents = read(documents_path, int(most))
    checks = read(checks_path, 0)
    index = KINDS[kind](int(port))
    cpu, start = time.process_time(), time.perf_counter()
    delays, before = [], start
    for document in documents:
        index.add(document["id"], document["text"])
        now = time.perf_counter()
        delays.append(1000 * (now - before))
        before = now
    index.end()
    wall, cpu = time.perf_counter() - start, time.process_time() - cpu
    delays.sort()
    lists = {}
    for check in checks:
        texts = lists.setdefault(check["list"], [])
        if int(most_checks) == 0 or len(texts) < int(most_checks):
            texts.append(check["text"])
    asked = {name: set(texts) for name, texts in lists.items()}
    answers = [index.check(check["text"]) if check["text"] in asked[check["list"]] else None for check in checks]
    figures = {
        "documents": len(documents),
        "addsPerSecond": len(documents) / wall,
        "addsPerCpuSecond": len(documents) / cpu,
        "addP99": delays[int(0.99 * len(delays))],
        "checks": {name: check_figures(index, texts) for name, texts in lists.items()},
        "answers": answers,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    gc.disable()  # creates no cycles
    main(*sys.argv[1:])
