/** Hints of a result in memory. */
import { signatureKey } from '../../methods/contract/signature-key.ts'
import type { Corpus } from './corpus.ts'
import type { Engine } from './open-engine.ts'

/**
 * REQUIRES: nothing is grouped.
 *
 * @param split as for `foundPairs`
 */
export async function resultHints(
  { settings: { decision, result }, signature, space }: Engine,
  corpus: Corpus,
  split?: number,
): Promise<string[]> {
  // Loaded with the first result, these are not in the way of the start.
  const { textHints } = await import('../hints.ts')
  const { unreadHint } = await import('../../methods/options/unread-options.ts')
  const hints = textHints({
    result,
    decision,
    columns: corpus,
    split,
    textOf: document => corpus.textOf(document),
    emptyKey: () => signature && signatureKey(space, signature('.') ?? '.', space.free),
  })
  const { otherNames } = corpus
  const taken = [...otherNames].map(([ofA, ofB]) => `${ofB} for ${ofA}`).join(', ')
  const named = taken === '' ? undefined : `fields of the other side are taken: ${taken}`
  return [...hints, named, unreadHint(result)].filter(hint => hint !== undefined)
}
