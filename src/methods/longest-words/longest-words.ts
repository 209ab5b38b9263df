/**
 * Longest words: reduces a short text to the checksums of its longest words, to find duplicates by two SQL tables.
 *
 *     text ─▶ without markup ─▶ sequences of letters, folded ─▶ the 15 longest of at least 4 letters ─▶ CRC-32 of each
 *
 * Long words are rare. A copy of an advertisement keeps them if it changes prices, order and small words; a rewritten
 * word costs one of at most 15, so similarity falls in steps of 1/15 or more.
 *
 * 1. Words are distinct; longer ones first, ties in length (in characters, code points) by first occurrence.
 * 2. A word with the checksum of an earlier chosen word counts as that word: the tables cannot distinguish them.
 * 3. The checksum is that of the word as UTF-8, signed, as the column `int(11)` holds it.
 * 4. The full hash is the MD5 of the raw text.
 *
 * Source: "Finding fuzzy duplicates of short documents", an article about classified advertisements: 15 words of 4
 * letters, CRC-32, MD5. Ours: what a word is (`letter-words.ts`, `markup.ts`), the order of ties, rule 2.
 * Cost: one pass over the text and a sort of its distinct words.
 */
import { crc32OfText } from '../../ground/hash/crc32.ts'
import { md5Hex } from '../../ground/hash/md5.ts'
import { encodeText } from '../../texts/text/text-bytes.ts'
import { eachWord } from './letter-words.ts'
import { withoutMarkup } from './markup.ts'
import { defaultSharedWords, type LongestWordsOptions } from './params.ts'

/** A text as the tables store it. */
export interface WordSketch {
  /** MD5 of the text, 32 hexadecimal digits. */
  readonly fullHash: string
  /** Distinct signed checksums, one for each chosen word, in their order. */
  readonly hashes: Int32Array
}

const encoder = new TextEncoder()
/** Holds the bytes of one text at a time. */
const scratch = new Uint8Array(3 * 2 ** 13)

function bytesOf(text: string): Uint8Array {
  if (3 * text.length > scratch.length || !text.isWellFormed()) return encodeText(text)
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written)
}

/**
 * The entry of a text in the tables.
 *
 * @example wordSketch('abc, 123456789').fullHash // => md5Hex(encodeText('abc, 123456789'))
 * @example wordSketch('Wait, WAIT for the words').hashes // => Int32Array.of(crc32OfText('words'), crc32OfText('wait'))
 */
export function wordSketch(
  text: string,
  { words, minLetters }: LongestWordsOptions = defaultSharedWords,
): WordSketch {
  const distinct = new Set<string>()
  const lengths: number[] = []
  eachWord(withoutMarkup(text), minLetters, (word, characters) => {
    if (distinct.size < distinct.add(word).size) lengths.push(characters)
  })
  const inOrder = [...distinct]
  // Ascending: the longest last, and among equal lengths the first last.
  const keys = Float64Array.from(lengths, (length, place) => length * 2 ** 31 - place).sort()
  const hashes: number[] = []
  for (let at = keys.length - 1; at >= 0 && hashes.length < words; at--) {
    const hash = crc32OfText(inOrder[Math.ceil(keys[at] / 2 ** 31) * 2 ** 31 - keys[at]])
    if (!hashes.includes(hash)) hashes.push(hash)
  }
  return { fullHash: md5Hex(bytesOf(text)), hashes: Int32Array.from(hashes) }
}
