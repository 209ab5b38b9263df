/**
 * Truth, tokens: the text rule of the product written a second time with JavaScript's own Unicode tables, so that
 * a mistake in `src/` cannot hide itself.
 *
 * NFC, simple case folding, NFC; tokens are runs of \p{L}\p{M}\p{Nd}, and in scripts written without spaces a
 * base character with its marks is a token.
 */

// These, such as the mark of a long vowel, belong to no script, but occur only in those above.
const shared = '\u3006\u3031-\u3035\u303c\u30fc\uff70\uff9e\uff9f'
const unspaced = `\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}${shared}`
const base = `(?!\\p{M})(?=[\\p{L}\\p{Nd}])[${unspaced}]`
const anyToken = new RegExp(`${base}\\p{M}*|(?:(?!${base})[\\p{L}\\p{M}\\p{Nd}])+`, 'gu')
const asciiToken = /[a-z0-9]+/gu
const onlyAscii = /^[\0-\x7f]*$/u

/** Folds one character: lower case of its upper case, if both are one character long ('ς' and 'σ' become equal). */
function fold(character: string): string {
  if (character === 'ı') return character
  const upper = character.toUpperCase()
  const lower = ([...upper].length === 1 ? upper : character).toLowerCase()
  return [...lower].length === 1 ? lower : character
}

const folded = new Map<string, string>()

function foldAll(text: string): string {
  return text.replace(/[^\0-@[-\x7f]/gu, character => {
    let to = folded.get(character)
    if (to === undefined) {
      to = fold(character)
      folded.set(character, to)
    }
    return to
  })
}

/** The tokens of a text, in order. */
export function tokensOf(text: string): readonly string[] {
  if (onlyAscii.test(text)) return text.toLowerCase().match(asciiToken) ?? []
  return foldedText(text).match(anyToken) ?? []
}

/** The text from which tokens are cut. */
export function foldedText(text: string): string {
  return foldAll(text.normalize('NFC')).normalize('NFC')
}
