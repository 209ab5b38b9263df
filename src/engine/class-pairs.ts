/**
 * Class pairs: every match between classes of equal texts, for a page that clusters them again at other thresholds.
 *
 *     columns ─▶ representatives in visiting order ─▶ groups ─▶ candidates measured ─▶ pairs of representatives
 */
import { DoubleList, IntList } from '../ground/lists/growing-lists.ts'
import { bothSides } from '../ground/pair-rows/classes.ts'
import type { PairRows } from '../ground/pair-rows/pair-rows.ts'
import { boundedVerifier } from './cluster/bounded-verifier.ts'
import { measureCandidates } from './cluster/measure-candidates.ts'
import { decidingVerifier, type Ports, withoutCrowds } from './decide/measuring.ts'

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
  const { columns, grouping, result, stage } = ports
  const order = ports.order()
  const { representative, grouped } = await stage('group', async () => {
    const classes = await grouping.classes(order)
    return { ...classes, grouped: await grouping.candidates(classes.representative) }
  })
  const [left, right, similarity] = [new IntList(), new IntList(), new DoubleList()]
  await stage('verify', async () => {
    const candidates = await withoutCrowds(ports, grouped)
    const verifier = boundedVerifier(decidingVerifier(ports), ports.bounds(), result.threshold)
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
