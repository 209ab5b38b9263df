/**
 * Rankings: the score of the terms that a query and a document share, in a field of Solr's class StrField: without
 * norms and frequencies, so a document has a term once, and counts as one term long.
 *
 * `bm25` and `classic7` are the two of Lucene 7 and later, `classic` the one of Lucene 4 to 6, by which the Solr of the
 * restaurant search ranked. n counts the documents with the term, N the documents with any term, and `average` is their
 * mean number of terms:
 *
 *     bm25:      idf / (1 + k1 * (1 - b + b / average)),   idf = ln(1 + (N - n + 0.5) / (n + 0.5))
 *     classic7:  idf,                                      idf = ln((N + 1) / (n + 1)) + 1
 *     classic:   idf² * queryNorm * c / C,                 idf = ln(M / (n + 1)) + 1
 *
 * summed over the terms of the query; c of its C terms are in the document, M counts all documents, and queryNorm is
 * 1 / sqrt(sum of idf² over the query). A term that is twice in the query counts twice.
 *
 * Steps are rounded to 32-bit floats exactly as in Lucene, so scores, and hence ties, are Lucene's.
 *
 * Source: Robertson, Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; Apache Lucene 9.12,
 * BM25Similarity (without the constant factor k1 + 1) and ClassicSimilarity; Lucene 4.10, DefaultSimilarity.
 */

export type RankingName = 'bm25' | 'classic' | 'classic7'

/** Statistics over all documents. */
interface IndexStatistics {
  readonly documents: number
  /** The number with at least one term. */
  readonly documentsWithTerms: number
  /** The total number of terms. */
  readonly terms: number
}

/** A ranking for one query. */
interface Ranking {
  /**
   * What each distinct term of the query adds to a document that has it.
   *
   * @param counts the number of documents with each term
   * @param times the number of its occurrences in the query
   */
  scores(counts: Uint32Array, times: Uint32Array): Float64Array
  /** The final score, from the sum over the terms of a document with `matched` of the `clauses`, repeats included. */
  finish(sum: number, matched: number, clauses: number): number
}

const { fround } = Math

/** How soon further occurrences stop counting, and how much the length counts: Lucene's defaults. */
const [k1, b] = [fround(1.2), fround(0.75)]

export function rankingOf(name: RankingName, statistics: IndexStatistics): Ranking {
  if (name === 'bm25') return bm25(statistics)
  return name === 'classic' ? classic(statistics) : classic7(statistics)
}

function bm25({ documentsWithTerms: documents, terms }: IndexStatistics): Ranking {
  const average = fround(terms / documents)
  const part = fround(fround(1 - b) + fround(b / average))
  const divisor = fround(1 + fround(1 / fround(k1 * part)))
  const weights = weighing(count => fround(Math.log(1 + (documents - count + 0.5) / (count + 0.5))))
  return {
    scores: (counts, times) =>
      weights(counts, times).map(weight => fround(weight - fround(weight / divisor))),
    finish: fround,
  }
}

function classic7({ documentsWithTerms: documents }: IndexStatistics): Ranking {
  return {
    scores: weighing(count => fround(Math.log((documents + 1) / (count + 1)) + 1)),
    finish: fround,
  }
}

function classic({ documents }: IndexStatistics): Ranking {
  return {
    scores: (counts, times) => {
      const idf = Float64Array.from(counts, count => fround(Math.log(documents / (count + 1)) + 1))
      const squares = idf.reduce((sum, value, i) => fround(sum + times[i] * fround(value * value)), 0)
      const queryNorm = fround(1 / Math.sqrt(squares))
      return idf.map((value, i) => fround(times[i] * fround(fround(value * queryNorm) * value)))
    },
    finish: (sum, matched, clauses) => fround(fround(sum) * fround(matched / clauses)),
  }
}

/** Weights that treat each term by itself. */
function weighing(idfOf: (count: number) => number): Ranking['scores'] {
  return (counts, times) => Float64Array.from(counts, (count, i) => fround(times[i] * idfOf(count)))
}
