/**
 * What the text rule does with each character, derived from the character database.
 *
 *     mapping(c) = NFKC_Casefold(c) of Unicode, but compatibility mappings of `keptKinds` are not applied
 *
 * so a character becomes a sequence of others, or nothing; the rule then normalises to NFC. Fully decomposed: repeat
 * {decompose, fold, drop default-ignorables} until nothing changes.
 *
 * Class: 0 separator, 1 token character, 2 mark, 3 base character that begins its own token. Flag: of a separator,
 * whether it is a symbol; of a token character or mark, whether `fold: marks` drops marks after it, or it.
 *
 * Source: Unicode 17.0.0, section 3.13 (toNFKC_Casefold, R5), UAX #44 (NFKC_Casefold), UAX #24 (scripts).
 * Ours: the exception, the classes.
 */
import { expanding } from '../../src/texts/kernels/reference/utf8.ts'
import { codePoints, type Ucd } from './ucd.ts'

/** First code point that has no entry in the tables: from here on there are only ignorable and private characters. */
export const tableEnd = 0x33480

const hangul = { syllables: 0xac00, v: 0x1161, t: 0x11a7, vCount: 21, tCount: 28, count: 11172 } as const
const isHangul = (codePoint: number): boolean =>
  codePoint >= hangul.syllables && codePoint < hangul.syllables + hangul.count

export const classes = { separator: 0, token: 1, mark: 2, base: 3 } as const
/** Added to a class: see above. */
export const flag = 4
/** In place of class and flag: the character vanishes. */
export const ignored = 8

/** Class and flag of a character that the mapping does not change. */
export function classOf(ucd: Ucd, codePoint: number): number {
  if (ucd.ignorable.has(codePoint)) return ignored
  if (ucd.surrogates.has(codePoint)) return classes.base
  if (ucd.marks.has(codePoint)) return classes.mark + (ucd.droppableMarks.has(codePoint) ? flag : 0)
  if (!ucd.words.has(codePoint)) return classes.separator + (ucd.symbols.has(codePoint) ? flag : 0)
  if (ucd.spaceless.has(codePoint)) return classes.base
  return classes.token + (ucd.droppable.has(codePoint) ? flag : 0)
}

/** Mappings and canonical composition over one database. */
export class Mappings {
  readonly #ucd: Ucd
  readonly #composites: ReadonlyMap<string, number>
  /** The second characters of compositions, with Hangul vowels and finals. */
  readonly seconds: ReadonlySet<number>

  constructor(ucd: Ucd) {
    this.#ucd = ucd
    const pairs = [...ucd.decomposition].filter(
      ([whole, { length }]) => length > 1 && !ucd.excluded.has(whole),
    )
    this.#composites = new Map(pairs.map(([whole, parts]) => [parts.join(), whole]))
    const vowels = Array.from({ length: hangul.vCount }, (_, i) => hangul.v + i)
    const finals = Array.from({ length: hangul.tCount - 1 }, (_, i) => hangul.t + 1 + i)
    this.seconds = new Set([...vowels, ...finals, ...pairs.map(([, [, second]]) => second)])
  }

  ccc(codePoint: number): number {
    return this.#ucd.combiningClass.get(codePoint) ?? 0
  }

