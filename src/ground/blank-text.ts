/**
 * Blank texts: nothing but white space. They say nothing, so they count as null everywhere.
 *
 * Source: White_Space of PropList.txt, Unicode 17.0. Ours: U+FEFF, too, which `trim` takes for white space.
 */
import { NearsameError } from './errors/nearsame-error.ts'

const blank = /^[\p{White_Space}\uFEFF]*$/u

export function isBlankText(text: string): boolean {
  return text === '' || (text.charCodeAt(0) <= 32 || text.charCodeAt(0) >= 0x80 ? blank.test(text) : false)
}

/** Whether UTF-8 in [from, to) is a blank text. */
export function isBlankUtf8(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from
  while (at < to) {
    const length = spaceLength(bytes, at)
    if (length === 0) return false
    at += length
  }
  return true
}

/** Bytes of the white space at an offset; 0 if there is none. */
function spaceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]
  if (first < 0x80) return first === 32 || (first >= 9 && first <= 13) ? 1 : 0
  if (first !== 0xc2 && first !== 0xe1 && first !== 0xe2 && first !== 0xe3 && first !== 0xef) return 0
  const second = bytes[at + 1]
  if (first === 0xc2) return second === 0x85 || second === 0xa0 ? 2 : 0
  return isWideSpace((first << 16) | (second << 8) | bytes[at + 2]) ? 3 : 0
}

/** Of three bytes of UTF-8: U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000 and U+FEFF. */
function isWideSpace(code: number): boolean {
  if (code >= 0xe28080 && code <= 0xe2808a) return true
  return [0xe19a80, 0xe280a8, 0xe280a9, 0xe280af, 0xe2819f, 0xe38080, 0xefbbbf].includes(code)
}

/** The error for a text that counts as null. */
export function nullText(): NearsameError {
  return new NearsameError('TEXT_MISSING', {
    expected: 'a text',
    got: 'one of nothing but white space, or one that `nullText` names',
    fix: 'choose the field that holds the text with `text`, or let `null` keep or drop such records',
  })
}
