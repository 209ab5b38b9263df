/**
 * Longest words: a short text as the checksums of its longest words, for looking up duplicates in two tables of SQL.
 *
 *     text ─▶ without markup ─▶ runs of letters, folded ─▶ the 15 longest of at least 4 letters ─▶ CRC-32 of each
 *
 * Long words are rare ones. A copy of an advertisement keeps them when it changes prices, order and small words; where
 * a word is rewritten, one of at most 15 is lost, so similarity falls by steps of 1/15 or more.
 *
 * 1. Words are distinct; longer ones first, of equal length (in characters, code points) the one that came first.
 * 2. A word whose checksum an earlier chosen word has counts as that word: the tables cannot tell them apart.
 * 3. The checksum is that of the word as UTF-8, signed, as the column `int(11)` holds it.
 * 4. The full hash is the MD5 of the text as it was given.
 *
 * Source: "Finding fuzzy duplicates of short documents", an article about classified advertisements: 15 words of 4
 * letters, CRC-32, MD5. Ours: what a word is (`letter-runs.ts`, `markup.ts`), the order of ties, rule 2.
 * Cost: one pass over the text and a sort of its distinct words.
 */
import { NearsameError } from '../errors/nearsame-error.ts'
import { crc32 } from '../hash/crc32.ts'
import { md5Hex } from '../hash/md5.ts'
import { eachLetterRun } from './letter-runs.ts'
import { withoutMarkup } from './markup.ts'
import { encodeText } from './text-bytes.ts'

/** What is chosen from a text. */
export interface LongestWordsOptions {
  /** Words that are chosen at most, in [1, 255]. */
  readonly words: number
  /** Characters that a word has at least, in [1, 255]. */
  readonly minLetters: number
}

/** Those of the source. */
export const defaultLongestWords: LongestWordsOptions = Object.freeze({ words: 15, minLetters: 4 })

/** A text as the tables know it. */
export interface WordSketch {
  /** MD5 of the text, 32 hexadecimal digits. */
  readonly fullHash: string
  /** Distinct signed checksums, in the order of the words; as many as words were chosen. */
  readonly hashes: Int32Array
}

const mostOfEach = 255

/**
 * The same options with defaults filled in.
 *
 * @throws NearsameError OPTION_VALUE
 */
export function longestWordsOptions(given: Partial<LongestWordsOptions> = {}): LongestWordsOptions {
  const options = { ...defaultLongestWords, ...given }
  for (const name of ['words', 'minLetters'] as const) {
    const value = options[name]
    if (Number.isInteger(value) && value >= 1 && value <= mostOfEach) continue
    throw new NearsameError('OPTION_VALUE', {
      expected: `\`${name}\` to be a whole number in [1, ${mostOfEach}]`,
      got: String(value),
      fix: `change \`${name}\`, or leave it out for ${defaultLongestWords[name]}`,
    })
  }
  return options
}

/**
 * The longest distinct words of a text, longest first.
 *
 * @throws NearsameError OPTION_VALUE
 * @example longestWords('<b>Продам</b> ДАЧУ у озера: дача 2 этажа, 500 000 р.') // => ['продам', 'озера', 'этажа', 'дачу', 'дача']
 */
export function longestWords(text: string, options: Partial<LongestWordsOptions> = {}): string[] {
  return choose(text, longestWordsOptions(options)).words
}

/**
 * What the tables hold of a text.
 *
 * @throws NearsameError OPTION_VALUE
 * @example wordSketch('abc, 123456789').fullHash // => md5Hex(encodeText('abc, 123456789'))
 * @example wordSketch('Wait, WAIT for the words').hashes // => Int32Array.of(crc32(encodeText('words')), crc32(encodeText('wait')))
 */
export function wordSketch(text: string, options: Partial<LongestWordsOptions> = {}): WordSketch {
  const { hashes } = choose(text, longestWordsOptions(options))
  return { fullHash: md5Hex(encodeText(text)), hashes: Int32Array.from(hashes) }
}

function choose(
  text: string,
  { words, minLetters }: LongestWordsOptions,
): { words: string[]; hashes: Set<number> } {
  const lengthOf = new Map<string, number>()
  eachLetterRun(withoutMarkup(text), minLetters, (word, characters) => lengthOf.set(word, characters))
  // A map keeps the place of a key that is set again, and the sort is stable: ties stay by first occurrence.
  const ordered = [...lengthOf].sort(([, a], [, b]) => b - a)
  const chosen: string[] = []
  const hashes = new Set<number>()
  for (const [word] of ordered) {
    if (chosen.length === words) break
    const hash = crc32(encodeText(word))
    if (hashes.has(hash)) continue
    hashes.add(hash)
    chosen.push(word)
  }
  return { words: chosen, hashes }
}
