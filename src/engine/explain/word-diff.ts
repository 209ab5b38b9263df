/**
 * Word diff: two texts as runs of words that both have, that only A has, and that only B has, in reading order.
 *
 * Words are shown as they stand in their text and compared by their canonical form, so `Fox` and `fox` are the same
 * word. Between two runs of common words stands at most one run of removed words, then at most one of added ones.
 */
import { alignWords } from './align-words.ts'
import type { DiffRun } from './explanation.ts'

/** The words of a text, struct of arrays; `keys` are what is compared. */
export interface Words {
  readonly words: readonly string[]
  readonly keys: readonly string[]
}

/** The runs; those that both texts have are shown with the words of A. Two texts without words have none. */
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
