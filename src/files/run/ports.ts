/** Ports from a decision to a run: its threads measure, its stages are timed. */
import type { Ports } from '../../engine/decide/measuring.ts'
import { PairTasks } from './pair-tasks.ts'
import { rareTasks } from './rare-tasks.ts'
import type { Run } from './run.ts'
import { documentText, findTextPairs, type TextPairsRequest } from './text-pairs.ts'

/**
 * REQUIRES: the run is scanned.
 *
 * @param asked request for methods that look at all texts at once
 */
export function runPorts(run: Run, asked: TextPairsRequest = {}): Ports {
  const { documents, settings, stages } = run
  return {
    result: settings.result,
    agree: settings.shape.agree,
    columns: documents,
    verifier: new PairTasks(run),
    rare: rareTasks(run),
    rest: () => run.rest(),
    textPairs: split => findTextPairs(run, { ...asked, ...(split !== undefined && { split }) }),
    textOf: document => documentText(run, document),
    acceptsRisk: settings.running.acceptRisk,
    stage: (name, work) => stages.time(name, work, () => (name === 'group' ? documents.keyBytes : 0)),
  }
}
