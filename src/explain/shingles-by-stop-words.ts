/** Shingles that begin with a stop word, and sequences of these, with the words they stand for. */
import type { Kernels } from '../kernels/kernels.ts'
import { align64 } from '../kernels/memory-layout.ts'
import type { KernelPlan } from '../kernels/plan-layout.ts'
import { type ShingledText, shingleSet } from './shingle-overlap.ts'

/** Kernel memory with a plan of the unit `stopword`. */
interface Space {
  readonly kernels: Kernels
  readonly plan: KernelPlan
  reserve(end: number): void
}

/** A text whose canonical form stands at [from, to). */
interface CutText {
  readonly from: number
  readonly to: number
  readonly tokens: readonly string[]
  /** Their hashes, in reading order. */
  readonly shingles: BigUint64Array
}

/** @param free memory behind the canonical form, which is used */
export function shinglesByStopWords(space: Space, text: CutText, free: number): ShingledText {
  const { tokens, shingles } = text
  const { size, sequence = 1 } = space.plan
  const { items, runs } = itemsOf(space, text, free)
  const words: string[] = []
  let run = -1
  for (const item of items) {
    run = runs.indexOf(item, run + 1)
    // Without a stop word that begins a run, the whole text is the one item.
    words.push(run < 0 ? tokens.join(' ') : tokens.slice(run, run + size).join(' '))
  }
  return {
    set: shingleSet(shingles.slice()),
    runs: shingles,
    read: place => words.slice(place, place + sequence).join(' | '),
  }
}

/** What sequences are made of: what begins with a stop word, or the whole text; and all runs of `size` tokens. */
function itemsOf(space: Space, { from, to }: CutText, free: number) {
  const { kernels, plan } = space
  const { size, stops, stopBits } = plan
  const room = 8 * (to - from + size + 1) + 64
  const tokensAt = align64(free + room)
  space.reserve(tokensAt + room)
  const count = kernels.tokenHashes(from, to, tokensAt)
  const copied = (hashes: number) =>
    new BigUint64Array(kernels.memory.buffer.slice(free, free + 8 * hashes))
  return {
    items: copied(kernels.stopwordShingles(tokensAt, count, size, stops, stopBits, free)),
    runs: copied(kernels.wordShingles(tokensAt, count, size, free)),
  }
}
