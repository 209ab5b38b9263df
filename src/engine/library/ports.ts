/** The ports of a corpus: pairs are measured on the calling thread, and stages are not timed. */
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
    agree: shape.agree,
    columns: corpus,
    verifier: sets,
    rare: sets,
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
