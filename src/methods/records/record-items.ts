/**
 * Record items: the words and character 3-grams of a record as 32-bit numbers, independent of other records.
 *
 *     key = 31 bits of the item's hash, then 0 for a word, 1 for a 3-gram;      ascending, repeats included
 *
 * So comparing two records takes one merge of both. Every record with letters or digits has at least one word and one
 * 3-gram.
 *
 * Error: two different items have the same key with probability 2^-31.
 */
import { scalaStringHash } from '../../ground/hash/scala-string-hash.ts'
import { wordsOf } from './candidates/record-text.ts'

/** Items of a record, ascending; a key occurs as often as its item. */
export type RecordItems = Uint32Array

/** @example recordItems('a b').length // => 5 */
export function recordItems(compared: string): RecordItems {
  const words = wordsOf(compared)
  const items = new Uint32Array(words.length + compared.length)
  for (let w = 0; w < words.length; w++) items[w] = wordKey(words[w])
  items.set(gramKeys(compared), words.length)
  return items.sort()
}

const space = 0x20

/** The keys of the 3-grams of a compared text between two spaces, in order: one for each unit of the text. */
export function gramKeys(compared: string): Uint32Array {
  const keys = new Uint32Array(compared.length)
  let [first, second] = [space, compared.charCodeAt(0)]
  for (let i = 1; i <= compared.length; i++) {
    const third = i < compared.length ? compared.charCodeAt(i) : space
    keys[i - 1] = gramKey(first, second, third)
    first = second
    second = third
  }
  return keys
}

export function wordKey(word: string): number {
  return (scalaStringHash(word, 0) & ~1) >>> 0
}

function gramKey(first: number, second: number, third: number): number {
  let hash = Math.imul((first << 16) | second, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15) ^ Math.imul(third + 1, 0x9e3779b1), 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f)
  return ((hash ^ (hash >>> 16)) | 1) >>> 0
}

/** Whether a key is that of a 3-gram. */
export function isGram(key: number): boolean {
  return (key & 1) === 1
}
