/** Shingled text: the shingles of a text with the words they stand for. */
import { type ShingledText, shingleSet } from '../batch/shingle-overlap.ts'
import type { Engine } from './open-engine.ts'
import { tokensOf } from './text-reader.ts'
import { align64 } from './workspace.ts'

const decoder = new TextDecoder()

/**
 * The set is what the kernels cut. The runs are all runs of `size` tokens or characters; with stop words not all of
 * them are shingles.
 */
export function shingledText({ reader, settings, space }: Engine, text: string): ShingledText {
  const { unit, size } = settings.result.shingle
  const { kernels, free } = space
  const canonical = reader.canonical(text, free)
  const tokens = tokensOf(canonical)
  const copied = (count: number) => new BigUint64Array(kernels.memory.buffer.slice(free, free + 8 * count))
  const shingles = copied(space.cutTokens(canonical, free).count)
  if (unit === 'chars') {
    const characters = Array.from(decoder.decode(canonical).replaceAll('\u0001', ''))
    return {
      set: shingleSet(shingles.slice()),
      runs: shingles,
      read: run => characters.slice(run, run + size).join(''),
    }
  }
  const set = shingleSet(shingles.slice())
  const read = (run: number) => tokens.slice(run, run + size).join(' ')
  if (unit === 'words') return { set, runs: shingles, read }
  const from = align64(free + 8 * (tokens.length + 1) + 64)
  const tokensAt = align64(from + canonical.length + 64)
  space.reserve(tokensAt + 8 * canonical.length + 128)
  space.bytes.set(canonical, from)
  const count = kernels.tokenHashes(from, from + canonical.length, tokensAt)
  const runs = copied(kernels.wordShingles(tokensAt, count, size, free))
  // Without a stop word that begins a run, the whole text is the one shingle.
  const isWhole = set.length === 1 && !runs.includes(set[0])
  return isWhole ? { set, runs: set, read: () => tokens.join(' ') } : { set, runs, read }
}
