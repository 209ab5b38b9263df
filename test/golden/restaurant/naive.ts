/** Similarities of the restaurants by definition: compares every pair, with sets of strings. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const recordsPath = join(import.meta.dirname, 'records.jsonl')
export const truthPath = join(import.meta.dirname, 'truth.csv')

export interface Restaurant {
  readonly id: string
  readonly text: string
}

export interface Match {
  readonly left: number
  readonly right: number
  readonly similarity: number
}

export function restaurants(): Restaurant[] {
  const lines = readFileSync(recordsPath, 'utf8').split('\n')
  return lines.filter(line => line !== '').map(line => JSON.parse(line))
}

/** Runs of `size` characters of the tokens joined by one blank; a shorter text is one run. */
export function charShingles(text: string, size: number): Set<string> {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? []
  const characters = [...words.join(' ')]
  if (characters.length <= size) return new Set(words.length > 0 ? [characters.join('')] : [])
  return new Set(characters.slice(size - 1).map((_, i) => characters.slice(i, i + size).join('')))
}

export function jaccardOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const shingle of a) if (b.has(shingle)) shared++
  return shared / (a.size + b.size - shared)
}

/** All pairs at or above the threshold, by position. */
export function allMatches(sets: readonly ReadonlySet<string>[], threshold: number): Match[] {
  const matches: Match[] = []
  sets.forEach((set, left) => {
    for (let right = left + 1; right < sets.length; right++) {
      const similarity = jaccardOf(set, sets[right])
      if (similarity >= threshold) matches.push({ left, right, similarity })
    }
  })
  return matches
}

/**
 * Star clustering by definition: each joins the most similar survivor, the earlier one of a tie.
 *
 * @returns the survivor of each; a survivor is its own
 */
export function starOf(sets: readonly ReadonlySet<string>[], threshold: number): number[] {
  const survivors: number[] = []
  return sets.map((set, document) => {
    let best = { survivor: document, similarity: threshold }
    for (const survivor of survivors) {
      const similarity = jaccardOf(set, sets[survivor])
      const isNearer = best.survivor === document ? similarity >= threshold : similarity > best.similarity
      if (isNearer) best = { survivor, similarity }
    }
    if (best.survivor === document) survivors.push(document)
    return best.survivor
  })
}
