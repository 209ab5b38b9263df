/**
 * The text rule, written naively with the engine's own `normalize` and regular expressions. Only the folding
 * comes from CaseFolding.txt, because no engine offers simple case folding. Needs an engine with the same Unicode
 * version.
 */
import { simpleFolding, ucdMissing } from '../../kernels/unicode/ucd.ts'

/** Why the comparison is impossible here, or false. For the `skip` option of a test. */
export const skipNaive = ucdMissing

const foldings = ucdMissing ? new Map<number, number>() : await simpleFolding()

function fold(text: string): string {
  return Array.from(text, each => {
    const folded = foldings.get(each.codePointAt(0) as number)
    return folded === undefined ? each : String.fromCodePoint(folded)
  }).join('')
}

const spaceless = String.raw`[
  \p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}
  [\u3006\u303c\u3031-\u3035\u30fc\uff70\uff9e\uff9f]
]`.replaceAll(/\s/g, '')
const base = String.raw`(?:[${spaceless}&&[\p{L}\p{Nd}]]|\p{Cs})`
const tokenPattern = new RegExp(String.raw`${base}\p{M}*|(?:(?!${base})[\p{L}\p{M}\p{Nd}])+`, 'gv')

export function naiveCanonical(text: string): string {
  const normal = fold(text.normalize('NFC')).normalize('NFC')
  let canonical = ''
  let end = 0
  for (const { 0: token, index } of normal.matchAll(tokenPattern)) {
    if (canonical !== '') canonical += index === end ? '\u0001' : ' '
    canonical += token
    end = index + token.length
  }
  return canonical
}

/** UTF-8 of a string, lone surrogates as three bytes. */
export function wtf8(text: string): Uint8Array {
  const bytes: number[] = []
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number
    if (codePoint >= 0xd800 && codePoint < 0xe000) {
      bytes.push(0xe0 | (codePoint >> 12), 0x80 | ((codePoint >> 6) & 63), 0x80 | (codePoint & 63))
    } else {
      bytes.push(...new TextEncoder().encode(character))
    }
  }
  return Uint8Array.from(bytes)
}
