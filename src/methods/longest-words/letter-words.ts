/**
 * Letter words: the words of a text as maximal sequences of letters, folded, so that equal words are equal strings.
 *
 *     text ─map each character─▶ ─NFC─▶ characters ─▶ sequences of letters with the marks after them
 *
 * Letters are the general category L, in any script; a mark (M) belongs to the letter before it, and is ignored
 * elsewhere. Everything else separates words, including digits and lone surrogates. This is the text rule of the
 * kernels (`kernels/reference/canonical.ts`, by the tables of Unicode 17.0.0 on every engine) with two exceptions:
 * digits (〇 among them) are not part of words, and scripts written without spaces are not cut, so a sequence of them is
 * one long word.
 *
 * Ours: most characters are a normalisation boundary that becomes one character; they are handled one by one. A stretch
 * that needs composing or reordering goes through the reference.
 * Cost: about 20 ns a character; about 2 µs for each such stretch.
 */

import { firstWhere } from '../../ground/lists/bisection.ts'
import { canonicalCharacters, recordOf } from '../../texts/kernels/reference/canonical.ts'

/** The digits zero of Nd, Unicode 17.0.0; each is the first of ten consecutive ones (Unicode policy since 6.3). */
const zeros = Int32Array.from(
  (
    '30 660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 19d0 1a80 1a90 1b50 ' +
    '1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 ff10 104a0 10d30 10d40 11066 110f0 11136 111d0 112f0 11450 ' +
    '114d0 11650 116c0 116d0 116da 11730 118e0 11950 11bf0 11c50 11d50 11da0 11de0 11f50 16130 16a60 16ac0 16b50 ' +
    '16d70 1ccf0 1d7ce 1d7d8 1d7e2 1d7ec 1d7f6 1e140 1e2f0 1e4f0 1e5f1 1e950 1fbf0'
  ).split(' '),
  digits => Number.parseInt(digits, 16),
)

const categories = { separator: 0, token: 1, mark: 2 } as const
const kinds = { alone: 0, mark: 1, first: 2 } as const

function isDigit(codePoint: number): boolean {
  if (codePoint < zeros[1]) return codePoint >= 0x30 && codePoint <= 0x39
  if (codePoint === 0x3007) return true
  const zero = zeros[firstWhere(1, zeros.length, at => zeros[at] > codePoint) - 1]
  return codePoint - zero < 10
}

const isSurrogate = (codePoint: number): boolean => codePoint >= 0xd800 && codePoint <= 0xdfff

const longestApplied = 4096
const decoder = new TextDecoder('utf-16le')

/** The current word, as UTF-16 units. */
class WordBuffer {
  #units = new Uint16Array(64)
  #length = 0
  /** Its number of characters (code points). */
  characters = 0

  push(codePoint: number): void {
    if (this.#length + 2 > this.#units.length) {
      const units = new Uint16Array(2 * this.#units.length)
      units.set(this.#units)
      this.#units = units
    }
    if (codePoint < 0x10000) {
      this.#units[this.#length++] = codePoint
    } else {
      this.#units[this.#length++] = 0xd7c0 + (codePoint >> 10)
      this.#units[this.#length++] = 0xdc00 | (codePoint & 0x3ff)
    }
    this.characters++
  }

  /** Returns the word and clears it. */
  take(): string {
    const units = this.#units.subarray(0, this.#length)
    this.clear()
    if (units.length > longestApplied) return decoder.decode(units)
    return String.fromCharCode.apply(undefined, units as unknown as number[])
  }

  clear(): void {
    this.#length = 0
    this.characters = 0
  }
}

/** Shared by all texts, one after the other. */
const buffer = new WordBuffer()

/**
 * Calls `use` with each word of at least `minLetters` characters, in order, repeats included.
 *
 * @param minLetters at least 1
 * @param use must not read another text meanwhile
 */
export function eachWord(
  text: string,
  minLetters: number,
  use: (word: string, characters: number) => void,
): void {
  buffer.clear()
  const end = (): void => {
    const { characters } = buffer
    if (characters < minLetters) buffer.clear()
    else use(buffer.take(), characters)
  }
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) as number
    const next = at + (codePoint > 0xffff ? 2 : 1)
    const to = stretchEnd(text, next)
    const record = recordOf(codePoint)
    const isAlone = to === next && ((record >> 3) & 3) === kinds.alone
    if (isAlone) {
      pushCharacter(codePoint + (record >> 11), record & 3, end)
    } else {
      for (const each of canonicalCharacters(text.slice(at, to)))
        pushCharacter(each, recordOf(each) & 3, end)
    }
    at = to
  }
  end()
}

/** The next boundary: until there, characters may compose with those before them. */
function stretchEnd(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const codePoint = text.codePointAt(at) as number
    const kind = (recordOf(codePoint) >> 3) & 3
    if (kind === kinds.alone || kind === kinds.first) break
    at += codePoint > 0xffff ? 2 : 1
  }
  return at
}

/** Adds a mapped character of a class to the word in the buffer, or ends the word before it. */
function pushCharacter(codePoint: number, own: number, end: () => void): void {
  if (own === categories.separator || isSurrogate(codePoint) || isDigit(codePoint)) end()
  else if (own !== categories.mark || buffer.characters > 0) buffer.push(codePoint)
}
