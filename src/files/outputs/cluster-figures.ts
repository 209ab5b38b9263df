/** Cluster figures: the numbers and diameters of clusters in their file. */
import { diameters } from '../../engine/batch/diameter.ts'
import type { Clustered } from '../../engine/decide.ts'
import { isByMethod } from '../../methods/options/decision.ts'
import { PairTasks } from '../run/pair-tasks.ts'
import type { Run } from '../run/run.ts'

/**
 * The diameter of a cluster, by its survivor.
 *
 * @returns null if too many pairs would have to be measured, or the method cannot measure an arbitrary pair
 */
export async function diametersOf(
  run: Run,
  { outcome, representative }: Pick<Clustered, 'outcome' | 'representative'>,
): Promise<(survivor: number) => number | null> {
  if (isByMethod(run.decision)) return () => null
  const diameter = await diameters({ representative, outcome, verifier: new PairTasks(run) })
  return survivor => (Number.isNaN(diameter[survivor]) ? null : diameter[survivor])
}

/** The numbers of clusters in the order in which they are asked for. */
export function counting(): () => number {
  let number = 0
  return () => ++number
}
