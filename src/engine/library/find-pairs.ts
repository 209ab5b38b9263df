/** Pairs in memory: all matches among documents, or between two sets of them, with their exact measures. */

import { options as declared, whole } from '../../ground/options/declare.ts'
import { limitOf } from '../../ground/pair-rows/pairs-limit.ts'
import type { MeasureName } from '../../methods/contract/measures.ts'
import type { AgreeingBands } from '../../texts/lsh/agreeing-bands.ts'
import { decidePairs, rowsBeside } from '../decide.ts'
import type { DocumentId, FieldDocuments } from './document.ts'
import { openDocuments } from './open-documents.ts'
import { libraryPorts } from './ports.ts'
import type { DocumentsOptions, ReportedOptions } from './settings.ts'

/** Two documents that match. `left` and `right` are indexes into the given documents, from 0. */
export interface DocumentPair {
  readonly left: number
  readonly right: number
  readonly leftId: DocumentId
  readonly rightId: DocumentId
  readonly measure: MeasureName
  readonly similarity: number
  /** The exact Jaccard, if an equal signature decided. */
  readonly jaccard?: number
}

export interface FoundPairs {
  /** Ordered by `left`, then `right`. */
  readonly pairs: readonly DocumentPair[]
  readonly bands: AgreeingBands
  readonly options: ReportedOptions
  /** Warnings that options do not suit the texts, one line each. */
  readonly hints: readonly string[]
  /** What the method reports about its pairs: by `records`, the estimated precision and warnings. */
  readonly notes?: Readonly<Record<string, unknown>>
}

export interface PairsOptions extends DocumentsOptions {
  /** Maximum number of pairs, in [0, 100,000,000]; more are refused. Default: 1,000,000. */
  readonly maxPairs?: number | undefined
}

const pairsOptions = declared({
  maxPairs: whole({
    from: 0,
    to: 100_000_000,
    default: 1_000_000, // about 100 MB of objects
    doc: 'refuse to list more matches than this',
  }),
})

/**
 * All pairs of matching documents, including equal ones; `left` < `right`.
 *
 * @throws NearsameError PAIRS_LIMIT when there are more than `maxPairs`; what `deduplicate` throws
 * @example findPairs(['a b', 'A, b.', 'c']).then(({ pairs }) => pairs.map(({ left, right }) => [left, right])) // => [[0, 1]]
 */
export async function findPairs(
  documents: FieldDocuments,
  options: PairsOptions = {},
): Promise<FoundPairs> {
  return foundPairs(options, documents)
}

/**
 * All matches between a document and one of `against`: `left` is an index into `documents`, `right` into `against`.
 * Matches within one side are not listed.
 *
 * @throws NearsameError PAIRS_LIMIT when there are more than `maxPairs`; what `deduplicate` throws
 * @example findTwins(['a b', 'c'], ['c!', 'd']).then(({ pairs }) => pairs.map(({ left, right }) => [left, right])) // => [[1, 0]]
 */
export async function findTwins(
  documents: FieldDocuments,
  against: FieldDocuments,
  options: PairsOptions = {},
): Promise<FoundPairs> {
  return foundPairs(options, documents, against)
}

async function foundPairs(options: PairsOptions, ...sides: readonly FieldDocuments[]): Promise<FoundPairs> {
  const opened = await openDocuments(options, pairsOptions, ...sides)
  const { engine, corpus, split, judgements, own, reported, hints } = opened
  const { decision, shape } = engine.settings
  const ports = libraryPorts(engine, corpus, { judgements })
  const from = split?.place ?? 0
  const found = await decidePairs(ports, limitOf(own.maxPairs), split?.document)
  const pairs: DocumentPair[] = []
  for await (const { left, right, similarity, jaccard } of rowsBeside(ports, found.rows())) {
    for (let row = 0; row < left.length; row++) {
      pairs.push({
        left: corpus.places[left[row]],
        right: corpus.places[right[row]] - from,
        leftId: corpus.idOf(left[row]),
        rightId: corpus.idOf(right[row], from),
        measure: decision.measure,
        similarity: similarity[row],
        ...(jaccard && { jaccard: jaccard[row] }),
      })
    }
  }
  const { notes } = found
  return { pairs, bands: shape, options: reported, hints, ...(notes && { notes }) }
}
