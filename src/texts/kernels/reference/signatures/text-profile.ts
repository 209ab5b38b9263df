/**
 * Text profile: from a text to the list of its frequent words, which is equal for nearly equal texts.
 *
 *     quant = round(maxCount * quantRate), at least 2 if a word is repeated, at least 1
 *     profile = lines "word count" for the words with count >= quant, from the highest count down,
 *               counts rounded down to multiples of quant
 *
 * A word is a run of letters and digits, in lower case, of more than `minTokenLen` units. Characters are UTF-16 units
 * as Java 17 sees them. Words with equal rounded counts are in the order of a Java hash map of all counted words
 * (`java`: Solr; Nutch up to 1.15), or in the order of their units (`lexicographic`: Nutch).
 *
 * Source: Solr, `TextProfileSignature`; Nutch, `TextProfileSignature`; observed.
 */
import { profileUnits } from '../../../java/characters.ts'
import { hashMapOrder } from '../../../java/hash-map-order.ts'
import { hashOfString } from '../../../java/string-hash.ts'
import type { TextProfileRule } from '../../layout/signature-layout.ts'

const largestInt = 0x7fffffff

/** The profile, without a line end after its last line; empty if it has no words. */
export function textProfile(text: string, rule: TextProfileRule): string {
  const counts = countWords(text, rule.minTokenLen)
  const quant = quantOf(largestOf(counts.values()), rule.quantRate)
  const words = [...counts.keys()]
  const ordered = rule.order === 'java' ? orderOfMap(words) : words.sort()
  return ordered
    .map(word => ({ word, count: Math.floor((counts.get(word) ?? 0) / quant) * quant }))
    .filter(({ count }) => count >= quant)
    .sort((a, b) => b.count - a.count)
    .map(({ word, count }) => `${word} ${count}`)
    .join('\n')
}

/** The counted words, in the order of their first occurrence. */
function countWords(text: string, minTokenLen: number): Map<string, number> {
  const table = profileUnits()
  const counts = new Map<string, number>()
  const count = (word: string) => {
    // In Java the limit is a float, and so is the length compared with it.
    if (Math.fround(word.length) > Math.fround(minTokenLen)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  let word = ''
  for (let i = 0; i < text.length; i++) {
    const unit = table[text.charCodeAt(i)]
    if (unit !== 0) word += String.fromCharCode(unit)
    else if (word !== '') {
      count(word)
      word = ''
    }
  }
  // The rest at the end counts even if it is empty, which a negative limit allows.
  count(word)
  return counts
}

function largestOf(counts: Iterable<number>): number {
  let largest = 0
  for (const count of counts) largest = Math.max(largest, count)
  return largest
}

/** The step to which counts are rounded. Product and rate are float32; halves round up; NaN becomes 0. */
export function quantOf(maxCount: number, quantRate: number): number {
  const rounded = Math.floor(Math.fround(Math.fround(maxCount) * Math.fround(quantRate)) + 0.5)
  const quant = Math.min(largestInt, rounded)
  if (quant >= 2) return quant
  return maxCount > 1 ? 2 : 1
}

function orderOfMap(words: readonly string[]): string[] {
  const order = hashMapOrder(Int32Array.from(words, hashOfString), (a, b) => (words[a] < words[b] ? -1 : 1))
  return Array.from(order, number => words[number])
}
