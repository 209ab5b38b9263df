/** Pairs in memory: every match among documents, or between two sets of them, with its exact measure. */

import { breathing } from '../../ground/breath/steps.ts'
import { checkObject } from '../../ground/options/arguments.ts'
import { options, whole } from '../../ground/options/declare.ts'
import { refuseUnknown, resolve } from '../../ground/options/resolve.ts'
import type { MeasureName } from '../../methods/contract/measures.ts'
import { decisionOf, limitsOf, measureOf } from '../../methods/options/chosen-method.ts'
import type { AgreeingBands } from '../../texts/lsh/agreeing-bands.ts'
import { measureBeside } from '../batch/equal-signatures.ts'
import { boundedVerifier } from '../cluster/bounded-verifier.ts'
import { allPairs, type Pairs } from '../pairs/all-pairs.ts'
import { crossPairs } from '../pairs/cross-pairs.ts'
import { groupedForPairs } from '../pairs/grouped.ts'
import { knownPairs } from '../pairs/known-pairs.ts'
import { type Corpus, readCorpus } from './corpus.ts'
import { withoutCrowds } from './crowds.ts'
import type { DocumentId, GivenDocuments } from './document.ts'
import { type Engine, openEngine } from './open-engine.ts'
import { type EngineOptions, engineOptionNames, type ReportedOptions } from './settings.ts'
import { boundsOf, verifierOf } from './shingle-sets.ts'

/** Two documents that match. `left` and `right` are places in the documents given, from 0. */
export interface DocumentPair {
  readonly left: number
  readonly right: number
  readonly leftId: DocumentId
  readonly rightId: DocumentId
  readonly measure: MeasureName
  readonly similarity: number
  /** The exact Jaccard, where an equal signature decided. */
  readonly jaccard?: number
}

export interface FoundPairs {
  /** By `left`, then `right`. */
  readonly pairs: readonly DocumentPair[]
  readonly bands: AgreeingBands
  readonly options: ReportedOptions
}

export interface PairsOptions extends EngineOptions {
  /** Maximum number of pairs, in [0, 100,000,000]; more are refused. Default: 1,000,000. */
  readonly maxPairs?: number | undefined
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
 * Every pair of documents that match, equal ones included; `left` < `right`.
 *
 * @throws NearsameError PAIRS_LIMIT when there are more than `maxPairs`; what `deduplicate` throws
 * @example findPairs(['a b', 'A, b.', 'c']).then(({ pairs }) => pairs.map(({ left, right }) => [left, right])) // => [[0, 1]]
 */
export async function findPairs(
  documents: GivenDocuments,
  options: PairsOptions = {},
): Promise<FoundPairs> {
  const { limit, given } = resolvePairsOptions(options)
  const engine = await openEngine(given, 'pairs')
  const { corpus } = await readCorpus(engine, documents)
  return foundPairs(engine, corpus, 0, await pairsOf(engine, corpus, limit))
}

/**
 * Every match of a document with one of `against`: `left` counts in `documents`, `right` in `against`. Matches
 * within one side are not looked for.
 *
 * @throws NearsameError PAIRS_LIMIT when there are more than `maxPairs`; what `deduplicate` throws
 * @example findTwins(['a b', 'c'], ['c!', 'd']).then(({ pairs }) => pairs.map(({ left, right }) => [left, right])) // => [[1, 0]]
 */
export async function findTwins(
  documents: GivenDocuments,
  against: GivenDocuments,
  options: PairsOptions = {},
): Promise<FoundPairs> {
  const { limit, given } = resolvePairsOptions(options)
  const engine = await openEngine(given, 'pairs')
  const { corpus, counts } = await readCorpus(engine, documents, against)
  const [split] = counts
  return foundPairs(engine, corpus, split, await pairsOf(engine, corpus, limit, split))
}

function resolvePairsOptions(options: PairsOptions): { limit: number; given: EngineOptions } {
  checkObject('options', options)
  refuseUnknown([...engineOptionNames, 'maxPairs'], Object.keys(options), 'library')
  const { maxPairs, ...given } = options
  return { limit: resolve(pairsOptions, { maxPairs }).maxPairs, given }
}

/** @param split the number of the first document of `against`; undefined when all are of one set */
async function pairsOf(engine: Engine, corpus: Corpus, maxPairs: number, split?: number): Promise<Pairs> {
  if (engine.pairs !== undefined) {
    const found = await engine.pairs(corpus.strings as string[], {
      breath: engine.breath,
      ...(split !== undefined && { split }),
    })
    return knownPairs(found, maxPairs)
  }
  const { result, shape } = engine.settings
  const { least: threshold, same } = limitsOf(result)
  const verifier = verifierOf(engine, corpus)
  const grouping = groupedForPairs(corpus, decisionOf(result), shape.agree)
  const { candidates, representative } = await breathing(grouping, engine.breath)
  const job = {
    columns: corpus,
    representative,
    candidates: await withoutCrowds(engine, corpus, { candidates, verifier, threshold, split }),
    threshold,
    same,
    verifier: boundedVerifier(verifier, boundsOf(engine, corpus), threshold),
    maxPairs,
  }
  return split === undefined ? allPairs(job) : crossPairs(job, split)
}

/** @param split the number of the first document of `against` */
async function foundPairs(
  engine: Engine,
  corpus: Corpus,
  split: number,
  found: Pairs,
): Promise<FoundPairs> {
  const { settings, signature } = engine
  const measure = measureOf(settings.result)
  const verifier = verifierOf(engine, corpus)
  const pairs: DocumentPair[] = []
  for (const { left, right, similarity } of found.rows()) {
    const jaccard = signature && (await measureBeside(corpus, left, right, verifier))
    for (let row = 0; row < left.length; row++) {
      pairs.push({
        left: left[row],
        right: right[row] - split,
        leftId: corpus.idOf(left[row]),
        rightId: corpus.givenId(right[row]) ?? right[row] - split,
        measure,
        similarity: similarity[row],
        ...(jaccard && { jaccard: jaccard[row] }),
      })
    }
  }
  return { pairs, bands: settings.shape, options: settings.reported }
}
