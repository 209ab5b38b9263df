/**
 * The text rule, written naively with the engine's own `normalize` and regular expressions. Only the folding and the
 * kinds of compatibility mappings come from the database, because no engine offers them. Needs an engine with the same
 * Unicode version.
 */
import { appliedKinds, compatibilityMappings, fullFolding, ucdMissing } from '../../kernels/unicode/ucd.ts'

/** Why the comparison is impossible here, or false. For the `skip` option of a test. */
export const skipNaive = ucdMissing

type Mapping = ReadonlyMap<number, readonly number[]>
const foldings: Mapping = ucdMissing ? new Map() : await fullFolding()
const compatible: Mapping = ucdMissing ? new Map() : await compatibilityMappings(appliedKinds)

/** Each character by a mapping. */
function each(text: string, mapping: Mapping): string {
  return Array.from(text, character => {
    const to = mapping.get(character.codePointAt(0) as number)
    return to === undefined ? character : String.fromCodePoint(...to)
  }).join('')
}

const known = new Map<string, string>()

/** What a character becomes. */
function mapped(character: string): string {
  const before = known.get(character)
  if (before !== undefined) return before
  let [last, text] = ['', character]
  while (text !== last) {
    last = text
    text = each(each(text.normalize('NFD'), compatible).normalize('NFD'), foldings)
    text = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  }
  known.set(character, text)
  return text
}

/** The text before tokens are cut. */
export const naiveMapped = (text: string): string =>
  Array.from(text, character => (/\p{Cs}/u.test(character) ? character : mapped(character)))
    .join('')
    .normalize('NFC')

const spaceless = String.raw`[
  \p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}
  \p{sc=Yi}\p{sc=Tai_Le}\p{sc=New_Tai_Lue}\p{sc=Tai_Tham}\p{sc=Tai_Viet}\p{sc=Balinese}\p{sc=Javanese}
  [\u3006\u3007\u303c\u3031-\u3035\u30fc\uff70\uff9e\uff9f]
]`.replaceAll(/\s/g, '')
const base = String.raw`(?:[${spaceless}&&[\p{L}\p{Nd}\u3007]]|\p{Cs})`
const word = String.raw`${base}\p{M}*|(?:(?!${base})[\p{L}\p{Nd}])(?:(?!${base})[\p{L}\p{M}\p{Nd}])*`
const tokenPattern = new RegExp(word, 'gv')
const symbolPattern = new RegExp(String.raw`${word}|[\p{P}\p{S}\p{Nl}\p{No}\p{Co}]\p{M}*`, 'gv')

const scripts = String.raw`[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}]`
const letterWithMarks = new RegExp(String.raw`([[${scripts}&&[\p{L}\p{Nd}]]\u0640])(\p{M}*)`, 'gv')
const dropped = new RegExp(String.raw`(?![\u3099\u309a])[\p{Mn}&&[${scripts}\p{sc=Inherited}]]`, 'gv')

/** A token without the marks that `fold: marks` drops. */
function withoutMarks(token: string): string {
  return token
    .replaceAll(letterWithMarks, (_, letter: string, marks: string) => {
      const base =
        letter === 'й' ? letter : String.fromCodePoint(letter.normalize('NFD').codePointAt(0) as number)
      return base + marks.replaceAll(dropped, '')
    })
    .replaceAll('\u0640', '')
    .replace(/^\p{M}+/u, '')
}

/** A token with one spelling of what `fold: letters` unifies. */
const oneSpelling = (token: string): string =>
  token
    .replace(/[ىی]/g, 'ي')
    .replaceAll('ک', 'ك')
    .replace(/[\u06c1\u06d5]/g, '\u0647')
    .replaceAll('\u06c2', '\u06c0')
    .replace(/[۰-۹]/g, digit => String.fromCharCode(digit.charCodeAt(0) - 0x90))
    .replaceAll('\u0647\u0654', '\u06c0')
    .replaceAll('\u064a\u0654', '\u0626')
    .replaceAll('\u09a4\u09cd', '\u09ce')
    .replace(/([ണനരലളക])\u0d4d/g, (_, letter: string) => 'ൺൻർൽൾൿ'['ണനരലളക'.indexOf(letter)])

/** @param rule see `ruleOf` */
export function naiveCanonical(text: string, rule = 0): string {
  const normal = naiveMapped(text)
  let canonical = ''
  let end = 0
  let separator = ''
  for (const { 0: token, index } of normal.matchAll(rule & 2 ? symbolPattern : tokenPattern)) {
    const between = index === end ? '\u0001' : ' '
    if (separator !== ' ') separator = between
    end = index + token.length
    const unmarked = rule & 1 ? withoutMarks(token) : token
    const kept = rule & 4 ? oneSpelling(unmarked) : unmarked
    if (kept === '') continue
    canonical += (canonical === '' ? '' : separator) + kept
    separator = ''
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
