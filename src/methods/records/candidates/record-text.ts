/**
 * The compared text of a record: words that readers consider the same become equal.
 *
 *     text ─NFKD─▶ accents off ─NFKC, lower case─▶ every run without letters, marks and numbers to one space
 *
 * Spaces separate words. In scripts written without spaces (those of the text rule, `kernels/unicode/ucd.ts`) a
 * sequence of characters becomes its pairs of neighbours: 東京都 is 東京 and 京都.
 *
 * Accents are the combining diacritical marks U+0300 to U+036F, so Café becomes cafe; the marks of Indic and Thai
 * vowels, of Hebrew, Arabic and kana stay.
 * Ours: all of it. The tables are those of the JavaScript engine (`normalize`, `toLowerCase`, `\p{…}`), so an older
 * engine may treat recently assigned characters differently; assigned characters never change.
 */

const apart = /[^\p{L}\p{M}\p{N}]+/gu
const accents = /[\u0300-\u036f]+/g
const plain = /^[\x20-\x7e]*$/
const plainApart = /[^a-z0-9]+/g
const scripts = 'Hani Hira Kana Yiii Thai Laoo Khmr Mymr Tale Talu Lana Tavt Bali Java'.split(' ')
/** Sequences of characters of these scripts; U+30FC is shared by both kinds of kana. */
const unspaced = new RegExp(`[${scripts.map(name => `\\p{Script=${name}}`).join('')}\u30fc]+`, 'gu')
const mayBeUnspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u1aaf\u1b00-\u1b7f\u2e80-\ua4cf\ua980-\uaadf\uf900-\ufaff\ud81b-\ud88f]/

/**
 * The text as it is compared; empty for a text without letters and digits.
 *
 * @example comparedText("L'Orangerie — 903 N. La Cienega") // => 'l orangerie 903 n la cienega'
 * @example comparedText('Ｃａｆé №５') // => 'cafe no5'
 */
export function comparedText(text: string): string {
  if (plain.test(text)) return text.toLowerCase().replace(plainApart, ' ').trim()
  const bare = text.normalize('NFKD').replace(accents, '')
  return bare.normalize('NFKC').toLowerCase().normalize('NFKC').replace(apart, ' ').trim()
}

/**
 * The key of a text without letters and digits: its signs, or without any, the text itself. It begins with a space, so
 * it never equals a compared text.
 *
 * @example wordlessKey(' *** ') // => ' ***'
 */
export function wordlessKey(text: string): string {
  return ` ${text.trim() || text}`
}

/**
 * The words of a compared text, in order.
 *
 * @example wordsOf('13 rue 東京都 x') // => ['13', 'rue', '東京', '京都', 'x']
 */
export function wordsOf(compared: string): string[] {
  const words = compared === '' ? [] : compared.split(' ')
  return mayBeUnspaced.test(compared) ? words.flatMap(cutWord) : words
}

/** Spaced parts of a word stay, unspaced ones become their pairs. */
function cutWord(word: string): string[] {
  const parts: string[] = []
  let end = 0
  for (const match of word.matchAll(unspaced)) {
    if (match.index > end) parts.push(word.slice(end, match.index))
    const characters = [...match[0]]
    if (characters.length === 1) parts.push(match[0])
    for (let i = 1; i < characters.length; i++) parts.push(characters[i - 1] + characters[i])
    end = match.index + match[0].length
  }
  if (end < word.length) parts.push(word.slice(end))
  return parts
}

/** The letters that occur, as bits by their code. */
export function lettersOf(value: string): number {
  let letters = 0
  for (let i = 0; i < value.length; i++) letters |= 1 << (value.charCodeAt(i) & 31)
  return letters
}
