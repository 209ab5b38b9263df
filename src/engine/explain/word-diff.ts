/**
 * Word diff: two texts as runs of common, removed (only in A) and added (only in B) words, in reading order.
 *
 * Words are shown as spelt and compared by their canonical form, so `Fox` and `fox` are the same word. Between two runs
 * of common words there is at most one run of removed words, then at most one of added ones.
 */
import { alignWords } from './align-words.ts'
import type { DiffRun } from './explanation.ts'

/** The words of a text, as a struct of arrays; `keys` are compared. */
export interface Words {
  readonly words: readonly string[]
  readonly keys: readonly string[]
}

/** The runs; common ones have the words of A. Two texts without words have no runs. */
export function wordDiff(a: Words, b: Words): DiffRun[] {
  const numbers = new Map<string, number>()
  const places = alignWords(numbered(a.keys, numbers), numbered(b.keys, numbers), numbers.size)
  const runs: DiffRun[] = []
  const add = (op: DiffRun['op'], words: readonly string[]) => {
    if (words.length > 0) runs.push({ op, words })
  }
  let doneB = 0
  for (let at = 0; at < places.length; ) {
    const from = at
    while (at < places.length && places[at] < 0) at++
    add('removed', a.words.slice(from, at))
    const place = at < places.length ? places[at] : b.words.length
    add('added', b.words.slice(doneB, place))
    const same = at
    while (at < places.length && places[at] === place + (at - same)) at++
    add('same', a.words.slice(same, at))
    doneB = place + (at - same)
  }
  add('added', b.words.slice(doneB))
  return runs
}

function numbered(keys: readonly string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(keys, key => {
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  })
}
