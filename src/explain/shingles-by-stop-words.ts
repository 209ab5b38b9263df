/** Shingles that begin with a stop word, and sequences of these, with the words they stand for. */
import { type ShingledText, shingleSet } from './shingle-overlap.ts'

/** Hashes of one text, in reading order. */
export interface StopWordCut {
  readonly tokens: readonly string[]
  readonly shingles: BigUint64Array
  /** What begins with a stop word, or the whole text: the shingles, or what their sequences are made of. */
  readonly items: BigUint64Array
  /** All runs of `size` tokens. */
  readonly runs: BigUint64Array
}

/** @param plan tokens of an item, and items of a shingle */
export function shinglesByStopWords(
  { tokens, shingles, items, runs }: StopWordCut,
  { size, sequence = 1 }: { readonly size: number; readonly sequence?: number },
): ShingledText {
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
