/** Ports from a decision to a run: its threads measure, its stages are timed. */
import { groupBandsBy, type RunGroupTasks } from '../../engine/batch/group-bands.ts'
import { keepOrder } from '../../engine/batch/keep-order.ts'
import { oddBounds } from '../../engine/cluster/odd-bounds.ts'
import { groupingInMemory } from '../../engine/decide/grouping.ts'
import type { Ports } from '../../engine/decide/measuring.ts'
import type { Judgements } from '../../engine/decisions/judgements.ts'
import { RememberingVerifier } from '../progress/remembering-verifier.ts'
import { joinInKernels } from '../work/join-in-kernels.ts'
import { meetingsIn } from '../work/meet-in-kernels.ts'
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
  const rest = () => run.rest()
  const groupTasks: RunGroupTasks = {
    bands: some => Promise.all(some.map(task => run.run(task))),
    lists: some => Promise.all(some.map(task => run.run(task))),
  }
  const { measure } = settings.result
  return {
    result: settings.result,
    decision: run.decision,
    columns: documents,
    order: () => keepOrder(settings.result.keep, documents),
    verifier: kept === undefined ? tasks : new RememberingVerifier(tasks, kept.measured),
    ...(isSpilled
      ? { grouping: spilledGrouping(run, progress), bounds: spilledBounds(run, progress) }
      : {
          grouping: groupingInMemory(documents, first =>
            groupBandsBy(groupTasks, documents, first, settings.shape.agree),
          ),
          bounds: () => oddBounds({ columns: documents, measure, rest }),
        }),
    decided: 0,
    meetings: run.hasRoom ? meetingsIn(run.thread, documents, measure) : () => undefined,
    crowdBytes: crowdBytesOf(run),
    rare: rareTasks(run),
    joinRuns: joinInKernels(run.thread, documents),
    rest,
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

function crowdBytesOf({ budget, documents, hasRoom }: Run): number {
  if (budget.bytes === Number.POSITIVE_INFINITY) return budget.bytes
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
