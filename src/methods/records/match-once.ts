/**
 * Match once: counterparts of the rows of two groups, each row once, without rejected pairs.
 *
 * Rows get their counterparts in order. If all that are left are rejected ones, another row makes room: it moves on to
 * one of these. A few rows may stay alone of which many pairs are rejected.
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
  const free = rights.toReversed() // rows are taken near the end, where that is cheap
  const over: number[] = []
  for (const left of lefts) {
    const at = free.findLastIndex(right => !isRejected(left, right))
    if (at === -1) over.push(left)
    else {
      const [right] = free.splice(at, 1)
      rightOf.set(left, right)
    }
  }
  for (const left of over) {
    if (free.length === 0) break
    for (const [owner, right] of rightOf) {
      const at = isRejected(left, right) ? -1 : free.findLastIndex(other => !isRejected(owner, other))
      if (at < 0) continue
      rightOf.set(owner, free.splice(at, 1)[0])
      rightOf.set(left, right)
      break
    }
  }
  return rightOf
}
