/**
 * Hints: warnings that options do not suit the data. One line each, for a report; they change nothing.
 *
 * Ours: all of it. Cost: a pass over the documents, for containment a sort of a sample of them, for shingles of
 * characters a look at a sample of the shortest texts.
 */

import { printKeepRule } from '../ground/options/keep-rule.ts'
import { signatureWords } from '../methods/contract/signature-key.ts'
import type { Decision } from '../methods/options/decision.ts'
import type { ResultOptions } from '../methods/options/result-options.ts'
import type { Columns } from './batch/columns.ts'
import { doubtfulRules, hasPreferred, type KeepValues } from './batch/keep-order.ts'
import { withoutValue } from './batch/partition.ts'
import { gathered, readKeys } from './columns/chunks.ts'

/** Largest sample whose sizes are compared, of either side. */
const mostSizes = 50_000
/** How often one text may be as long as the other for the promised recall of containment. */
const promisedRatio = 2
/** Maximum number of texts whose characters are counted. */
const mostRead = 1000

/** Of texts with fewer words one other word in the middle changes a fifth of the shingles words:5 and more. */
const fewestWords = 25
/** Fewer texts are no collection of short ones. */
const leastTexts = 100

/** The described documents; nothing is grouped yet. */
interface HintedTexts {
  readonly result: ResultOptions
  readonly decision: Decision
  readonly columns: Columns & KeepValues
  /** The first document of the other side, if only pairs across are wanted. */
  readonly split: number | undefined
  readonly textOf: (document: number) => string
  /** The key of a text without a word, if an equal signature decides. */
  readonly emptyKey: () => ArrayLike<number> | undefined
}

export function textHints(texts: HintedTexts): string[] {
  const { result, columns } = texts
  return [
    shortTexts(texts) ?? fewWords(texts),
    sizesApart(texts),
    ...absentValues(texts),
    ...doubtfulRules(result.keep, columns),
    emptyProfiles(texts),
    unseparated(result, withoutValue(result, columns)),
  ].filter(hint => hint !== undefined)
}

/** Most texts are their own only shingle, so one other word makes them entirely different. */
function shortTexts(given: HintedTexts): string | undefined {
  const { columns, decision } = given
  const { unit, size } = decision.shingle
  if (!decision.isByCandidates || (unit !== 'words' && unit !== 'chars')) return undefined
  let texts = 0
  const few: number[] = []
  const counts = gathered(columns, columns.count, 'tokenCount')
  for (let document = 0; document < columns.count; document++) {
    const count = counts[document]
    if (count > 0) texts++
    if (count > 0 && count < size) few.push(document)
  }
  if (2 * few.length <= texts) return undefined
  const short = unit === 'words' ? few.length : shorterThan(size, few, given.textOf)
  if (2 * short <= texts) return undefined
  const counted = unit === 'words' ? 'words' : 'characters'
  const shorter = unit === 'words' ? '`shingle` chars:4, or ' : 'a shorter `shingle`, or '
  const other = `${decision.kind === 'measure' ? shorter : ''}\`method\` records or longest-words`
  return (
    `${short} of ${texts} texts have fewer than ${size} ${counted}, the length of a shingle, and match only ` +
    `texts of the same words: try ${other}`
  )
}

/** Of most texts one other word takes so many shingles that copies are below the usual thresholds. */
function fewWords({ columns, decision }: HintedTexts): string | undefined {
  const { unit, size } = decision.shingle
  if (decision.kind !== 'measure' || unit !== 'words' || size === 1) return undefined
  const counts = gathered(columns, columns.count, 'tokenCount')
  let all = 0
  let few = 0
  for (let document = 0; document < counts.length; document++) {
    const count = counts[document]
    all += +(count > 0)
    few += +(count > 0 && count < fewestWords)
  }
  if (all < leastTexts || 2 * few <= all) return undefined
  return (
    `${few} of ${all} texts have fewer than ${fewestWords} words, so one other word changes much of their ` +
    `shingles of ${size} words: try \`shingle\` chars:4`
  )
}

/** Number of these texts with fewer characters, estimated from a sample. */
function shorterThan(size: number, documents: readonly number[], textOf: HintedTexts['textOf']): number {
  const step = Math.ceil(documents.length / mostRead)
  const sample = documents.filter((_, i) => i % step === 0)
  const short = sample.filter(document => {
    const words = textOf(document).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
    return Array.from(words.join(' ')).length < size
  })
  return Math.round((documents.length * short.length) / sample.length)
}

/**
 * Candidates of containment are promised only between texts of similar sizes.
 *
 * @param texts what the documents are called
 */
export function sizesApart(
  { decision, columns, split }: Pick<HintedTexts, 'decision' | 'columns' | 'split'>,
  texts = 'texts',
): string | undefined {
  if (decision.kind !== 'measure' || decision.measure !== 'containment' || decision.isJoined)
    return undefined
  const sizes = gathered(columns, columns.count, 'tokenCount')
  const left = sortedSample(sizes.subarray(0, split))
  const right = split === undefined ? left : sortedSample(sizes.subarray(split))
  let [apart, from, to] = [0, 0, 0]
  for (const size of left) {
    while (from < right.length && promisedRatio * right[from] < size) from++
    while (to < right.length && right[to] <= promisedRatio * size) to++
    apart += from + right.length - to
  }
  const pairs = left.length * (right.length - (split === undefined ? 1 : 0))
  const percent = Math.floor((100 * apart) / pairs)
  if (!(percent >= 1)) return undefined
  return (
    `the promise of containment holds up to a size ratio of two; ${percent} % of the pairs of ${texts} differ by ` +
    'more, and may be missed: `passages` finds what of one text stands in another, in texts of any size'
  )
}

function sortedSample(sizes: Uint32Array): Uint32Array {
  const step = Math.max(1, Math.ceil(sizes.length / mostSizes))
  return Uint32Array.from({ length: Math.floor(sizes.length / step) }, (_, i) => sizes[i * step])
    .filter(size => size > 0)
    .sort()
}

function absentValues({ result, columns }: HintedTexts): string[] {
  if (columns.count === 0) return []
  const absent = result.keep.filter(rule => !hasPreferred(rule, result.keep, columns))
  return absent.map(rule => `no record has the value of \`keep\` ${printKeepRule(rule)}`)
}

/** Documents without the field of `within`. */
function unseparated({ within }: ResultOptions, count: number): string | undefined {
  if (count === 0) return undefined
  const records = count === 1 ? '1 record has' : `${count} records have`
  return `${records} no value of \`within\` ${within}, and ${count === 1 ? 'is' : 'are'} compared with each other only`
}

/** The profile has no word of a text whose words are all too short or too rare. */
function emptyProfiles({ decision, result, columns, emptyKey }: HintedTexts): string | undefined {
  if (decision.kind !== 'signature' || decision.kernel?.name !== 'profile') return undefined
  const empty = emptyKey()
  if (empty === undefined) return undefined
  let texts = 0
  const counts = gathered(columns, columns.count, 'tokenCount')
  const key = new Uint32Array(signatureWords)
  for (let document = 0; document < columns.count; document++) {
    if (counts[document] === 0) continue
    readKeys(columns, document, key)
    if (key.every((word, i) => word === empty[i])) texts++
  }
  if (texts < 2) return undefined
  return `${texts} texts have no word in their profile, so ${result.method} takes all of them for the same`
}
