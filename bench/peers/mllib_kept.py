"""Peer: MinHashLSH of Spark MLlib on JSONL, two local cores; union-find joins documents with a Jaccard of 0.8 or more.

    python mllib_kept.py INPUT.jsonl KEPT.txt [tables 5] [memory 8g]

Word 5-grams of lower-cased text, as sets hashed into 2^20 features. A table of MLlib is a single MinHash value, and two
documents meet if one value of theirs is equal: five find 99.97 % of pairs of 0.8. `approxSimilarityJoin` measures
what meets. Of the documents that pairs connect, the first is kept. Writes the kept ids, one per line. Documents of fewer
than five words have no features and are kept.
"""
import os
import sys

from pyspark.ml import Pipeline
from pyspark.ml.feature import HashingTF, MinHashLSH, NGram, RegexTokenizer
from pyspark.sql import SparkSession
from pyspark.sql.functions import col, monotonically_increasing_id, size


def first_of_components(ids, pairs):
    """The ids of the first members; `pairs` are of positions."""
    root = list(range(len(ids)))

    def find(at):
        while root[at] != at:
            root[at] = root[root[at]]
            at = root[at]
        return at

    for a, b in pairs:
        a, b = sorted((find(a), find(b)))
        root[b] = a
    return [name for at, name in enumerate(ids) if find(at) == at]


def used_by(process):
    """CPU seconds and most kB of the JVM, which is no child that `time` counts."""
    with open(f"/proc/{process}/stat") as stat:
        ticks = stat.read().rsplit(")", 1)[1].split()[11:13]
    with open(f"/proc/{process}/status") as status:
        peak = next(line.split()[1] for line in status if line.startswith("VmHWM"))
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), int(peak)


def main(source, target, tables="5", memory="8g"):
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.memory", memory)
        .config("spark.sql.shuffle.partitions", "16")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    documents = spark.read.json(source, schema="id string, text string").withColumn(
        "document", monotonically_increasing_id()
    )
    features = Pipeline(
        stages=[
            RegexTokenizer(inputCol="text", outputCol="words", pattern="\\s+"),
            NGram(n=5, inputCol="words", outputCol="grams"),
            HashingTF(numFeatures=2**20, binary=True, inputCol="grams", outputCol="features"),
        ]
    )
    described = features.fit(documents).transform(documents)
    sets = described.where(size("grams") > 0).select("document", "features").cache()
    model = MinHashLSH(inputCol="features", outputCol="hashes", numHashTables=int(tables), seed=42).fit(sets)
    joined = model.approxSimilarityJoin(sets, sets, 0.2)
    rows = joined.select(col("datasetA.document").alias("a"), col("datasetB.document").alias("b"))
    pairs = rows.where("a < b").collect()
    names = documents.select("document", "id").orderBy("document").collect()
    at = {row.document: place for place, row in enumerate(names)}
    kept = first_of_components([row.id for row in names], [(at[a], at[b]) for a, b in pairs])
    with open(target, "w") as out:
        out.writelines(f"{name}\n" for name in kept)
    cpu, peak = used_by(spark._jvm.java.lang.ProcessHandle.current().pid())
    print(f"kept {len(kept)}, {cpu:.1f} CPU s and {peak / 1e3:.0f} MB in the JVM")
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
