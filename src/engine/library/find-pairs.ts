/** Pairs in memory: all matches among documents, or between two sets of them, with their exact measures. */

import { checkObject } from '../../ground/options/arguments.ts'
import { options, whole } from '../../ground/options/declare.ts'
import { refuseUnknown, resolve } from '../../ground/options/resolve.ts'
import { limitOf } from '../../ground/pair-rows/pairs-limit.ts'
import type { MeasureName } from '../../methods/contract/measures.ts'
import type { AgreeingBands } from '../../texts/lsh/agreeing-bands.ts'
import { decidePairs, rowsBeside } from '../decide.ts'
import type { PairDecision } from '../decisions/given-decisions.ts'
import { type Corpus, readCorpus, type Split } from './corpus.ts'
import type { DocumentId, FieldDocuments } from './document.ts'
import { libraryDecisions } from './library-decisions.ts'
import { type Engine, openEngine } from './open-engine.ts'
import { libraryPorts } from './ports.ts'
import { resultHints } from './result-hints.ts'
import { type EngineOptions, engineOptionNames, type ReportedOptions, textOptions } from './settings.ts'

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

export interface PairsOptions extends EngineOptions {
  /** Maximum number of pairs, in [0, 100,000,000]; more are refused. Default: 1,000,000. */
  readonly maxPairs?: number | undefined
  /**
   * The fields that make up the text, as `name,town` or a list; `*` for all with one value but `id`. By the method
   * `records` they are columns. Default: `text`; by `records`, all fields of documents without a `text`.
   */
  readonly text?: string | readonly string[] | undefined
  /** What people decided about pairs of documents, which the result honours. Default: none. */
  readonly decisions?: readonly PairDecision[] | undefined
}

const pairsOptions = options({
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
  const { limit, given, fields, decisions } = resolvePairsOptions(options)
  const engine = await openEngine(given, 'pairs')
  const { corpus } = await readCorpus(engine, fields, documents)
  return foundPairs(engine, corpus, { limit, decisions })
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
  const { limit, given, fields, decisions } = resolvePairsOptions(options)
  const engine = await openEngine(given, 'pairs')
  const { corpus, split } = await readCorpus(engine, fields, documents, against)
  return foundPairs(engine, corpus, { limit, decisions }, split)
}

interface Wanted {
  readonly limit: number
  readonly decisions: PairsOptions['decisions']
}

interface FieldsGiven {
  readonly fields: readonly string[] | undefined
  readonly given: EngineOptions
}

function resolvePairsOptions(options: PairsOptions): Wanted & FieldsGiven {
  checkObject('options', options)
  refuseUnknown([...engineOptionNames, 'maxPairs', 'decisions', 'text'], Object.keys(options), 'library')
  const { maxPairs, decisions, text, ...given } = options
  const fields = resolve(textOptions, { text }).text
  return { limit: resolve(pairsOptions, { maxPairs }).maxPairs, decisions, fields, given }
}

/** @param split where `against` begins; undefined if there is one set */
async function foundPairs(
  engine: Engine,
  corpus: Corpus,
  { limit, decisions }: Wanted,
  split?: Split,
): Promise<FoundPairs> {
  const { settings } = engine
  const { measure } = settings.decision
  const judged = await libraryDecisions(corpus, decisions, split)
  const ports = libraryPorts(engine, corpus, { judgements: judged?.judgements })
  const first = split?.document
  const from = split?.place ?? 0
  const hints = await resultHints(engine, corpus, first)
  const found = await decidePairs(ports, limitOf(limit), first)
  const pairs: DocumentPair[] = []
  for await (const { left, right, similarity, jaccard } of rowsBeside(ports, found.rows())) {
    for (let row = 0; row < left.length; row++) {
      pairs.push({
        left: corpus.places[left[row]],
        right: corpus.places[right[row]] - from,
        leftId: corpus.idOf(left[row]),
        rightId: corpus.idOf(right[row], from),
        measure,
        similarity: similarity[row],
        ...(jaccard && { jaccard: jaccard[row] }),
      })
    }
  }
  const { notes } = found
  const { reported } = settings
  const shown = judged === undefined ? reported : { ...reported, decisions: judged.counts }
  return { pairs, bands: settings.shape, options: shown, hints, ...(notes && { notes }) }
}
