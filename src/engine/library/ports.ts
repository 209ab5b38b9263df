/** The ports of a corpus: pairs are measured on the calling thread, and stages are not timed. */
import type { TextPairs } from '../../methods/contract/method.ts'
import { measuredBy, type Ports } from '../decide/measuring.ts'
import type { Corpus } from './corpus.ts'
import type { Engine } from './open-engine.ts'
import { ShingleSets } from './shingle-sets.ts'

/** @param chosen as in `Ports` */
export function libraryPorts(
  engine: Engine,
  corpus: Corpus,
  { acceptsRisk = false, judgements }: Partial<Pick<Ports, 'acceptsRisk' | 'judgements'>> = {},
): Ports {
  const { breath, pairs, settings } = engine
  const { result, shape } = settings
  const sets = new ShingleSets(engine, corpus, measuredBy(result))
  return {
    result,
    agree: shape.agree,
    columns: corpus,
    verifier: sets,
    rare: sets,
    rest: breath,
    textPairs: split =>
      (pairs as TextPairs)(corpus.strings as string[], {
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
