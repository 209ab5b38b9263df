/**
 * Deduplication in memory: exact and near duplicates of documents, one survivor of each cluster kept.
 *
 *     documents ─▶ corpus ─▶ group ─▶ verify and cluster ─▶ kept, removed, clusters
 *
 * The stages are those of the batch run, so the same texts and result options give the same decisions, similarities
 * and digest as on the command line.
 *
 * Cost: the texts as UTF-8, about 60 bytes a document, 4 for each band and 84 for a sketch; one thread.
 */

import { hexOf } from '../../ground/hash/hex.ts'
import { options as declared } from '../../ground/options/declare.ts'
import { runningOptions } from '../../ground/options/running-options.ts'
import type { MeasureName } from '../../methods/contract/measures.ts'
import type { KernelName } from '../../texts/kernels/layout/kernels.ts'
import type { AgreeingBands } from '../../texts/lsh/agreeing-bands.ts'
import { membersOfClusters } from '../batch/clusters.ts'
import { kinds, type Outcome } from '../batch/columns.ts'
import { digestLines, kindNames } from '../batch/digest.ts'
import { decidingRules } from '../batch/keep-order.ts'
import { decideClusters } from '../decide.ts'
import type { Corpus } from './corpus.ts'
import type { DocumentId, FieldDocuments } from './document.ts'
import type { DocumentCluster } from './document-cluster.ts'
import { openDocuments } from './open-documents.ts'
import type { Engine } from './open-engine.ts'
import { libraryPorts } from './ports.ts'
import type { DocumentsOptions, ReportedOptions } from './settings.ts'

/** A removed document. `index` and `survivor` are indexes into the given documents, from 0. */
export interface RemovedDocument {
  readonly index: number
  /** Its id, or its index if it has none. */
  readonly id: DocumentId
  readonly survivor: number
  readonly survivorId: DocumentId
  /** `exact`: the same text; `normalised`: the same tokens; `near`: similar by the measure. */
  readonly kind: 'exact' | 'normalised' | 'near'
  readonly measure: MeasureName
  /** Similarity with its survivor, in the measure; NaN if a method that finds pairs itself has none for these two. */
  readonly similarity: number
  /** The exact Jaccard with its survivor, if an equal signature decided. */
  readonly jaccard?: number
  /** The keep rule that preferred the survivor, such as `first` or `max:score`; `decision` if a person did. */
  readonly kept: string
}

export interface DeduplicationCounts {
  readonly read: number
  /** Documents of nothing but white space: kept, compared with none; absent if there are none. */
  readonly nulls?: number
  readonly exact: number
  readonly normalised: number
  readonly near: number
  readonly kept: number
  /** Size of the text as UTF-8. */
  readonly bytes: number
}

/** The result as plain data. */
export interface Deduplication {
  /** Indexes of the kept documents, ascending. */
  readonly kept: readonly number[]
  /** Ascending by index. */
  readonly removed: readonly RemovedDocument[]
  /** Clusters of two or more documents, ordered by their first member. */
  readonly clusters: readonly DocumentCluster[]
  readonly counts: DeduplicationCounts
  /** SHA-256 over the decisions, as the command line reports it; '' in pages without TLS: browsers hide it there. */
  readonly digest: string
  /** How candidates were found. */
  readonly bands: AgreeingBands
  /** All options that determine the result. */
  readonly options: ReportedOptions
  /** The kernels that ran; `reference`, which a page's policy may enforce, is slow. They do not change the result. */
  readonly kernels: KernelName
  /** Warnings that options do not suit the texts, one line each. */
  readonly hints: readonly string[]
  /** What the method reports about its pairs: by `records`, the estimated precision and warnings. */
  readonly notes?: Readonly<Record<string, unknown>>
}

export interface DeduplicateOptions extends DocumentsOptions {
  /** Whether the method `records` may remove more than a third of the documents as near duplicates. Default: false. */
  readonly acceptRisk?: boolean | undefined
}

const riskOptions = declared({ acceptRisk: runningOptions.acceptRisk })

