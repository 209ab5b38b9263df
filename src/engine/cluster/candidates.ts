/** The ports of clustering: which documents might match, and how similar two documents are. */

import { atOnce } from '../../ground/breath/steps.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type Lists, turnedInSteps } from '../../ground/lists/grouped.ts'
import { countSharedWithin } from '../../ground/lists/shared-values.ts'

/** Group numbers of all documents, concatenated. */
export interface DocumentGroups {
  /** [count + 1] those of document d are `numbers` [starts[d], starts[d + 1]), ascending. */
  readonly starts: Uint32Array | Float64Array
  readonly numbers: Uint32Array
}

/** The result of a candidate generator: two documents are candidates if they share at least `agree` groups. */
export interface Candidates extends DocumentGroups {
  /** 1 or more. */
  readonly agree: number
  /** Group numbers lie in [1, groups]. */
  readonly groups: number
  /** If given, candidates also share at least `agree` of these groups. */
  readonly within?: DocumentGroups
}

/** Maximum number of memberships in one list of candidates: clusterings count them in signed 32-bit numbers. */
export const mostMemberships = 2 ** 31 - 2

/** @throws NearsameError MEMORY_EXHAUSTED if there are too many to be in one list */
export function checkMemberships(total: number, most = mostMemberships): void {
  if (total <= most) return
  throw new NearsameError('MEMORY_EXHAUSTED', {
    expected: `at most ${most} groups of all documents in one list`,
    got: `${total}`,
    fix: 'give `memory`, with which clusters by `star` divide the list, or divide the input',
  })
}

/** The number of groups that two documents share. */
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

/** The documents of every group, in visiting order. @param order [count] documents in visiting order */
export function membersOfGroups({ groups, starts, numbers }: Candidates, order: Int32Array): Lists {
  return atOnce(turnedInSteps({ starts, members: numbers }, groups + 1, order))
}

/** The maximum number of groups of a document. */
export function mostGroups({ starts }: DocumentGroups): number {
  let most = 0
  for (let document = 1; document < starts.length; document++) {
    const size = starts[document] - starts[document - 1]
    if (size > most) most = size
  }
  return most
}

/** `count` documents without candidates. */
export function noCandidates(count: number): Candidates {
  return { agree: 1, groups: 0, starts: new Uint32Array(count + 1), numbers: new Uint32Array(0) }
}

/** Measures pairs, usually in other threads. */
export interface Verifier {
  /**
   * The exact similarity of each pair of document numbers, a double in [0, 1]; the same whichever is left.
   * The verifier owns the arrays from the call on (it may transfer them). Several calls may be in flight.
   *
   * @param isUrgent whether other work waits for it: it may overtake earlier calls
   */
  measure(left: Int32Array, right: Int32Array, isUrgent?: boolean): Promise<Float64Array>
}

/** Upper bounds of similarities, much cheaper than measuring. */
export interface Bounds {
  /** At least the similarity of the two; the same whichever is left. */
  bound(left: number, right: number): number
  /** Sets `into` [pair] to the bound of each pair of `left` and `right` in [0, `count`). */
  boundAll(left: Int32Array, right: Int32Array, count: number, into: Float64Array): void
  /** Awaited now and then by a caller that needs many bounds, to yield to the event loop. */
  readonly rest?: () => Promise<void>
}

/** Bounds by the bound of one pair. */
export function boundsBy(bound: Bounds['bound'], rest?: Bounds['rest']): Bounds {
  return {
    bound,
    boundAll(left, right, count, into) {
      for (let pair = 0; pair < count; pair++) into[pair] = bound(left[pair], right[pair])
    },
    ...(rest && { rest }),
  }
}
