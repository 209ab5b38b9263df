/** What clustering asks of the outside: who might match whom, and how alike two documents are. */

import { atOnce } from '../../ground/breath/steps.ts'
import { type Lists, turnedInSteps } from '../../ground/lists/grouped.ts'
import { countSharedWithin } from '../../ground/lists/shared-values.ts'

/** Group numbers of all documents, one document behind the other. */
export interface DocumentGroups {
  /** [count + 1] those of document d are `numbers` [starts[d], starts[d + 1]), ascending. */
  readonly starts: Uint32Array
  readonly numbers: Uint32Array
}

/** What a candidate generator gives: two documents are candidates when they share at least `agree` groups. */
export interface Candidates extends DocumentGroups {
  /** 1 or more. */
  readonly agree: number
  /** Group numbers lie in [1, groups]. */
  readonly groups: number
  /** Candidates share at least `agree` of these groups, too; where they are given. */
  readonly within?: DocumentGroups
}

/** How many groups two documents share. */
export function sharedGroups({ starts, numbers }: DocumentGroups, a: number, b: number): number {
  return countSharedWithin(numbers, starts[a], starts[a + 1], starts[b], starts[b + 1])
}

export function areCandidates(candidates: Candidates, left: number, right: number): boolean {
  return sharedGroups(candidates, left, right) >= candidates.agree && areWithin(candidates, left, right)
}

/** Whether two documents that share enough groups are candidates. */
export function areWithin({ agree, within }: Candidates, left: number, right: number): boolean {
  return within === undefined || sharedGroups(within, left, right) >= agree
}

/** The documents of every group. @param order [count] documents in visiting order, which they have in each group */
export function membersOfGroups({ groups, starts, numbers }: Candidates, order: Int32Array): Lists {
  return atOnce(turnedInSteps({ starts, members: numbers }, groups + 1, order))
}

/** Groups that a document is in at most. */
export function mostGroups({ starts }: DocumentGroups): number {
  let most = 0
  for (let document = 1; document < starts.length; document++) {
    most = Math.max(most, starts[document] - starts[document - 1])
  }
  return most
}

/** Nobody of `count` documents is a candidate. */
export function noCandidates(count: number): Candidates {
  return { agree: 1, groups: 0, starts: new Uint32Array(count + 1), numbers: new Uint32Array(0) }
}

/** Measures pairs, usually in other threads. */
export interface Verifier {
  /**
   * The exact similarity of each pair of document numbers, a double in [0, 1]; the same whichever is left.
   * The arrays are the verifier's from the call on (it may transfer them). Several calls may be under way.
   *
   * @param isUrgent whether others wait for it: it may go before what was asked earlier
   */
  measure(left: Int32Array, right: Int32Array, isUrgent?: boolean): Promise<Float64Array>
}

/** How alike two documents are at most, told from little, without measuring them. */
export interface Bounds {
  /** No less than the similarity of the two; the same whichever is left. */
  bound(left: number, right: number): number
  /** Awaited now and then where many are asked about: what waits for the thread may run then. */
  readonly rest?: () => Promise<void>
}
