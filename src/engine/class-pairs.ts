/**
 * Class pairs: every match between classes of equal texts, for a page that clusters them again at other thresholds.
 *
 *     columns ─▶ representatives in visiting order ─▶ groups ─▶ candidates measured ─▶ pairs of representatives
 */
import { breathing } from '../ground/breath/steps.ts'
import { DoubleList, IntList } from '../ground/lists/growing-lists.ts'
import { bothSides } from '../ground/pair-rows/classes.ts'
import type { PairRows } from '../ground/pair-rows/pair-rows.ts'
import { groupBands } from './batch/group-bands.ts'
import { representatives } from './batch/group-equal.ts'
import { keepOrder } from './batch/keep-order.ts'
import { boundedVerifier } from './cluster/bounded-verifier.ts'
import { measureCandidates } from './cluster/measure-candidates.ts'
import { boundsOf, decidingVerifier, type Ports, withoutCrowds } from './decide/measuring.ts'

export interface ClassPairs extends PairRows {
  /** [count] documents in visiting order; undefined: input order. */
  readonly order: Int32Array | undefined
  /** [count] the first visited document of each class. */
  readonly representative: Int32Array
}

/**
 * The pairs of representatives with at least the threshold of the ports' options, in no useful order; undefined if
 * there are more than `most`.
 *
 * REQUIRES: a measure decides
 */
export async function classPairs(ports: Ports, most: number): Promise<ClassPairs | undefined> {
  const { columns, result, agree, rest, stage } = ports
  const order = keepOrder(result.keep, columns)
  const representative = representatives(columns, order)
  const grouped = await stage('group', () => breathing(groupBands(columns, representative, agree), rest))
  const [left, right, similarity] = [new IntList(), new IntList(), new DoubleList()]
  await stage('verify', async () => {
    const candidates = await withoutCrowds(ports, grouped)
    const verifier = boundedVerifier(decidingVerifier(ports), boundsOf(ports), result.threshold)
    const sides = new Uint8Array(columns.count).fill(bothSides)
    await measureCandidates({ candidates, sides, verifier }, (a, b, value) => {
      if (value < result.threshold || left.length > most) return
      left.push(Math.min(a, b))
      right.push(Math.max(a, b))
      similarity.push(value)
    })
  })
  if (left.length > most) return undefined
  return {
    order,
    representative,
    left: left.taken(),
    right: right.taken(),
    similarity: similarity.values.slice(0, similarity.length),
  }
}
