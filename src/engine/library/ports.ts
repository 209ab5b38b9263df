/** The ports of a corpus: pairs are measured on the calling thread, and stages are not timed. */
import { breathing } from '../../ground/breath/steps.ts'
import { groupBands } from '../batch/group-bands.ts'
import { keepOrder } from '../batch/keep-order.ts'
import { oddBounds } from '../cluster/odd-bounds.ts'
import { groupingInMemory } from '../decide/grouping.ts'
import type { Ports } from '../decide/measuring.ts'
import type { Corpus } from './corpus.ts'
import type { Engine } from './open-engine.ts'
import { ShingleSets } from './shingle-sets.ts'

/** @param chosen as in `Ports` */
export function libraryPorts(
  engine: Engine,
  corpus: Corpus,
  { acceptsRisk = false, judgements }: Partial<Pick<Ports, 'acceptsRisk' | 'judgements'>> = {},
): Ports {
  const { breath, settings } = engine
  const { result, decision, shape } = settings
  const sets = new ShingleSets(engine, corpus, decision.setMeasure)
  return {
    result,
    decision,
    columns: corpus,
    order: () => keepOrder(result.keep, corpus),
    verifier: sets,
    rare: sets,
    joinRuns: () => undefined,
    grouping: groupingInMemory(corpus, first => breathing(groupBands(corpus, first, shape.agree), breath)),
    meetings: () => undefined,
    bounds: () => oddBounds({ columns: corpus, measure: result.measure, rest: breath }),
    decided: 0,
    crowdBytes: Number.POSITIVE_INFINITY,
    rest: breath,
    textPairs: (pairs, split) =>
      pairs(corpus.strings as string[], {
        breath,
        ...(split !== undefined && { split }),
        ...(corpus.recordColumns && { columns: corpus.recordColumns }),
        ...judgements?.taught,
      }),
    textOf: document => corpus.textOf(document),
    acceptsRisk,
    judgements,
    stage: async (_, work) => work(),
  }
}
