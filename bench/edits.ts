/**
 * Edits: from a text to a planted near duplicate of it, with a known share of its words changed.
 *
 * Words are runs without white space; the white space between them stays. Half of the copies have scattered
 * single words changed (1 % of the words already costs 5 % of the 5-grams), half have runs of up to 25 words
 * changed, as when a paragraph is rewritten, so that similarities spread over all of [0.3, 1).
 */
import type { Random } from './random.ts'

export type CopyKind = 'exact' | 'normalised' | 'scattered' | 'runs'

/** How a copy differs from its original; `rate` is the share of words edited, 0 for the first two kinds. */
export interface Plan {
  readonly kind: CopyKind
  readonly rate: number
}

/** 8 % exact copies, 8 % normalised ones, the rest edited at rates from 1 to 20 %, spread evenly by logarithm. */
export function planCopy(random: Random): Plan {
  const which = random.unit()
  if (which < 0.08) return { kind: 'exact', rate: 0 }
  if (which < 0.16) return { kind: 'normalised', rate: 0 }
  return { kind: which < 0.58 ? 'scattered' : 'runs', rate: 0.01 * 20 ** random.unit() }
}

/** The edited copy. `vocabulary`: real words for replacements and insertions. */
export function copyOf(text: string, plan: Plan, random: Random, vocabulary: readonly string[]): string {
  if (plan.kind === 'exact') return text
  const parts = text.split(/(\s+)/u)
  if (plan.kind === 'normalised') return normalised(parts, random)
  const words = (parts.length + 1) >> 1
  let left = Math.max(1, Math.round(words * plan.rate))
  while (left > 0) {
    const length = plan.kind === 'runs' ? Math.min(left, 5 + random.below(21)) : 1
    editRun(parts, length, random, vocabulary)
    left -= length
  }
  return parts.join('')
}

/** Replaces (40 %), deletes, inserts or moves (20 % each) a run of `length` words. Words are at even positions. */
function editRun(parts: string[], length: number, random: Random, vocabulary: readonly string[]): void {
  const words = (parts.length + 1) >> 1
  const at = 2 * random.below(Math.max(1, words - length))
  const action = random.unit()
  if (action < 0.4) {
    for (let i = at; i < at + 2 * length && i < parts.length; i += 2) parts[i] = random.of(vocabulary)
  } else if (action < 0.6) {
    parts.splice(at, 2 * length)
  } else if (action < 0.8) {
    const fresh: string[] = []
    for (let i = 0; i < length; i++) fresh.push(random.of(vocabulary), ' ')
    parts.splice(at, 0, ...fresh)
  } else {
    const moved = parts.splice(at, 2 * length)
    // A run at the end of the text has no space after its last word.
    if (moved.length % 2 === 1) moved.push(' ')
    parts.splice(2 * random.below((parts.length + 1) >> 1), 0, ...moved)
  }
}

/** Other case (ASCII words only: 'ß' would change), other white space, more punctuation; the tokens stay. */
function normalised(parts: string[], random: Random): string {
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as string
    const dice = random.unit()
    if (i % 2 === 1) {
      if (dice < 0.1) parts[i] = dice < 0.05 ? `${part} ` : '\n'
    } else if (dice < 0.08 && /^[a-z]+$/u.test(part)) {
      parts[i] = dice < 0.04 ? part.toUpperCase() : (part[0] as string).toUpperCase() + part.slice(1)
    } else if (dice > 0.95 && part !== '') {
      parts[i] = dice > 0.97 ? `${part},` : `"${part}"`
    }
  }
  return parts.join('')
}
