/** Text parts: everything that `explain` needs of a text. */
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import type { AgreeingBands } from '../../texts/lsh/agreeing-bands.ts'
import { sequenceOf } from '../../texts/text/canonical-text.ts'
import { decodeText, encodeText } from '../../texts/text/text-bytes.ts'
import type { PlacedShingles, Workspace } from '../../texts/workspace/workspace.ts'
import { namedShingles } from './named-shingles.ts'
import type { ShingledText } from './shingle-overlap.ts'
import type { Words } from './word-diff.ts'
import { wordsIn } from './words.ts'

export interface TextParts {
  /** Equal for normalised duplicates: the canonical tokens, or the characters of the shingles. */
  readonly sequence: string
  readonly shingles: ShingledText
  /** The values of its signature; undefined if the text has no token. */
  readonly signature: Uint32Array | undefined
  /** Undefined without a signature, or without bands. */
  readonly bandKeys: Uint32Array | undefined
}

/** @param shingles all of them, with repeats */
export function textParts(
  space: Workspace,
  canonical: Uint8Array,
  { at, count }: PlacedShingles,
  { bands, rows }: Pick<AgreeingBands, 'bands' | 'rows'>,
): TextParts {
  const shape = { ...space.plan, bands, rows }
  return {
    sequence: sequenceOf(canonical, space.plan.unit),
    signature: count === 0 ? undefined : space.signature(at, count),
    bandKeys: count === 0 || bands === 0 ? undefined : space.bandKeys(at, count, shape),
    shingles: namedShingles(space, canonical, space.hashes(at, count), align64(at + 8 * count)),
  }
}

/** Words as spelt in the text, compared by their canonical form. @param at free memory */
export function comparedWords(space: Workspace, text: string, at: number): Words {
  const words = wordsIn(text, space.plan)
  const known = new Map<string, string>()
  const keyOf = (word: string): string => {
    const key = known.get(word) ?? decodeText(space.canonicalise(encodeText(word), at))
    known.set(word, key)
    return key
  }
  return { words, keys: words.map(keyOf) }
}
