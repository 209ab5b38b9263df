/**
 * Canonical text, the definition: from WTF-8 to tokens that are equal when readers consider the words equal.
 *
 *     text ─NFC─▶ ─simple case folding─▶ ─NFC─▶ characters ─▶ tokens with one byte between two
 *
 * Each character of the result is a separator (0), a token character (1), a mark (2) or a base character of a script
 * written without spaces (3). Runs of token characters and marks are tokens; a base character begins its own token,
 * which includes the marks after it. A mark without a token before it begins one. Two tokens are separated by 0x20 if
 * a separator was between them and by 0x01 if not; no separators at the ends.
 *
 * Source: Unicode 17.0.0: UAX #15 (normalisation; Hangul: section 3.12 of the standard), CaseFolding.txt (status C and
 * S, so ß and İ stay), general categories L, M, Nd, UAX #24 (Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar).
 * Ours: characters shared only by these scripts (U+30FC) count as theirs; a lone surrogate is a base character.
 * Cost: some hundred bytes of objects per character. `kernels/assembly/canonical/canonical.ts` is the fast twin.
 */

import { unicodeTables } from '../generated/unicode-tables.ts'
import { decodeBase64 } from '../layout/base64.ts'

/** Layout of the tables: `kernels/unicode/generate.ts`. */
interface Tables {
  /** class | kind << 2 | combining class << 4 | folding delta << 12 */
  record(codePoint: number): number
  readonly decompositions: ReadonlyMap<number, readonly number[]>
  /** Maps `first,second` to the composite. */
  readonly compositions: ReadonlyMap<string, number>
}

let loaded: Tables | undefined

function loadTables(): Tables {
  const bytes = decodeBase64(unicodeTables)
  const [decompositionsAt, count, pairsAt, pairCount, recordsAt, rootsAt, blocksAt, valuesAt] =
    new Uint32Array(bytes.buffer, 0, 8)
  const view = new DataView(bytes.buffer)
  const part = (entry: bigint, shift: bigint): number => Number((entry >> shift) & 0x1fffffn)
  const entries = Array.from({ length: count }, (_, i) => {
    const entry = view.getBigUint64(decompositionsAt + 8 * i, true)
    return { composite: part(entry, 42n), first: part(entry, 21n), second: part(entry, 0n) }
  })
  const pairs = Array.from({ length: pairCount }, (_, i) => entries[view.getUint16(pairsAt + 2 * i, true)])
  return {
    record(codePoint) {
      const block = (bytes[rootsAt + (codePoint >> 12)] << 6) | ((codePoint >> 6) & 63)
      const value = (view.getUint16(blocksAt + 2 * block, true) << 6) | (codePoint & 63)
      return view.getInt32(recordsAt + 4 * bytes[valuesAt + value], true)
    },
    decompositions: new Map(
      entries.map(({ composite, first, second }) => [composite, second ? [first, second] : [first]]),
    ),
    compositions: new Map(pairs.map(({ composite, first, second }) => [`${first},${second}`, composite])),
  }
}

function tables(): Tables {
  loaded ??= loadTables()
  return loaded
}

/** The class of a single character: 0 separator, 1 token character, 2 mark, 3 base character. */
export const category = (codePoint: number): number => tables().record(codePoint) & 3
const combiningClass = (codePoint: number): number => (tables().record(codePoint) >> 4) & 255
const fold = (codePoint: number): number => codePoint + (tables().record(codePoint) >> 12)

/** Full canonical decomposition of one character; Hangul syllables stay whole: `pair` would rejoin their parts. */
function decompose(codePoint: number): number[] {
  const [first, ...second] = tables().decompositions.get(codePoint) ?? []
  return first === undefined ? [codePoint] : [...decompose(first), ...second]
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

const nfc = (codePoints: readonly number[]): number[] => compose(reorder(codePoints.flatMap(decompose)))

/** Code points of WTF-8: UTF-8, and lone surrogates written as three bytes. REQUIRES: well-formed. */
function* decode(memory: Uint8Array, from: number, to: number): Generator<number> {
  for (let p = from; p < to; ) {
    const lead = memory[p++]
    const following = lead < 0xc0 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3
    let codePoint = following === 0 ? lead : lead & (0x3f >> following)
    for (let i = 0; i < following; i++) codePoint = (codePoint << 6) | (memory[p++] & 63)
    yield codePoint
  }
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
const folded = (codePoints: readonly number[]): number[] => nfc(nfc(codePoints).map(fold))

/** The class of each character of the canonical form of `text`, including separators (0). */
export function canonicalClasses(text: string): number[] {
  return folded(Array.from(text, character => character.codePointAt(0) as number)).map(category)
}

/** The `Kernels` method, over bytes. */
export function canonicalise(memory: Uint8Array, from: number, to: number, out: number): number {
  let end = out
  let isApart = false // a separator was between the last token and here
  let last = 0 // class of the first character of the last token: 0 no token yet, 1 a token character or mark, 3 a base
  for (const codePoint of folded([...decode(memory, from, to)])) {
    const own = category(codePoint)
    if (own === 0) {
      isApart = last !== 0
      continue
    }
    const begins = isApart || last === 0 || own === 3 || (own === 1 && last === 3)
    if (begins && last !== 0) memory[end++] = isApart ? 0x20 : 0x01
    if (begins) last = own === 3 ? 3 : 1
    isApart = false
    for (const byte of encode(codePoint)) memory[end++] = byte
  }
  return end
}

/** Lead bytes, the range of the byte after, and the number of bytes: table 3-7 of the Unicode standard. */
const wellFormed: readonly (readonly [number, number, number, number, number])[] = [
  [0x00, 0x7f, 0x00, 0xff, 1],
  [0xc2, 0xdf, 0x80, 0xbf, 2],
  [0xe0, 0xe0, 0xa0, 0xbf, 3],
  [0xe1, 0xec, 0x80, 0xbf, 3],
  [0xed, 0xed, 0x80, 0x9f, 3],
  [0xee, 0xef, 0x80, 0xbf, 3],
  [0xf0, 0xf0, 0x90, 0xbf, 4],
  [0xf1, 0xf3, 0x80, 0xbf, 4],
  [0xf4, 0xf4, 0x80, 0x8f, 4],
]

/** The `Kernels` method, over bytes: the first byte of the first sequence that is not in the table, or `to`. */
export function validUtf8(memory: Uint8Array, from: number, to: number): number {
  let p = from
  while (p < to) {
    const row = wellFormed.find(([low, high]) => memory[p] >= low && memory[p] <= high)
    if (row === undefined || p + row[4] > to) return p
    const [, , low, high, length] = row
    if (length > 1 && (memory[p + 1] < low || memory[p + 1] > high)) return p
    for (let i = 2; i < length; i++) if ((memory[p + i] & 0xc0) !== 0x80) return p
    p += length
  }
  return to
}
