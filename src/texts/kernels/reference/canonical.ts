/**
 * Canonical text, the definition: from WTF-8 to tokens that are equal when readers consider the words equal.
 *
 *     text ─map each character─▶ ─NFC─▶ characters ─▶ tokens with one byte between two
 *
 * The mapping is NFKC_Casefold of Unicode, but compatibility mappings of the kinds <super>, <sub>, <circle> and
 * <fraction> are not applied: 10² is not 102. So case and width do not count, ligatures and presentation forms are
 * their letters, and default-ignorable characters (soft hyphen, joiners, variation selectors) vanish.
 *
 * Each character of the result is a separator (0), a token character (1), a mark (2) or a base character of a script
 * written without spaces (3). Runs of token characters and marks are tokens; a base character begins its own token,
 * which includes the marks after it. A mark after a separator, or at the beginning, separates. Two tokens are divided
 * by 0x20 if a separator was between them and by 0x01 if not; no separators at the ends. If the rule keeps symbols,
 * each is a base character; if it folds, see `fold-marks.ts` and `fold-letters.ts`, in this order.
 *
 * Source: Unicode 17.0.0: section 3.13 (toNFKC_Casefold), UAX #15 (normalisation; Hangul: section 3.12 of the
 * standard), general categories L, M, Nd, UAX #24 (Han, Hiragana, Katakana, Yi, Thai, Lao, Khmer, Myanmar,
 * Tai Le, New Tai Lue, Tai Tham, Tai Viet, Balinese, Javanese).
 * Ours: the exception; characters shared only by these scripts (U+30FC) count as theirs, and so does the digit U+3007;
 * a lone surrogate is a base character.
 * Cost: some hundred bytes of objects per character. `kernels/assembly/canonical/canonical.ts` is the fast twin.
 */

import { foldsLetters, foldsMarks, keepsSymbols } from '../layout/plan-layout.ts'
import { ignoredRecord, tableEnd, unicodeImage } from '../layout/unicode-image.ts'
import { foldLetters } from './fold-letters.ts'
import { dropMarks } from './fold-marks.ts'
import { codePoints } from './utf8.ts'

interface Tables {
  /** class | flag << 2 | kind << 3 | rank << 5 | field << 11 */
  record(codePoint: number): number
  /** The characters at a place of the sequences. */
  sequence(place: number): number[]
  readonly decompositions: ReadonlyMap<number, readonly number[]>
  /** Maps `first,second` to the composite. */
  readonly compositions: ReadonlyMap<string, number>
}

let loaded: Tables | undefined

/** Layout: `unicode-image.ts`. */
function loadTables(): Tables {
  const { buffer } = unicodeImage()
  const [compositesAt, count, , recordsAt, sequencesAt, indexAt] = new Uint32Array(buffer, 0, 6)
  const records = new Int32Array(buffer, recordsAt, (sequencesAt - recordsAt) / 4)
  const sequences = new Uint32Array(buffer, sequencesAt)
  const index = new Uint16Array(buffer, indexAt, tableEnd)
  const part = (entry: bigint, shift: bigint): number => Number((entry >> shift) & 0x1fffffn)
  const entries = Array.from(new BigUint64Array(buffer, compositesAt, count), entry => {
    return { whole: part(entry, 42n), first: part(entry, 21n), second: part(entry, 0n) }
  })
  return {
    record: codePoint => (codePoint < tableEnd ? records[index[codePoint]] : highRecord(codePoint)),
    sequence: place =>
      Array.from(sequences.subarray(place + 1, place + 1 + sequences[place]), entry => entry & 0xffffff),
    decompositions: new Map(entries.map(({ whole, first, second }) => [whole, [first, second]])),
    compositions: new Map(entries.map(({ whole, first, second }) => [`${first},${second}`, whole])),
  }
}

/** Beyond the table, characters vanish (U+E0000 to U+E0FFF), are private symbols (from U+F0000 on), or separate. */
function highRecord(codePoint: number): number {
  if (codePoint >> 12 === 0xe0) return ignoredRecord
  return codePoint >= 0xf0000 && (codePoint & 0xffff) < 0xfffe ? 4 : 0
}

function tables(): Tables {
  loaded ??= loadTables()
  return loaded
}

/** The record of a character: `unicode-image.ts`. */
export const recordOf = (codePoint: number): number => tables().record(codePoint)
const combiningClass = (codePoint: number): number => (recordOf(codePoint) >> 5) & 63

/** Full canonical decomposition of a mapped character; Hangul syllables stay whole: `pair` would rejoin their parts. */
function decompose(codePoint: number): number[] {
  const [first, second] = tables().decompositions.get(codePoint) ?? []
  return first === undefined ? [codePoint] : [...decompose(first), second as number]
}

