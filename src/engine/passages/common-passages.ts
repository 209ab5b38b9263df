/** Common passages of two texts, for an explanation. */
import type { CommonPassage } from '../explain/explanation.ts'
import { findPassagesAgainst } from './find-against.ts'
import type { PassageSearchOptions } from './find-passages.ts'
import type { PassagePlace } from './passages.ts'

/** Shorter runs are phrases that people write twice. */
const least = 8

/** All passages of `a` that stand in `b`, and `b` as a whole if it is shorter than one; in the order of `a`. */
export async function commonPassages(
  a: string,
  b: string,
  rule: Pick<PassageSearchOptions, 'fold' | 'symbols'>,
): Promise<CommonPassage[]> {
  const { passages } = await findPassagesAgainst([a], [b], { ...rule, least })
  return passages.map(({ tokens, period, first, ...place }) => {
    return { tokens, ...(period !== undefined && { period }), a: spanOf(place), b: spanOf(first) }
  })
}

function spanOf({ from, to, fromByte, toByte }: PassagePlace): CommonPassage['a'] {
  return { from, to, fromByte, toByte }
}
