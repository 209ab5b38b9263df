/**
 * Hints: what a scan shows about the texts that makes the options a doubtful choice. One line each, for the summary
 * and the report; they change nothing.
 *
 * Ours: all of it. Cost: a pass over the documents, and for containment a sort of a sample of them.
 */
import { hasPreferred } from '../../engine/batch/keep-order.ts'
import { printKeepRule } from '../../ground/options/keep-rule.ts'
import { signatureWords } from '../../methods/contract/signature-key.ts'
import { kernelOf, trialsOf } from '../../methods/options/chosen-method.ts'
import type { Run } from './run.ts'

/** Largest sample whose sizes are compared, of either side. */
const mostSizes = 50_000
/** How often one text may be as long as the other for the promised recall of containment. */
const promisedRatio = 2

/**
 * REQUIRES: the run is scanned, and nothing is grouped.
 *
 * @param split the first document of the other side, if only pairs across are wanted
 */
export function hintsOf(run: Run, split?: number): string[] {
  return [
    oneDocument(run),
    shortTexts(run),
    sizesApart(run, split),
    ...absentValues(run),
    emptyProfiles(run),
  ].filter(hint => hint !== undefined)
}

/** A single file whose name shows no records is one document, which equals nothing. */
function oneDocument({ settings }: Run): string | undefined {
  const { inputs } = settings.set
  if (inputs.length !== 1 || inputs[0].format !== 'whole' || inputs[0].root !== undefined) return undefined
  return 'the input is one file, read as one document: `inputFormat` txt or jsonl reads its lines as records'
}

/** Most texts are their own only shingle, so one other word makes them entirely different. */
function shortTexts({ decision, documents, settings }: Run): string | undefined {
  const words = wordsOfShingle(decision, settings.result)
  let [texts, short] = [0, 0]
  for (let document = 0; document < documents.count; document++) {
    const count = documents.tokenCount[document]
    if (count > 0) texts++
    if (count > 0 && count < words) short++
  }
  if (2 * short <= texts) return undefined
  const other = decision === 'measure' ? '`shingle` chars:4, or ' : ''
  return (
    `${short} of ${texts} texts have fewer than ${words} words, the length of a shingle, and match only texts of the ` +
    `same words: try ${other}\`method\` records or longest-words`
  )
}

function wordsOfShingle(decision: Run['decision'], result: Run['settings']['result']): number {
  if (decision === 'trials') return trialsOf(result).words
  const { unit, size } = result.shingle
  return decision === 'measure' && unit === 'words' ? size : 0
}

/** Candidates of containment are promised only between texts of similar sizes. */
function sizesApart({ decision, documents, settings }: Run, split?: number): string | undefined {
  if (decision !== 'measure' || settings.result.measure !== 'containment') return undefined
  const sizes = documents.tokenCount.subarray(0, documents.count)
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
    `the promise of containment holds up to a size ratio of two; ${percent} % of the pairs of texts differ by more, ` +
    'and may be missed'
  )
}

function sortedSample(sizes: Uint32Array): Uint32Array {
  const step = Math.max(1, Math.ceil(sizes.length / mostSizes))
  return Uint32Array.from({ length: Math.floor(sizes.length / step) }, (_, i) => sizes[i * step])
    .filter(size => size > 0)
    .sort()
}

function absentValues({ documents, settings }: Run): string[] {
  if (documents.count === 0) return []
  const absent = settings.result.keep.filter(rule => !hasPreferred(rule, settings.result.keep, documents))
  return absent.map(rule => `no record has the value of \`keep\` ${printKeepRule(rule)}`)
}

/** The profile has no word of a text whose words are all too short or too rare. */
function emptyProfiles({ documents, decision, settings, thread }: Run): string | undefined {
  if (decision !== 'signature' || kernelOf(settings.result)?.name !== 'profile') return undefined
  const { signer, space, sets } = thread
  const at = sets.free
  space.reserve(at + 128)
  space.bytes[at] = 46 // a full stop: a text, but no word
  const [empty] = signer?.keys([at, at + 1], at + 64) ?? []
  if (empty === undefined) return undefined
  let texts = 0
  for (let document = 0; document < documents.count; document++) {
    if (documents.tokenCount[document] === 0) continue
    const key = signatureWords * document
    if (empty.every((word, i) => documents.keys[key + i] === word)) texts++
  }
  if (texts < 2) return undefined
  return `${texts} texts have no word in their profile, so ${settings.result.method} takes all of them for the same`
}
