/** Named shingles: the shingles of a canonical text, with the words or characters of each. */
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import { ruleOf } from '../../texts/kernels/layout/plan-layout.ts'
import { charactersOf, tokensOf } from '../../texts/text/canonical-text.ts'
import type { Workspace } from '../../texts/workspace/workspace.ts'
import { type ShingledText, shingleSet } from './shingle-overlap.ts'

/**
 * The shingles of a text with their names.
 *
 * @param runs hashes of the shingles, in reading order, with repeats
 * @param free memory that may be used
 */
export function namedShingles(
  space: Workspace,
  canonical: Uint8Array,
  runs: BigUint64Array,
  free: number,
): ShingledText {
  return { set: shingleSet(runs.slice()), runs, read: readerOf(space, canonical, free) }
}

/** Reads the words or characters of the run at a place. */
function readerOf(space: Workspace, canonical: Uint8Array, free: number): ShingledText['read'] {
  const { unit, size, sequence = 1 } = space.plan
  if (unit === 'chars') {
    const characters = Array.from(charactersOf(canonical))
    return at => characters.slice(at, at + size).join('')
  }
  const tokens = tokensOf(canonical)
  if (unit === 'words') return at => tokens.slice(at, at + size).join(' ')
  const items = stopWordItems(space, canonical, tokens, free)
  return at => items.slice(at, at + sequence).join(' | ')
}

/** The items of sequences, in words: runs that begin with a stop word, or the whole text. */
function stopWordItems(
  space: Workspace,
  canonical: Uint8Array,
  tokens: readonly string[],
  free: number,
): readonly string[] {
  const { size } = space.plan
  const { items, runs } = hashedItems(space, canonical, free)
  const words: string[] = []
  let at = -1
  for (const item of items) {
    at = runs.indexOf(item, at + 1)
    // If no sequence begins with a stop word, the whole text is the only item.
    words.push(at < 0 ? tokens.join(' ') : tokens.slice(at, at + size).join(' '))
  }
  return words
}

/** The hashes of these items, and of all runs of `size` tokens. */
function hashedItems(space: Workspace, canonical: Uint8Array, from: number) {
  const { kernels, plan } = space
  const { size, stops, stopBits } = plan
  const to = from + canonical.length
  const at = align64(to + 64)
  const room = 8 * (canonical.length + size + 1) + 64
  const tokensAt = align64(at + room)
  space.reserve(tokensAt + room)
  space.bytes.set(canonical, from)
  const count = kernels.tokenHashes(from, to, tokensAt, ruleOf(plan))
  return {
    items: space.hashes(at, kernels.stopwordShingles(tokensAt, count, size, stops, stopBits, at)),
    runs: space.hashes(at, kernels.wordShingles(tokensAt, count, size, at)),
  }
}