/**
 * Finds exact and near duplicates and decides which document of each cluster to keep.
 *
 * @param documents texts, or objects with a `text`, for `records` with any fields; iterated once, and neither modified
 * nor kept. Those of nothing but white space are kept and compared with none
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE, BANDS_UNREACHABLE, TEXT_NOT_STRING, TEXT_MISSING,
 * MEMORY_EXHAUSTED, TOO_MANY_NEAR, DECISIONS_CONFLICT
 * @example deduplicate(['one two', 'three four', 'One, two!']).then(({ kept }) => kept) // => [0, 1]
 */
export async function deduplicate(
  documents: FieldDocuments,
  options: DeduplicateOptions = {},
): Promise<Deduplication> {
  const opened = await openDocuments(options, riskOptions, documents)
  const { engine, corpus, judgements, own, reported, hints } = opened
  const { settings, space } = engine
  const ports = libraryPorts(engine, corpus, { acceptsRisk: own.acceptRisk, judgements })
  const { outcome, found } = await decideClusters(ports)
  return {
    kept: keptOf(corpus, outcome),
    removed: removedOf(engine, corpus, outcome),
    clusters: clustersOf(corpus, outcome),
    counts: countsOf(corpus, outcome),
    digest: await digestOf(corpus, outcome),
    bands: settings.shape,
    options: reported,
    kernels: space.kernels.name,
    hints,
    ...(found?.notes && { notes: found.notes }),
  }
}

function keptOf({ given, places }: Corpus, { kind }: Outcome): number[] {
  const isRemoved = new Uint8Array(given)
  for (let document = 0; document < kind.length; document++)
    if (kind[document] !== kinds.kept) isRemoved[places[document]] = 1
  const kept: number[] = []
  for (let index = 0; index < given; index++) if (isRemoved[index] === 0) kept.push(index)
  return kept
}

function removedOf({ settings }: Engine, corpus: Corpus, outcome: Outcome): RemovedDocument[] {
  const ruleOf = decidingRules(settings.result.keep, corpus)
  const { measure } = settings.decision
  const removed: RemovedDocument[] = []
  for (let index = 0; index < corpus.count; index++) {
    if (outcome.kind[index] === kinds.kept) continue
    const survivor = outcome.survivor[index]
    removed.push({
      index: corpus.places[index],
      id: corpus.idOf(index),
      survivor: corpus.places[survivor],
      survivorId: corpus.idOf(survivor),
      kind: kindNames[outcome.kind[index]] as RemovedDocument['kind'],
      measure,
      similarity: outcome.similarity[index],
      ...(outcome.jaccard && { jaccard: outcome.jaccard[index] }),
      kept: outcome.judged?.[index] === 1 ? 'decision' : ruleOf(survivor, index),
    })
  }
  return removed
}

/** Clusters of two or more documents, ordered by their first member. */
function clustersOf(corpus: Corpus, outcome: Outcome): DocumentCluster[] {
  const { survivor, similarity } = outcome
  return Array.from(membersOfClusters(outcome), members => {
    const kept = survivor[members[0]]
    return {
      survivor: corpus.places[kept],
      survivorId: corpus.idOf(kept),
      members: Array.from(members, index => ({
        index: corpus.places[index],
        id: corpus.idOf(index),
        similarity: similarity[index],
      })),
    }
  })
}

function countsOf(corpus: Corpus, { kind }: Outcome): DeduplicationCounts {
  const of = [0, 0, 0, 0]
  let bytes = 0
  for (let index = 0; index < corpus.count; index++) {
    of[kind[index]]++
    bytes += corpus.textBytes[index]
  }
  const [kept, exact, normalised, near] = of
  const nulls = corpus.given - corpus.count
  return {
    read: corpus.given,
    ...(nulls > 0 && { nulls }),
    exact,
    normalised,
    near,
    kept: kept + nulls,
    bytes,
  }
}

/** The digest of the batch run, lower-case hex. */
async function digestOf({ count, places }: Corpus, outcome: Outcome): Promise<string> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (subtle === undefined) return ''
  const lines = [...digestLines(count, outcome, document => places[document] + 1)].join('')
  const hash = await subtle.digest('SHA-256', new TextEncoder().encode(lines))
  return hexOf(new Uint8Array(hash))
}
