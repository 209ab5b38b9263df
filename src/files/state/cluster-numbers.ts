/**
 * Cluster numbers that stay: a cluster keeps the number that it got when it had two documents for the first
 * time.
 *
 * The log `clusters` has, in order of their numbers from 1, which survivor each cluster has (u32), counted
 * among the survivors of all runs. New clusters count on, in the order of their first member in this run.
 */
import { membersOfClusters } from '../../engine/batch/clusters.ts'
import { kinds, type Outcome } from '../../engine/batch/columns.ts'
import type { EarlierDocuments } from './earlier-documents.ts'
import type { Manifest } from './manifest.ts'
import { framesOf } from './state-logs.ts'

export interface ClusterNumbers {
  /** The number of a cluster, by its survivor. */
  readonly numberOf: (survivor: number) => number
  /** The survivors of new clusters, in the order of their numbers: ordinals among all survivors. */
  readonly added: Uint32Array<ArrayBuffer>
}

/** @param survivors the new ones, ascending @throws NearsameError STATE_CORRUPT */
export function clusterNumbers(
  { runs, clusters }: Pick<Manifest, 'runs' | 'clusters'>,
  directory: string,
  { from, ordinals }: EarlierDocuments,
  outcome: Outcome,
): ClusterNumbers {
  const numbers = new Map<number, number>()
  const documentOf = new Map(ordinals.map((ordinal, i) => [ordinal, from + i]))
  let number = 0
  for (const frame of framesOf(directory, 'clusters', runs)) {
    for (const ordinal of new Uint32Array(frame.buffer, frame.byteOffset, frame.length / 4)) {
      number++
      const document = documentOf.get(ordinal)
      if (document !== undefined) numbers.set(document, number)
    }
  }
  const ordinalOf = newOrdinals(
    runs.reduce((sum, { survivors }) => sum + survivors, 0),
    from,
    outcome,
  )
  const added: number[] = []
  let last = clusters
  for (const members of membersOfClusters(outcome)) {
    const survivor = outcome.survivor[members[0]]
    if (numbers.has(survivor)) continue
    numbers.set(survivor, ++last)
    added.push(survivor < from ? ordinalOf[survivor] : ordinals[survivor - from])
  }
  return { numberOf: survivor => numbers.get(survivor) as number, added: Uint32Array.from(added) }
}

/** [from] the number of each new survivor among those of all runs. */
function newOrdinals(before: number, from: number, { kind }: Outcome): Uint32Array {
  const ordinals = new Uint32Array(from)
  let next = before
  for (let document = 0; document < from; document++) {
    ordinals[document] = next
    if (kind[document] === kinds.kept) next++
  }
  return ordinals
}
