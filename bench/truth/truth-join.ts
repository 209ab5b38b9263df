/**
 * Truth, join: every pair of documents with Jaccard >= T, exactly, without comparing all pairs.
 *
 * Write x, y for shingle sets with |y| <= |x|, and o for the size of their intersection. J = o / (|x| + |y| - o), so
 *
 *     J >= T  <=>  o >= T / (1 + T) * (|x| + |y|)                                              (1)
 *
 * Sort every set by one common order. If o >= k, the first |x| - k + 1 of x and the first |y| - k + 1 of y have a
 * member in common: if the least shared member came later in one of them, fewer than k members would follow it there.
 * (2) From (1), o <= |y| gives |y| >= T |x|, and so o >= T |x|: x needs its first |x| - ceil(T |x|) + 1 members.
 * Documents are visited from small to large, so y was indexed before; (1) with |x| >= |y| gives o >= 2T / (1 + T) |y|,
 * and y needs only its first |y| - ceil(2T / (1 + T) |y|) + 1 in the index. Each pair that meets is measured
 * completely. Hence no pair is missed (2) and none is wrong. The order "rare first" affects only the time.
 *
 * Source: Bayardo, Ma, Srikant, "Scaling up all pairs similarity search", WWW 2007; Xiao et al., "PPJoin", WWW 2008.
 * Ours: shingles that occur in one document are counted but not kept: they come first in the order and are not shared.
 */

/** A pair of document numbers, a < b, with its exact Jaccard similarity. */
export interface TruePair {
  readonly a: number
  readonly b: number
  readonly jaccard: number
}

/** Sets in the common order, without the first `sizes[i] - lists[i].length` members of set i, which are unshared. */
interface OrderedSets {
  readonly sizes: Uint32Array
  readonly lists: readonly Uint32Array[]
  readonly ranks: number
}

function orderSets(sets: readonly Uint32Array[], shingles: number): OrderedSets {
  const documents = new Uint32Array(shingles)
  for (const set of sets) for (const shingle of set) documents[shingle]++
  let most = 0
  for (const n of documents) if (n > most) most = n
  // Counting sort of the shingles by the number of documents that have them; rank 0 is the rarest shared one.
  const starts = new Uint32Array(most + 2)
  for (const n of documents) if (n > 1) starts[n + 1]++
  for (let n = 1; n < starts.length; n++) starts[n] += starts[n - 1] as number
  const ranks = starts[most + 1] as number
  const rank = new Uint32Array(shingles)
  for (let s = 0; s < shingles; s++) {
    const n = documents[s] as number
    if (n > 1) rank[s] = starts[n]++
  }
  const lists = sets.map(set =>
    set
      .filter(shingle => (documents[shingle] as number) > 1)
      .map(shingle => rank[shingle] as number)
      .sort(),
  )
  return { sizes: Uint32Array.from(sets, set => set.length), lists, ranks }
}

/** Size of the intersection of two ascending arrays. */
export function sharedCount(x: Uint32Array, y: Uint32Array): number {
  let shared = 0
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    const difference = (x[i] as number) - (y[j] as number)
    if (difference === 0) shared++
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return shared
}

/** Number of first members that matter if `needed` (a lower bound of o) are shared. Rounding errs towards more. */
function prefix(size: number, needed: number): number {
  return size - Math.ceil(needed - 1e-6) + 1
}

/**
 * All pairs with Jaccard >= `threshold`, sorted by b only.
 *
 * @param sets distinct shingle numbers of each document, each below `shingles`
 */
export function joinSets(sets: readonly Uint32Array[], shingles: number, threshold: number): TruePair[] {
  const { sizes, lists, ranks } = orderSets(sets, shingles)
  const order = Uint32Array.from(sets, (_, i) => i).sort((i, j) => sizes[i] - sizes[j] || i - j)
  const newest = new Int32Array(ranks).fill(-1)
  const postings = new Postings()
  const seen = new Int32Array(sets.length).fill(-1)
  const found: TruePair[] = []
  for (const x of order) {
    const size = sizes[x] as number
    const list = lists[x] as Uint32Array
    const skipped = size - list.length
    const probed = prefix(size, threshold * size) - skipped
    const indexed = prefix(size, ((2 * threshold) / (1 + threshold)) * size) - skipped
    for (let i = 0; i < probed && i < list.length; i++) {
      for (let at = newest[list[i]] as number; at >= 0; at = postings.previous(at)) {
        const y = postings.document(at)
        // Postings run from large to small: the rest is too small, too.
        if (sizes[y] < threshold * size - 1e-6) break
        if (seen[y] === x) continue
        seen[y] = x
        const shared = sharedCount(list, lists[y] as Uint32Array)
        const jaccard = shared / (size + (sizes[y] as number) - shared)
        if (jaccard >= threshold) found.push({ a: Math.min(x, y), b: Math.max(x, y), jaccard })
      }
    }
    for (let i = 0; i < indexed && i < list.length; i++) {
      newest[list[i]] = postings.add(x, newest[list[i]] as number)
    }
  }
  return found.sort((p, q) => p.b - q.b)
}

/** Linked lists of documents, newest first. */
class Postings {
  #cells = new Int32Array(1 << 20)
  #end = 0

  add(document: number, previous: number): number {
    if (this.#end + 2 > this.#cells.length) {
      const grown = new Int32Array(this.#cells.length * 2)
      grown.set(this.#cells)
      this.#cells = grown
    }
    const at = this.#end
    this.#cells[at] = document
    this.#cells[at + 1] = previous
    this.#end += 2
    return at
  }

  document(at: number): number {
    return this.#cells[at] as number
  }

  previous(at: number): number {
    return this.#cells[at + 1] as number
  }
}

/** The definition of `joinSets`: measures every pair. Checks the join on a part of a corpus. */
export function joinNaively(sets: readonly Uint32Array[], threshold: number): TruePair[] {
  const found: TruePair[] = []
  sets.forEach((y, b) => {
    for (let a = 0; a < b; a++) {
      const x = sets[a] as Uint32Array
      const shared = sharedCount(x, y)
      const jaccard = shared / (x.length + y.length - shared)
      if (jaccard >= threshold) found.push({ a, b, jaccard })
    }
  })
  return found
}
