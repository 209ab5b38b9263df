/**
 * Moved: words that a word diff calls removed at one place and added at another, because a diff knows one order only.
 *
 *     A  one two three four | five six          diff  −one two three four   five six   +one two three four
 *     B  five six | one two three four          moved: both runs of four words
 *
 * Ours: runs of at least `leastWords` equal words among the removed ones of A and the added ones of B, longest first
 * by extension from their first words. Cost: linear in the words, but for texts that repeat their phrases.
 */
import type { DiffRun } from '../../src/engine/explain/explanation.ts'

const leastWords = 4
/** Places tried for one phrase, so that a text of one repeated phrase stays quick. */
const mostPlaces = 32

export const marks = { same: 0, only: 1, moved: 2 } as const

export interface DiffMarks {
  /** Of each word of A, one of `marks`. */
  readonly a: Uint8Array
  readonly b: Uint8Array
}

/** @param wordsB the words of B: common runs have those of A, which may be spelt otherwise */
export function diffMarks(diff: readonly DiffRun[]): DiffMarks {
  const length = (...ops: DiffRun['op'][]) =>
    diff.reduce((sum, { op, words }) => (ops.includes(op) ? sum + words.length : sum), 0)
  const a = new Uint8Array(length('same', 'removed'))
  const b = new Uint8Array(length('same', 'added'))
  const wordsA: string[] = []
  const wordsB: string[] = []
  for (const { op, words } of diff) {
    const folded = words.map(word => word.toLowerCase())
    if (op === 'removed') a.fill(marks.only, wordsA.length, wordsA.length + words.length)
    if (op === 'added') b.fill(marks.only, wordsB.length, wordsB.length + words.length)
    if (op !== 'added') wordsA.push(...folded)
    if (op !== 'removed') wordsB.push(...folded)
  }
  markMoved(wordsA, a, wordsB, b)
  return { a, b }
}

function markMoved(wordsA: string[], a: Uint8Array, wordsB: string[], b: Uint8Array): void {
  const phrase = (words: string[], at: number) => words.slice(at, at + leastWords).join(' ')
  const isOnly = (side: Uint8Array, at: number) => {
    for (let i = at; i < at + leastWords; i++) if (side[i] !== marks.only) return false
    return true
  }
  const places = new Map<string, number[]>()
  for (let at = 0; at + leastWords <= b.length; at++) {
    if (!isOnly(b, at)) continue
    const key = phrase(wordsB, at)
    const known = places.get(key)
    if (known === undefined) places.set(key, [at])
    else if (known.length < mostPlaces) known.push(at)
  }
  for (let at = 0; at + leastWords <= a.length; at++) {
    if (!isOnly(a, at)) continue
    let [best, place] = [0, 0]
    for (const other of places.get(phrase(wordsA, at)) ?? []) {
      let run = 0
      while (
        a[at + run] === marks.only &&
        b[other + run] === marks.only &&
        wordsA[at + run] === wordsB[other + run]
      )
        run++
      if (run > best) [best, place] = [run, other]
    }
    if (best < leastWords) continue
    a.fill(marks.moved, at, at + best)
    b.fill(marks.moved, place, place + best)
    at += best - 1
  }
}
