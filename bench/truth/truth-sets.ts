/**
 * Truth, sets: shingle sets of any shape and all of their pairs, independent of `src/`, with every comparison made.
 *
 * Shingles are strings, numbered by a Map, so no hash is trusted. `joinByCounting` counts, for each set, how many of
 * its members occur in every earlier one: the size of each intersection, whatever the similarity.
 *
 * Cost: the sum over shingles of (number of sets with it) squared / 2.
 */
import type { TruePair } from './truth-join.ts'
import { foldedText, tokensOf } from './truth-tokens.ts'

/** Distinct shingle numbers of each text, ascending, each below `shingles`. */
export interface NumberedSets {
  readonly sets: readonly Uint32Array[]
  readonly shingles: number
}

/** @param unit runs of `size` words, or of `size` characters of the words joined by blanks */
export function numberedSets(
  texts: readonly string[],
  unit: 'words' | 'chars',
  size: number,
): NumberedSets {
  const numbers = new Map<string, number>()
  const sets = texts.map(text => {
    const units = unit === 'words' ? tokensOf(text) : [...charactersOf(text)]
    const own = new Set<number>()
    const runs = units.length === 0 ? 0 : Math.max(1, units.length - size + 1)
    for (let at = 0; at < runs; at++) {
      const run = units.slice(at, at + size).join(unit === 'words' ? ' ' : '')
      const number = numbers.get(run) ?? numbers.size
      numbers.set(run, number)
      own.add(number)
    }
    return Uint32Array.from(own).sort()
  })
  return { sets, shingles: numbers.size }
}

/** Runs of letters, marks and digits joined by blanks; scripts without spaces are not cut. */
function charactersOf(text: string): string {
  return (foldedText(text).match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? []).join(' ')
}

/** All pairs with Jaccard >= `threshold` > 0, by b, then a. */
export function joinByCounting({ sets, shingles }: NumberedSets, threshold: number): TruePair[] {
  const holders: number[][] = Array.from({ length: shingles }, () => [])
  const shared = new Uint32Array(sets.length)
  const found: TruePair[] = []
  sets.forEach((set, b) => {
    for (const shingle of set) {
      for (const a of holders[shingle] as number[]) shared[a]++
      holders[shingle]?.push(b)
    }
    for (let a = 0; a < b; a++) {
      const count = shared[a] as number
      shared[a] = 0
      if (count === 0) continue
      const jaccard = count / (set.length + (sets[a] as Uint32Array).length - count)
      if (jaccard >= threshold) found.push({ a, b, jaccard })
    }
  })
  return found
}
