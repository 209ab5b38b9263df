/**
 * The properties of characters that the text rule needs, derived from the character database.
 *
 * Class: 0 separator, 1 token character, 2 mark, 3 base character that begins its own token.
 * Kind, by the fast path's options:
 *   0 alone   a normalisation boundary whose whole treatment (NFC, fold, NFC) is adding `delta`
 *   1 mark    never composes; stays as it is while combining classes do not fall
 *   2 first   begins a segment that must be decomposed and composed
 *   3 inner   belongs to the segment of the character before it, which must be decomposed and composed
 *
 * Source: UAX #15 (Unicode 17.0.0), sections 1.3 (definitions), 9 (quick check) and 16 (Hangul); UAX #24 (scripts).
 * Ours: the four kinds, and the claims of `checkClaims`, by which a run of kinds 0 and 1 needs no further check.
 */
import { codePoints, type Ucd } from './ucd.ts'

export interface Properties {
  readonly class: number
  readonly kind: number
  readonly ccc: number
  /** Added by folding (kind 0: by NFC, folding and NFC). */
  readonly delta: number
}

const classes = { separator: 0, token: 1, mark: 2, base: 3 } as const
const kinds = { alone: 0, mark: 1, first: 2, inner: 3 } as const

const hangul = { syllables: 0xac00, v: 0x1161, t: 0x11a7, vCount: 21, tCount: 28, count: 11172 } as const

function classOf({ words, marks, surrogates, spaceless }: Ucd, codePoint: number): number {
  if (surrogates.has(codePoint)) return classes.base
  if (marks.has(codePoint)) return classes.mark
  if (!words.has(codePoint)) return classes.separator
  return spaceless.has(codePoint) ? classes.base : classes.token
}

/** The second characters of compositions, with Hangul vowels and finals. */
function secondCharacters(ucd: Ucd): Set<number> {
  const seconds = new Set<number>()
  for (let i = 0; i < hangul.vCount; i++) seconds.add(hangul.v + i)
  for (let i = 1; i < hangul.tCount; i++) seconds.add(hangul.t + i)
  for (const [composite, [, second]] of ucd.decomposition) {
    if (second !== undefined && !ucd.excluded.has(composite)) seconds.add(second)
  }
  return seconds
}

/** Full canonical decomposition of one character. The second of a pair never decomposes further. */
export function decompose(ucd: Ucd, codePoint: number): number[] {
  const at = codePoint - hangul.syllables
  if (at >= 0 && at < hangul.count) {
    const block = hangul.vCount * hangul.tCount
    const lv = [0x1100 + Math.floor(at / block), hangul.v + Math.floor((at % block) / hangul.tCount)]
    return at % hangul.tCount === 0 ? lv : [...lv, hangul.t + (at % hangul.tCount)]
  }
  const [first, ...second] = ucd.decomposition.get(codePoint) ?? []
  return first === undefined ? [codePoint] : [...decompose(ucd, first), ...second]
}

const utf8Length = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4

/** Properties of all code points. @throws if a claim of the kernels does not hold. */
export function deriveProperties(ucd: Ucd): Properties[] {
  const seconds = secondCharacters(ucd)
  const ccc = (codePoint: number): number => ucd.combiningClass.get(codePoint) ?? 0
  const startsSegment = (codePoint: number): boolean => {
    const [first] = decompose(ucd, codePoint)
    return ccc(first) === 0 && !seconds.has(first)
  }
  const all = Array.from({ length: codePoints }, (_, codePoint): Properties => {
    const common = { class: classOf(ucd, codePoint), ccc: ccc(codePoint) }
    const delta = (ucd.folding.get(codePoint) ?? codePoint) - codePoint
    const folded = codePoint + delta
    if (startsSegment(codePoint)) {
      // A composite that NFC keeps, folded to another such: then NFC changes neither.
      const stays = !ucd.excluded.has(codePoint) && !ucd.excluded.has(folded)
      return { ...common, kind: stays ? kinds.alone : kinds.first, delta: stays ? delta : 0 }
    }
    const neverComposes = common.ccc > 0 && !seconds.has(codePoint) && !ucd.decomposition.has(codePoint)
    return { ...common, kind: neverComposes && delta === 0 ? kinds.mark : kinds.inner, delta }
  })
  for (let codePoint = 0; codePoint < codePoints; codePoint++) checkClaims(ucd, all, codePoint)
  return all
}

/** The assumptions of the kernels, character by character. */
function checkClaims(ucd: Ucd, all: readonly Properties[], codePoint: number): void {
  const { class: own, kind, delta, ccc } = all[codePoint]
  const boundary = kind === kinds.alone || kind === kinds.first
  const full = decompose(ucd, codePoint)
  const folded = decompose(ucd, codePoint + delta)
  const isBase = (each: number): boolean => all[each].ccc === 0
  const claims: [string, boolean][] = [
    ['folding keeps boundaries', !boundary || all[codePoint + delta].kind === kinds.alone || delta === 0],
    ['a boundary is a starter', !boundary || ccc === 0],
    ['what folds is what NFC leaves', delta === 0 || !ucd.excluded.has(codePoint)],
    ['folding never lengthens a decomposition', folded.length <= full.length],
    ['folding keeps the class', kind !== kinds.alone || all[codePoint + delta].class === own],
    ['inside a segment there are only marks and token characters', boundary || own === 1 || own === 2],
    [
      'a segment fits 4 bytes for each of its bytes',
      full.length <= utf8Length(codePoint) + (boundary ? 1 : 0),
    ],
    [
      'no starter follows a mark within a decomposition',
      !/mb/.test(full.map(each => (isBase(each) ? 'b' : 'm')).join('')),
    ],
    [
      'the second of a pair does not decompose',
      !ucd.decomposition.has(ucd.decomposition.get(codePoint)?.[1] ?? -1),
    ],
    [
      'below U+00C0 and U+0340 nothing decomposes',
      full.length === 1 || (codePoint >= 0xc0 && (codePoint < 0x300 || codePoint >= 0x340)),
    ],
    [
      'U+4E00 to U+9FFF are base characters',
      codePoint < 0x4e00 || codePoint > 0x9fff || (own === 3 && kind === 0 && delta === 0),
    ],
  ]
  const broken = claims.find(([, holds]) => !holds)
  if (broken) throw new Error(`U+${codePoint.toString(16)}: expected that ${broken[0]}`)
}
