/**
 * Diameters: the distance between the two members of a cluster that differ most.
 *
 *     diameter = max over members a, b of 1 - similarity(a, b)                            (1)
 *
 * Equal texts count once in a cluster: only the first of each class is measured. The similarity with the survivor is
 * known from clustering. Pairs grow with the square of the distinct members, so clusters with many are not measured.
 *
 * Ours: all of it. Cost: k(k-1)/2 - (k-1) pairs for k distinct members; 24 bytes a document. Error: none.
 */
import type { Verifier } from '../cluster/candidates.ts'
import { PairQueue } from '../cluster/pair-queue.ts'
import type { Outcome } from './columns.ts'

interface DiameterWork {
  readonly representative: Int32Array
  readonly outcome: Outcome
  readonly verifier: Verifier
  /** Clusters with more distinct members are not measured. Default: 1,000. */
  readonly limit?: number | undefined
}

/**
 * Equation (1) for every cluster.
 *
 * @returns [count] at each survivor the diameter of its cluster in [0, 1], NaN if it has more than `limit` distinct
 * members; 0 at documents that are not kept.
 */
export async function diameters({
  representative,
  outcome,
  verifier,
  limit = 1000,
}: DiameterWork): Promise<Float64Array> {
  const { survivor, similarity } = outcome
  const count = survivor.length
  const diameter = new Float64Array(count)
  const size = new Int32Array(count)
  const counts = membersThatCount(representative, survivor)
  for (let document = 0; document < count; document++) {
    if (counts[document] === 1) size[survivor[document]]++
  }
  // Linked list of the distinct members, without the survivor, from each survivor on, descending; -1 ends it.
  const next = new Int32Array(count).fill(-1)
  const queue = new PairQueue(verifier, (left, _right, value) => {
    const kept = survivor[left]
    diameter[kept] = Math.max(diameter[kept], 1 - value)
  })
  for (let document = 0; document < count; document++) {
    const kept = survivor[document]
    if (kept === document && size[kept] > limit) diameter[kept] = Number.NaN
    if (kept === document || counts[document] === 0 || size[kept] > limit) continue
    diameter[kept] = Math.max(diameter[kept], 1 - similarity[document])
    for (let other = next[kept]; other !== -1; other = next[other]) {
      if (queue.add(document, other)) await queue.send()
    }
    next[document] = next[kept]
    next[kept] = document
  }
  await queue.drain()
  return diameter
}

/** [count] 1 for one document of each class of equal texts in each cluster. */
function membersThatCount(representative: Int32Array, survivor: Int32Array): Uint8Array {
  const counts = new Uint8Array(survivor.length)
  // Copies of a removed text may be in other clusters than the text; there are few.
  const elsewhere = new Set<number>()
  for (let document = 0; document < survivor.length; document++) {
    const first = representative[document]
    const key = first * survivor.length + survivor[document]
    if (first !== document && (survivor[first] === survivor[document] || elsewhere.has(key))) continue
    if (first !== document) elsewhere.add(key)
    counts[document] = 1
  }
  return counts
}
