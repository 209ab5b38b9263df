/**
 * Rankings: the score of the terms that a query and a document share.
 *
 * `bm25` and `classic7` are the two of Lucene 7 and later, `classic` the one of Lucene 4 to 6, by which the Solr of the
 * restaurant search ranked. f counts the term in the document, `length` the terms of the document, n the documents with
 * the term, N the documents with any term, and `average` is their mean length:
 *
 *     bm25:      idf * f / (f + k1 * (1 - b + b * length / average)),    idf = ln(1 + (N - n + 0.5) / (n + 0.5))
 *     classic7:  idf * sqrt(f) / sqrt(length),                           idf = ln((N + 1) / (n + 1)) + 1
 *     classic:   idf² * sqrt(f) / sqrt(length) * queryNorm * c / C,      idf = ln(M / (n + 1)) + 1
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

export interface RankingOptions {
  /** For `bm25`: how soon further occurrences stop counting, >= 0. */
  readonly k1: number
  /** For `bm25`: how much the length counts, in [0, 1]. */
  readonly b: number
  /**
   * The length of a document: its number of terms (`exact`), that number as Lucene keeps it in a byte (`lucene`), or
   * always 1 (`none`), as in a Lucene field without norms.
   */
  readonly norms: 'exact' | 'lucene' | 'none'
}

/** A ranking for one query. */
interface Ranking {
  /**
   * The weights of the distinct terms of the query.
   *
   * @param counts the number of documents with each term
   * @param times the number of its occurrences in the query
   */
  weigh(counts: Uint32Array, times: Uint32Array): Float64Array
  /** The score of one term in one document. */
  score(weight: number, frequency: number, length: number): number
  /** The final score, from the sum over the terms of a document with `matched` of the `clauses`, repeats included. */
  finish(sum: number, matched: number, clauses: number): number
}

const { fround } = Math

export function rankingOf(
  name: RankingName,
  statistics: IndexStatistics,
  options: RankingOptions,
): Ranking {
  if (name === 'bm25') return bm25(statistics, options)
  return name === 'classic' ? classic(statistics, options) : classic7(statistics, options)
}

function bm25({ documentsWithTerms: documents, terms }: IndexStatistics, options: RankingOptions): Ranking {
  const [k1, b] = [fround(options.k1), fround(options.b)]
  const average = fround(terms / documents)
  const lengthOf = byteLength(options)
  return {
    weigh: weighing(count => fround(Math.log(1 + (documents - count + 0.5) / (count + 0.5)))),
    score: (weight, frequency, length) => {
      const part = fround(fround(1 - b) + fround(fround(b * lengthOf(length)) / average))
      const inverse = fround(1 / fround(k1 * part))
      return fround(weight - fround(weight / fround(1 + fround(frequency * inverse))))
    },
    finish: fround,
  }
}

function classic7({ documentsWithTerms: documents }: IndexStatistics, options: RankingOptions): Ranking {
  const lengthOf = byteLength(options)
  return {
    weigh: weighing(count => fround(Math.log((documents + 1) / (count + 1)) + 1)),
    score: (weight, frequency, length) => {
      const raw = fround(fround(Math.sqrt(frequency)) * weight)
      return fround(raw * fround(1 / Math.sqrt(lengthOf(length))))
    },
    finish: fround,
  }
}

function classic({ documents }: IndexStatistics, { norms }: RankingOptions): Ranking {
  const normOf = (length: number) => {
    if (norms === 'none') return 1
    const norm = fround(1 / Math.sqrt(length))
    return norms === 'exact' ? norm : luceneNorm(norm)
  }
  const weigh = (counts: Uint32Array, times: Uint32Array) => {
    const idf = Float64Array.from(counts, count => fround(Math.log(documents / (count + 1)) + 1))
    const squares = idf.reduce((sum, value, i) => fround(sum + times[i] * fround(value * value)), 0)
    const queryNorm = fround(1 / Math.sqrt(squares))
    return idf.map((value, i) => times[i] * fround(fround(value * queryNorm) * value))
  }
  return {
    weigh,
    score: (weight, frequency, length) =>
      fround(fround(fround(Math.sqrt(frequency)) * weight) * normOf(length)),
    finish: (sum, matched, clauses) => fround(fround(sum) * fround(matched / clauses)),
  }
}

/** Weights that treat each term by itself. */
function weighing(idfOf: (count: number) => number): Ranking['weigh'] {
  return (counts, times) => Float64Array.from(counts, (count, i) => fround(times[i] * idfOf(count)))
}

function byteLength({ norms }: RankingOptions): (length: number) => number {
  if (norms === 'none') return () => 1
  return norms === 'exact' ? length => length : luceneLength
}

/**
 * A length as Lucene 7 and later keep it: exact below 40; above, the upper four bits of length - 24, so at most 12.5 %
 * too short.
 *
 * @example [39, 40, 41, 42, 1000].map(luceneLength) // => [39, 40, 40, 42, 984]
 */
export function luceneLength(length: number): number {
  const rest = length - 24
  if (rest < 16) return length
  const unit = 2 ** (28 - Math.clz32(rest))
  return 24 + Math.floor(rest / unit) * unit
}

const normBits = new DataView(new ArrayBuffer(4))

/**
 * A norm 1 / sqrt(length) as Lucene 4 keeps it: with only the upper two bits of the float's fraction, so up to a fifth
 * too small.
 *
 * @example [1, 2, 3, 4, 5].map(length => luceneNorm(1 / Math.sqrt(length))) // => [1, 0.625, 0.5, 0.5, 0.4375]
 */
export function luceneNorm(norm: number): number {
  normBits.setFloat32(0, norm)
  normBits.setInt32(0, normBits.getInt32(0) & -(2 ** 21))
  return normBits.getFloat32(0)
}
