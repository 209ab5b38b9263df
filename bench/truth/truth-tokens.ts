/**
 * Truth, tokens: the text rule of the product written a second time with JavaScript's own Unicode tables, so that
 * a mistake in `src/` cannot hide itself.
 *
 * Each character mapped, then NFC; tokens are runs of \p{L}\p{Nd} and the \p{M} after them, and in scripts written
 * without spaces a base character with its marks is a token.
 */
import { naiveMapped } from '../../test/kernels/naive-canonical.ts'

// These, such as the mark of a long vowel, belong to no script, but occur only in those above.
const shared = '\u3006\u3007\u3031-\u3035\u303c\u30fc'
const scripts = 'Han Hira Kana Yiii Thai Laoo Khmr Mymr Tale Talu Lana Tavt Bali Java'.split(' ')
const unspaced = scripts.map(name => `\\p{sc=${name}}`).join('') + shared
const base = `(?!\\p{M})(?=[\\p{L}\\p{Nd}\u3007])[${unspaced}]`
const anyToken = new RegExp(
  `${base}\\p{M}*|(?:(?!${base})[\\p{L}\\p{Nd}])(?:(?!${base})[\\p{L}\\p{M}\\p{Nd}])*`,
  'gu',
)
const asciiToken = /[a-z0-9]+/gu
const onlyAscii = /^[\0-\x7f]*$/u

/** The tokens of a text, in order. */
export function tokensOf(text: string): readonly string[] {
  if (onlyAscii.test(text)) return text.toLowerCase().match(asciiToken) ?? []
  return foldedText(text).match(anyToken) ?? []
}

/** The text from which tokens are cut. */
export const foldedText = naiveMapped
