/** Ports from a decision to a run: its threads measure, its stages are timed. */
import type { Bounds } from '../../engine/cluster/candidates.ts'
import type { Ports } from '../../engine/decide/measuring.ts'
import type { Judgements } from '../../engine/decisions/judgements.ts'
import { WindowLog } from '../progress/decided-windows.ts'
import { RememberingVerifier } from '../progress/measured-pairs.ts'
import { joinInKernels } from '../tasks/join-in-kernels.ts'
import { meetingsIn } from '../tasks/meet-in-kernels.ts'
import { roomForCandidates } from './memory-budget.ts'
import { PairTasks } from './pair-tasks.ts'
import { rareTasks } from './rare-tasks.ts'
import type { Run } from './run.ts'
import { spilledBounds, spilledGrouping } from './spilled.ts'
import { documentText, findTextPairs, type TextPairsRequest } from './text-pairs.ts'

/**
 * REQUIRES: the run is scanned.
 *
 * @param asked request for methods that look at all texts at once
 * @param judgements decisions of people
 */
export function runPorts(run: Run, asked: TextPairsRequest = {}, judgements?: Judgements): Ports {
  const { documents, progress, settings, stages } = run
  const tasks = new PairTasks(run)
  const isSpilled = progress !== undefined && documents.isSpilled
  const kept = run.keepsProgress ? progress : undefined
  let bounds: Bounds | undefined
  return {
    result: settings.result,
    decision: run.decision,
    agree: settings.shape.agree,
    columns: documents,
    verifier: kept === undefined ? tasks : new RememberingVerifier(tasks, kept.measured),
    grouping: isSpilled ? spilledGrouping(run, progress) : undefined,
    bounds:
      isSpilled && documents.shape.sketches ? () => (bounds ??= spilledBounds(run, progress)) : undefined,
    decided: kept && new WindowLog(kept.decided),
    ...(run.hasRoom && { meetings: meetingsIn(run.thread, documents, settings.result.measure) }),
    crowdBytes: crowdBytesOf(run),
    rare: rareTasks(run),
    ...(documents.shape.sketches && !isSpilled && { joinRuns: joinInKernels(run.thread, documents) }),
    groupTasks: {
      bands: tasks => Promise.all(tasks.map(task => run.run(task))),
      lists: tasks => Promise.all(tasks.map(task => run.run(task))),
    },
    rest: () => run.rest(),
    textPairs: (pairs, split) =>
      findTextPairs(run, pairs, {
        ...asked,
        ...taughtBy(judgements, asked),
        ...(split !== undefined && { split }),
      }),
    textOf: document => documentText(run, document),
    judgements,
    acceptsRisk: settings.running.acceptRisk,
    stage: (name, work) => stages.time(name, work, () => (name === 'group' ? documents.keyBytes : 0)),
  }
}

/** Without a budget, which bounds them, undefined. */
function crowdBytesOf({ budget, documents, hasRoom }: Run): number | undefined {
  if (budget.bytes === Number.POSITIVE_INFINITY) return undefined
  const { comparedBytes, documentBytes } = budget
  return roomForCandidates(
    { ...budget, documentBytes: hasRoom ? comparedBytes : documentBytes },
    documents.count,
  )
}

/** The decisions that a request and people make together. */
function taughtBy(
  judgements: Judgements | undefined,
  { accepted = [], rejected = [] }: TextPairsRequest,
): Pick<TextPairsRequest, 'accepted' | 'rejected'> {
  if (judgements === undefined) return {}
  const { taught } = judgements
  return { accepted: [...accepted, ...taught.accepted], rejected: [...rejected, ...taught.rejected] }
}