  /** Full canonical decomposition of one character; Hangul syllables stay whole. */
  canonical(codePoint: number): number[] {
    return (this.#ucd.decomposition.get(codePoint) ?? [])
      .flatMap(each => this.canonical(each))
      .concat(this.#ucd.decomposition.has(codePoint) ? [] : codePoint)
  }

  #compatible(codePoint: number): number[] {
    const { decomposition, compatibility } = this.#ucd
    const parts = decomposition.get(codePoint) ?? compatibility.get(codePoint)
    return parts === undefined ? [codePoint] : parts.flatMap(each => this.#compatible(each))
  }

  /** The mapping of one character, fully decomposed and in canonical order. */
  decomposed(codePoint: number): number[] {
    const { folding, ignorable } = this.#ucd
    let parts = [codePoint]
    for (;;) {
      const folded = parts
        .flatMap(each => this.#compatible(each))
        .flatMap(each => folding.get(each) ?? [each])
      const kept = folded.filter(each => !ignorable.has(each)).flatMap(each => this.#compatible(each))
      const next = this.#ordered(kept)
      if (next.join() === parts.join()) return next
      parts = next
    }
  }

  #ordered(parts: readonly number[]): number[] {
    const ordered: number[] = []
    for (const part of parts) {
      let at = ordered.length
      if (this.ccc(part) > 0) while (at > 0 && this.ccc(ordered[at - 1]) > this.ccc(part)) at--
      ordered.splice(at, 0, part)
    }
    return ordered
  }

  /** The composite of two characters. */
  #pair(first: number, second: number): number | undefined {
    const [lead, vowel] = [first - 0x1100, second - hangul.v]
    const isFirst = lead >= 0 && lead < 19 && vowel >= 0 && vowel < hangul.vCount
    if (isFirst) return hangul.syllables + (lead * hangul.vCount + vowel) * hangul.tCount
    const final = second - hangul.t
    const isOpen = isHangul(first) && (first - hangul.syllables) % hangul.tCount === 0
    if (isOpen && final > 0 && final < hangul.tCount) return first + final
    return this.#composites.get(`${first},${second}`)
  }

  /** Canonical composition of decomposed characters. */
  composed(parts: readonly number[]): number[] {
    const composed: number[] = []
    let starter = -1
    let last = 0
    for (const part of parts) {
      const ccc = this.ccc(part)
      const isBlocked = starter < 0 || (starter < composed.length - 1 && last >= ccc)
      const whole = isBlocked ? undefined : this.#pair(composed[starter], part)
      if (whole !== undefined) {
        composed[starter] = whole
        continue
      }
      if (ccc === 0) starter = composed.length
      last = ccc
      composed.push(part)
    }
    return composed
  }
}

export interface Properties {
  /** [code point < tableEnd] class and flag; `ignored`; undefined if the mapping changes the character. */
  readonly classes: (number | undefined)[]
  /** [code point < tableEnd] canonical combining class. */
  readonly ccc: number[]
  /** Changed characters and what they become, composed; ascending. */
  readonly mappings: [number, number[]][]
  /** Composites that the mapping does not change, with their two parts; ascending. */
  readonly composites: [whole: number, first: number, second: number][]
}

/** @throws if an assumption of the kernels does not hold */
export function deriveProperties(ucd: Ucd): Properties {
  const rules = new Mappings(ucd)
  const found: Properties = { classes: [], ccc: [], mappings: [], composites: [] }
  for (let codePoint = 0; codePoint < codePoints; codePoint++) {
    const decomposed = isHangul(codePoint) ? [codePoint] : rules.decomposed(codePoint)
    const mapping = rules.composed(decomposed)
    const isSame = mapping.join() === `${codePoint}`
    checkClaims(ucd, rules, codePoint, decomposed, mapping)
    if (codePoint >= tableEnd) continue
    const isIgnored = decomposed.length === 0
    found.ccc.push(rules.ccc(codePoint))
    found.classes.push(isSame || isIgnored ? classOf(ucd, codePoint) : undefined)
    if (!isSame && !isIgnored) found.mappings.push([codePoint, mapping])
    const [first, second] = ucd.decomposition.get(codePoint) ?? []
    if (isSame && second !== undefined) found.composites.push([codePoint, first, second])
  }
  return found
}

const utf8Length = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4

/** Bytes of canonical text for each byte of a character: `canonicalRoom` in `memory-layout.ts`. */
const mostGrowth = 11
/** The same for all that is made of a text: `scratchBytes` in `plan-layout.ts`. */
const usualRoom = { drop: 10, keep: 27 } as const
const largestRoom = 70

/** Bytes of a mapped character in the memory of a text: canonical text; it, tokens and shingles. */
function roomOf(
  ucd: Ucd,
  mapping: readonly number[],
  symbols: 'drop' | 'keep',
): { text: number; all: number } {
  const kinds = mapping.map(each => classOf(ucd, each))
  const isOwn = (kind: number): boolean => kind === classes.base || (kind === flag && symbols === 'keep')
  const isJoined = (kind: number): boolean => (kind & 3) === classes.token
  const isApart = (kind: number): boolean => (kind & 3) === classes.separator && !isOwn(kind)
  const own = kinds.filter(isOwn).length
  const joined = kinds.filter((kind, i) => isJoined(kind) && !isJoined(kinds[i - 1] ?? 0)).length
  const text = mapping.reduce((sum, each) => sum + utf8Length(each), 0) + own
  // A separator before a token is another character, which has room for half of it.
  const tokens = own + joined - (isJoined(kinds[0] ?? 0) ? 0.5 : 0) + (isApart(kinds.at(-1) ?? 1) ? 0.5 : 0)
  return { text, all: text + 8 * tokens + 8 * Math.max(tokens, symbols === 'keep' ? mapping.length : 0) }
}

/** Whether a character may take `largestRoom`. */
function isExpanding(codePoint: number): boolean {
  const bytes = new TextEncoder().encode(String.fromCodePoint(codePoint))
  return expanding(bytes, 0, bytes.length) === 1
}

/** The assumptions of the kernels, character by character. */
function checkClaims(
  ucd: Ucd,
  rules: Mappings,
  codePoint: number,
  decomposed: readonly number[],
  mapping: readonly number[],
): void {
  const isStable = (each: number): boolean =>
    isHangul(each) || rules.composed(rules.decomposed(each)).join() === `${each}`
  const isSame = mapping.join() === `${codePoint}`
  const startsSegment = rules.ccc(decomposed[0]) === 0 && !rules.seconds.has(decomposed[0])
  const size = utf8Length(codePoint)
  const isExpanded = isExpanding(codePoint)
  const drop = roomOf(ucd, mapping, 'drop')
  const keep = roomOf(ucd, mapping, 'keep')
  const pair = ucd.decomposition.get(codePoint) ?? []
  const claims: [string, boolean][] = [
    ['mappings are stable', mapping.every(isStable)],
    ['a character becomes at most 18', decomposed.length <= 18],
    [
      'default-ignorables vanish, and only they do',
      (mapping.length === 0) === ucd.ignorable.has(codePoint),
    ],
    [
      'a composite of stable parts is stable',
      isSame || pair.length < 2 || ucd.excluded.has(codePoint) || !pair.every(isStable),
    ],
    ['the second of a pair does not decompose', !ucd.decomposition.has(pair[1] ?? -1)],
    [
      'inside a segment there are 4 entries for 3 bytes',
      startsSegment || 3 * decomposed.length <= 4 * size,
    ],
    ['canonical text takes at most 11 bytes a byte', Math.max(drop.text, keep.text) <= mostGrowth * size],
    // In ASCII without symbols, a separator stands between two tokens.
    [
      'text, tokens, shingles fit',
      size === 1 || drop.all <= (isExpanded ? largestRoom : usualRoom.drop) * size,
    ],
    ['symbols fit, too', keep.all <= (isExpanded ? largestRoom : usualRoom.keep) * size],
    [
      'below U+00C0 and from U+0300 to U+033F no result decomposes',
      !isSame || pair.length === 0 || (codePoint >= 0xc0 && (codePoint < 0x300 || codePoint >= 0x340)),
    ],
    [
      'U+4E00 to U+9FFF are base characters',
      codePoint < 0x4e00 || codePoint > 0x9fff || (isSame && classOf(ucd, codePoint) === classes.base),
    ],
    [
      'from tableEnd on characters vanish, are private or separate',
      codePoint < tableEnd || highClass(codePoint) === classOf(ucd, codePoint),
    ],
  ]
  const broken = claims.find(([, holds]) => !holds)
  if (broken) throw new Error(`U+${codePoint.toString(16)}: expected that ${broken[0]}`)
}

/** What the kernels assume without a table. */
function highClass(codePoint: number): number {
  if (codePoint >> 12 === 0xe0) return ignored
  return codePoint >= 0xf0000 && (codePoint & 0xffff) < 0xfffe ? flag : 0
}
