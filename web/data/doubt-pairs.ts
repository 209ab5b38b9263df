/**
 * Doubt pairs: the pairs of a run that a person should look at, the most doubtful first, as the person's own rows.
 *
 *     output `review` (method records)   each pair with its columns, the probability nearest to one half first
 *     data of the report (other methods) near duplicates and their texts, those nearest the threshold first
 */

import { doubtful } from './cluster-filter.ts'
import { csvRows } from './csv-rows.ts'
import type { Member } from './findings.ts'
import { reportFindings } from './report-findings.ts'
import { pairsInReview } from './review-pairs.ts'
import { queueOf } from './review-queue.ts'
import { pairKey } from './reviews.ts'
import { beginningOf, decideRun, type Run, type RunDecision, reportOf, runOf } from './runs.ts'

/** A column of two rows. */
export interface PairCell {
  /** Empty for a text that has no columns. */
  readonly name: string
  readonly a: string
  readonly b: string
}

export interface DoubtPair {
  readonly id1: string
  readonly id2: string
  /** Whether the run calls them the same. */
  readonly isFound: boolean
  /** By the measure of the method. */
  readonly similarity: number
  readonly cells: readonly PairCell[]
}

export const keyOfPair = ({ id1, id2 }: Pick<DoubtPair, 'id1' | 'id2'>) => pairKey(id1, id2)

/** More are no list that a person works through. */
const mostPairs = 1000

/** @throws Refused */
export async function doubtPairs(run: Run, signal: AbortSignal): Promise<readonly DoubtPair[]> {
  if (run.outputs.some(({ name }) => name === 'review'))
    return pairsInReview(await beginningOf(run.id, 'review', signal)).slice(0, mostPairs)
  const findings = reportFindings(await reportOf(run.id, signal))
  const parts = await Array.fromAsync(findings.clusters(doubtful, signal))
  const listed = parts.flatMap(({ clusters }) => clusters)
  const queue = queueOf(listed, findings.threshold).slice(0, mostPairs)
  const textOf = async (member: Member) => {
    const shown = await findings.textOf(member)
    return 'text' in shown ? shown.text : ''
  }
  return Promise.all(
    queue.map(async ({ survivor, member }) => ({
      id1: String(survivor.id),
      id2: String(member.id),
      isFound: true,
      similarity: member.similarity,
      cells: [{ name: '', a: await textOf(survivor), b: await textOf(member) }],
    })),
  )
}

/** What was decided before, by the key of the pair. */
export async function decisionsOf(run: Run, signal?: AbortSignal): Promise<Map<string, RunDecision>> {
  if (run.decisions === 0) return new Map()
  const [head = [], ...rows] = csvRows(await beginningOf(run.id, 'decisions', signal))
  const [id1, id2, decision] = ['id1', 'id2', 'decision'].map(name => head.indexOf(name))
  const decided = rows.map(
    row => ({ id1: row[id1], id2: row[id2], decision: row[decision] }) as RunDecision,
  )
  return new Map(decided.map(each => [keyOfPair(each), each]))
}

/** What was decided, by the key of the pair; undefined: taken back. */
export type Decided = ReadonlyMap<string, RunDecision | undefined>

export function withDecided(
  known: ReadonlyMap<string, RunDecision>,
  decided: Decided,
): Map<string, RunDecision> {
  const all = new Map(known)
  for (const [pair, decision] of decided) {
    if (decision === undefined) all.delete(pair)
    else all.set(pair, decision)
  }
  return all
}

/** Adds to those of the server, which another tab may have sent since. @throws Refused */
export async function addDecisions(id: string, decided: Decided): Promise<void> {
  const known = await decisionsOf(await runOf(id))
  await decideRun(id, [...withDecided(known, decided).values()])
}
