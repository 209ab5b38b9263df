/** Measuring: what a decision needs from memory or files, and how it compares two documents with that. */
import type { Breath } from '../../ground/breath/breath.ts'
import type { FoundTextPairs } from '../../methods/contract/method.ts'
import { decisionOf } from '../../methods/options/chosen-method.ts'
import type { ResultOptions } from '../../methods/options/result-options.ts'
import type { Columns } from '../batch/columns.ts'
import { splitCrowds } from '../batch/crowds/crowds.ts'
import type { RareShingles } from '../batch/crowds/rare-sets.ts'
import type { KeepValues } from '../batch/keep-order.ts'
import {
  type Bounds,
  type Candidates,
  type DocumentGroups,
  sharedGroups,
  type Verifier,
} from '../cluster/candidates.ts'
import { oddBounds } from '../cluster/odd-bound.ts'

/** What memory and files hand in: the documents, and the work that each of them does in its own way. */
export interface Ports {
  readonly result: ResultOptions
  /** Groups that candidates share at least. */
  readonly agree: number
  /** The documents; `sketches` may be empty. Columns are released as soon as they are no longer needed. */
  readonly columns: Columns & KeepValues & { readonly sketches: Uint32Array }
  /** Gives the exact similarity in the measure of `measuredBy`. */
  readonly verifier: Verifier
  readonly rare: RareShingles
  /** Awaited now and then by long work. */
  readonly rest: Breath
  /** What the method finds in all texts. @param split the first document of the other side, for pairs across only */
  textPairs(split?: number): Promise<FoundTextPairs>
  /** Does the work of a stage, and may time it. */
  stage<T>(name: 'group' | 'verify' | 'cluster', work: () => T | Promise<T>): Promise<T>
}

/** The measure that a verifier computes: Jaccard where something else decides, to be reported beside it. */
export function measuredBy(result: ResultOptions): 'jaccard' | 'containment' {
  return decisionOf(result) === 'measure' ? result.measure : 'jaccard'
}

/** Fewer candidates with the same matches, where many documents share something and few match. */
export async function withoutCrowds(
  ports: Ports,
  candidates: Candidates,
  split?: number,
): Promise<Candidates> {
  const { result, verifier, rare } = ports
  if (decisionOf(result) !== 'measure' || result.measure !== 'jaccard') return candidates
  const { threshold } = result
  return splitCrowds({ candidates, threshold, verifier, bounds: boundsOf(ports), rare, split })
}

/** REQUIRES: documents are grouped before anything is measured. */
export function decidingVerifier({ result, columns, verifier }: Ports): Verifier {
  return decisionOf(result) === 'trials' ? trialAgreement(columns) : verifier
}

/** How alike two documents are at most, by their sketches. */
export function boundsOf({ result, columns, rest }: Ports): Bounds | undefined {
  return oddBounds({ sketches: columns.sketches, measure: result.measure, rest })
}

/**
 * A verifier whose similarity is the number of trials that two documents agree on, by their groups.
 *
 * REQUIRES: `groupBands` has made groups of the keys before anything is measured.
 */
export function trialAgreement(columns: Columns): Verifier {
  return {
    measure: async (left, right) =>
      Float64Array.from(left, (document, pair) =>
        sharedGroups(columns.groups as DocumentGroups, document, right[pair]),
      ),
  }
}