/** What a character becomes, decomposed. */
function mapping(codePoint: number): number[] {
  const record = recordOf(codePoint)
  if (record === ignoredRecord) return []
  const field = record >> 11
  const isAlone = ((record >> 3) & 3) === 0
  if (isAlone) return decompose(codePoint + field)
  return field === 0 ? decompose(codePoint) : tables().sequence(field).flatMap(decompose)
}

/** Sorts each run of marks by combining class, stably. */
function reorder(codePoints: readonly number[]): number[] {
  const ordered: number[] = []
  let marks: number[] = []
  const flush = (): void => {
    for (const mark of marks.sort((a, b) => combiningClass(a) - combiningClass(b))) ordered.push(mark)
    marks = []
  }
  for (const codePoint of codePoints) {
    if (combiningClass(codePoint) > 0) {
      marks.push(codePoint)
    } else {
      flush()
      ordered.push(codePoint)
    }
  }
  flush()
  return ordered
}

function pair(first: number, second: number): number | undefined {
  const l = first - 0x1100
  const v = second - 0x1161
  if (l >= 0 && l < 19 && v >= 0 && v < 21) return 0xac00 + (l * 21 + v) * 28
  const lv = first - 0xac00
  const t = second - 0x11a7
  if (lv >= 0 && lv < 11172 && lv % 28 === 0 && t > 0 && t < 28) return first + t
  return tables().compositions.get(`${first},${second}`)
}

/** A character joins the last starter unless one between them has the same or a higher combining class (or is one). */
function compose(codePoints: readonly number[]): number[] {
  const composed: number[] = []
  let starter = -1
  let lastClass = 0
  for (const codePoint of codePoints) {
    const ccc = combiningClass(codePoint)
    const isBlocked = starter < 0 || (starter < composed.length - 1 && lastClass >= ccc)
    const composite = isBlocked ? undefined : pair(composed[starter], codePoint)
    if (composite === undefined) {
      if (ccc === 0) starter = composed.length
      lastClass = ccc
      composed.push(codePoint)
    } else {
      composed[starter] = composite
    }
  }
  return composed
}

function encode(codePoint: number): number[] {
  if (codePoint < 0x80) return [codePoint]
  const last = 0x80 | (codePoint & 63)
  if (codePoint < 0x800) return [0xc0 | (codePoint >> 6), last]
  const middle = 0x80 | ((codePoint >> 6) & 63)
  if (codePoint < 0x10000) return [0xe0 | (codePoint >> 12), middle, last]
  return [0xf0 | (codePoint >> 18), 0x80 | ((codePoint >> 12) & 63), middle, last]
}

/** The characters of the canonical form, before tokens are cut. */
const folded = (codePoints: readonly number[]): number[] => compose(reorder(codePoints.flatMap(mapping)))

/** The characters of a text, mapped and composed, before tokens are cut. */
export const canonicalCharacters = (text: string): number[] =>
  folded(Array.from(text, character => character.codePointAt(0) as number))

/** The class in tokens: a symbol (class 0 with its flag) is a base character if `rule` keeps symbols. */
function classBy(rule: number): (codePoint: number) => number {
  return codePoint => {
    const record = recordOf(codePoint)
    return rule & keepsSymbols && (record & 7) === 4 ? 3 : record & 3
  }
}

/**
 * The class of each character of a text, mapped and composed: 0 separator, 1 token character, 2 mark, 3 base character.
 *
 * @param rule see `ruleOf`
 */
export const canonicalClasses = (text: string, rule: number): number[] =>
  canonicalCharacters(text).map(classBy(rule))

/** The characters of the tokens, with 0x20 or 0x01 between two. */
function tokenCharacters(characters: readonly number[], rule: number): number[] {
  const classOf = classBy(rule)
  const tokens: number[] = []
  let isApart = false // a separator was between the last token and here
  let last = 0 // class of the first character of the last token: 0 no token yet, 1 a token character, 3 a base
  for (const character of characters) {
    const own = classOf(character)
    if (own === 0 || (own === 2 && (isApart || last === 0))) {
      isApart = last !== 0
      continue
    }
    const begins = isApart || last === 0 || own === 3 || (own === 1 && last === 3)
    if (begins && last !== 0) tokens.push(isApart ? 0x20 : 0x01)
    if (begins) last = own
    isApart = false
    tokens.push(character)
  }
  return tokens
}

/** The `Kernels` method, over bytes. */
export function canonicalise(
  memory: Uint8Array,
  from: number,
  to: number,
  out: number,
  rule: number,
): number {
  let end = out
  const tokens = tokenCharacters(folded([...codePoints(memory, from, to)]), rule)
  const kept = rule & foldsMarks ? dropMarks(tokens, recordOf, each => decompose(each)[0]) : tokens
  const letters = rule & foldsLetters ? foldLetters(kept) : kept
  for (const codePoint of letters) for (const byte of encode(codePoint)) memory[end++] = byte
  return end
}
