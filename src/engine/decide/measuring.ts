/** Measuring: what a decision needs from memory or files, and how it compares two documents. */
import type { Breath } from '../../ground/breath/breath.ts'
import type { Steps } from '../../ground/breath/steps.ts'
import type { FoundTextPairs, TextPairs } from '../../methods/contract/method.ts'
import type { Decision } from '../../methods/options/decision.ts'
import type { ResultOptions } from '../../methods/options/result-options.ts'
import type { Columns } from '../batch/columns.ts'
import { splitCrowds } from '../batch/crowds/crowds.ts'
import type { RareGroups, RareSets, RareShingles } from '../batch/join/rare-sets.ts'
import type { KeepValues } from '../batch/keep-order.ts'
import type { ListMeetings } from '../batch/star/likely-pairs.ts'
import {
  type Bounds,
  type Candidates,
  type DocumentGroups,
  sharedGroups,
  type Verifier,
} from '../cluster/candidates.ts'
import type { DividedCandidates } from '../cluster/divided.ts'
import type { Judgements } from '../decisions/judgements.ts'

/** Groups the documents, each function once, in this order. */
export interface Grouping {
  /** What `representatives` and `exactTwins` return. @param order as for them */
  classes(order?: Int32Array): Promise<{ representative: Int32Array; exactTwin: Uint8Array }>
  /** The candidates among representatives, which `columns.groups` has as well. */
  candidates(representative: Int32Array): Promise<Candidates>
  /** The same for star, divided if memory has no room for all. */
  divided(representative: Int32Array, order?: Int32Array): Promise<Candidates | DividedCandidates>
}

/**
 * Groups as of `joinSets` by Jaccard, perhaps without pairs that cannot match, found faster; undefined if there are too
 * many documents, or no sketches.
 */
export type JoinRuns = (
  documents: Int32Array,
  prefixes: RareSets,
  threshold: number,
) => Steps<RareGroups> | undefined

/** What memory and files provide: the documents, and the work that each does in its own way. */
export interface Ports {
  readonly result: ResultOptions
  readonly decision: Decision
  /** The documents. Columns are released as soon as they are no longer needed. */
  readonly columns: Columns & KeepValues
  /** [count] documents in visiting order; undefined: input order. @throws as `keepOrder` does */
  order(): Int32Array | undefined
  /** Measures the exact similarity, in the `setMeasure` of the decision. */
  readonly verifier: Verifier
  readonly rare: RareShingles
  /** Joins sets faster than `joinSets`, where it can. */
  readonly joinRuns: JoinRuns
  readonly grouping: Grouping
  /** Lists likely pairs faster than the loops of a clustering, where it can. */
  readonly meetings: ListMeetings
  /** Upper bounds of similarities, once documents are grouped; undefined without sketches. */
  bounds(): Bounds | undefined
  /** As of `ClusterWork`. */
  readonly decided: number
  /** Maximum bytes for the shingles of documents in large groups, which are divided by them. */
  readonly crowdBytes: number
  /** Awaited now and then by long work. */
  readonly rest: Breath
  /** What the method finds in all texts. @param split the first document of the other side, if any */
  textPairs(pairs: TextPairs, split?: number): Promise<FoundTextPairs>
  /** The text of a document. */
  textOf(document: number): string
  /** Whether a method that reads its boundary from the data may remove most documents. */
  readonly acceptsRisk: boolean
  /** Decisions of people, which the outcome honours. */
  readonly judgements: Judgements | undefined
  /** Does the work of a stage, and may time it. */
  stage<T>(name: 'group' | 'verify' | 'cluster', work: () => T | Promise<T>): Promise<T>
}

/** Fewer candidates with the same matches, if many documents share something and few match. */
export async function withoutCrowds(
  ports: Ports,
  candidates: Candidates,
  split?: number,
): Promise<Candidates> {
  const { decision, verifier, rare } = ports
  // A join has groups by rare shingles already.
  if (decision.kind !== 'measure' || decision.measure !== 'jaccard' || decision.isJoined) return candidates
  const [threshold, bounds] = [decision.least, ports.bounds()]
  return splitCrowds({ candidates, threshold, verifier, bounds, rare, split, roomBytes: ports.crowdBytes })
}

/** REQUIRES: documents are grouped before anything is measured. */
export function decidingVerifier({ decision, columns, verifier }: Ports): Verifier {
  return decision.kind === 'trials' ? trialAgreement(columns) : verifier
}

/**
 * A verifier whose similarity is the number of trials on which two documents agree, counted by their groups.
 *
 * REQUIRES: `groupBands` has turned the keys into groups before anything is measured.
 */
export function trialAgreement(columns: Columns): Verifier {
  return {
    measure: async (left, right) =>
      Float64Array.from(left, (document, pair) =>
        sharedGroups(columns.groups as DocumentGroups, document, right[pair]),
      ),
  }
}
