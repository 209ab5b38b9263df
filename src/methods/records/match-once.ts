/**
 * Match once: a maximum matching between two groups of rows, without rejected pairs.
 *
 * Rows get their counterparts in order. If rejected pairs leave rows of both groups unmatched, others make room: along
 * an augmenting path of chosen and possible pairs, each row moves on to the next counterpart, until one is free.
 * Without such a path the matching is maximum (C. Berge, "Two theorems in graph theory", 1957).
 *
 * Cost: linear, apart from rejected pairs.
 */

type IsRejected = (left: number, right: number) => boolean

/** The counterparts of the left rows that have one. */
export function matchOnce(
  lefts: readonly number[],
  rights: readonly number[],
  isRejected: IsRejected,
): Map<number, number> {
  const rightOf = new Map<number, number>()
  const leftOf = new Map<number, number>()
  const free = rights.toReversed() // rows are taken near the end, where that is cheap
  const over: number[] = []
  for (const left of lefts) {
    const at = free.findLastIndex(right => !isRejected(left, right))
    if (at === -1) over.push(left)
    else {
      const [right] = free.splice(at, 1)
      rightOf.set(left, right)
      leftOf.set(right, left)
    }
  }
  for (const left of over) {
    if (leftOf.size === rights.length) break
    const path = pathToFree(left, rights, leftOf, isRejected)
    for (const [taker, right] of path) {
      rightOf.set(taker, right)
      leftOf.set(right, taker)
    }
  }
  return rightOf
}

/** The new pairs that give `left` a counterpart; empty if there is no path. */
function pathToFree(
  left: number,
  rights: readonly number[],
  leftOf: ReadonlyMap<number, number>,
  isRejected: IsRejected,
): [number, number][] {
  const askedBy = new Map<number, number>() // right row: the left row that wants it
  const wanted = new Map<number, number>() // left row: its right row, which `askedBy` wants
  const asking = [left]
  for (const asker of asking) {
    for (const right of rights) {
      if (askedBy.has(right) || isRejected(asker, right)) continue
      askedBy.set(right, asker)
      const owner = leftOf.get(right)
      if (owner === undefined) return pathFrom(right, askedBy, wanted)
      wanted.set(owner, right)
      asking.push(owner)
    }
  }
  return []
}

function pathFrom(
  free: number,
  askedBy: ReadonlyMap<number, number>,
  wanted: ReadonlyMap<number, number>,
): [number, number][] {
  const path: [number, number][] = []
  for (let right: number | undefined = free; right !== undefined; ) {
    const taker = askedBy.get(right) as number
    path.push([taker, right])
    right = wanted.get(taker)
  }
  return path
}
