/**
 * Replay: all pairs from a lower similarity on, so that a page can cluster them again at any threshold above it.
 *
 * They are found by a run of its own over the same inputs, whose bands are chosen for that similarity, so the result of
 * the main run does not depend on whether a replay is wanted.
 */
import { type ClassPairs, classPairs } from '../../engine/class-pairs.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { decisionOf } from '../../methods/options/decision.ts'
import type { RunRequest } from '../requests.ts'
import { openRun } from '../run/open-run.ts'
import { runPorts } from '../run/ports.ts'
import type { Run } from '../run/run.ts'
import { scanInputs } from '../run/scan.ts'

/** More pairs than a page of 20 MB can hold. */
const mostPairs = 400_000

/** Pairs to replay, or why there are none. */
export type Replay = (ClassPairs & { readonly threshold: number }) | { readonly absent: string }

interface ReplayRequest extends RunRequest {
  readonly reportHtml: string | undefined
  readonly replayFrom: number
}

/** @throws NearsameError OPTION_VALUE */
export function checkReplay({ inputs, replayFrom, reportHtml, result, speed }: ReplayRequest): void {
  if (replayFrom === 0) return
  const refused = (expected: string, got: string, fix: string) =>
    new NearsameError('OPTION_VALUE', { expected, got, fix })
  if (reportHtml === undefined)
    throw refused('`replayFrom` only with `reportHtml`, which shows it', 'none', 'set `reportHtml`')
  if (decisionOf(result).kind !== 'measure') {
    const expected = '`replayFrom` only where a measured similarity decides, as with the method minhash'
    throw refused(expected, `the method ${result.method}${result.near ? '' : ', near off'}`, 'leave it out')
  }
  if (replayFrom > result.threshold) {
    const fix = 'choose a smaller `replayFrom`'
    throw refused(`\`replayFrom\` to be at most the threshold, ${result.threshold}`, `${replayFrom}`, fix)
  }
  if (speed.memory > 0) {
    const expected = '`replayFrom` without `memory`, as it keeps the columns of all documents in memory'
    throw refused(expected, 'both', 'leave one of them out')
  }
  if (inputs.includes('-')) {
    const expected = '`replayFrom` only with files, which it reads twice'
    throw refused(expected, 'standard input', 'put the input into a file')
  }
}

/** REQUIRES: `checkReplay` */
export async function replayOf(run: Run, request: RunRequest, threshold: number): Promise<Replay> {
  const { result } = request
  if (run.decision.kind !== 'measure')
    return { absent: `The method ${result.method} has no threshold to move.` }
  if (threshold === 0)
    return { absent: 'This run measured only what it needed. Run again with --replay-from 0.5.' }
  const { set, events } = run.settings
  const wanted = {
    ...request,
    bad: undefined,
    report: undefined,
    result: { ...result, threshold },
    running: { ...request.running, resume: false },
  }
  const purpose = { measuresPairs: true, size: run.budget.size }
  const again = await openRun(set, wanted, purpose, events)
  try {
    await scanInputs(again)
    if (again.documents.count !== run.documents.count)
      throw changed(run.documents.count, again.documents.count)
    const pairs = await classPairs(runPorts(again), mostPairs)
    const absent = `More than ${mostPairs} pairs are as similar as that. Run again with a higher --replay-from.`
    return pairs === undefined ? { absent } : { ...pairs, threshold }
  } finally {
    await again.close()
  }
}

function changed(before: number, now: number): NearsameError {
  return new NearsameError('INPUT_CHANGED', {
    expected: `the ${before} documents that the run has read`,
    got: `${now} when it read them again`,
    fix: 'run again when no other program writes to the inputs',
  })
}
