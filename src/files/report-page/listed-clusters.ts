/**
 * Listed clusters: those that a report page shows, most worth a look first.
 *
 *     near ones, the least similar first │ the largest │ the other near ones │ the others, by size
 *             600                           400
 */
import type { RunClusters } from './report-data.ts'

/** Clusters whose texts are embedded. */
export const mostTextClusters = 1000
const firstNear = 600
const firstLarge = 400

/** Heads of all clusters, in the order in which they are worth a look; ties by position. */
export function worthALook({ sizes, least }: RunClusters): Int32Array {
  const heads = Int32Array.from(sizes.keys()).filter(head => sizes[head] > 1)
  const near = heads.filter(head => least[head] < Number.POSITIVE_INFINITY)
  near.sort((a, b) => least[a] - least[b] || sizes[b] - sizes[a] || a - b)
  const large = heads.slice().sort((a, b) => sizes[b] - sizes[a] || a - b)
  const ordered = new Set(near.subarray(0, firstNear))
  let wanted = firstLarge
  for (const head of large) {
    if (wanted === 0) break
    if (ordered.has(head)) continue
    ordered.add(head)
    wanted--
  }
  for (const head of near) ordered.add(head)
  for (const head of large) ordered.add(head)
  return Int32Array.from(ordered)
}

/** Clusters of each size, ascending. */
export function sizeCounts({ sizes }: RunClusters): [number, number][] {
  const counts = new Map<number, number>()
  for (const size of sizes) if (size > 1) counts.set(size, (counts.get(size) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a - b)
}
