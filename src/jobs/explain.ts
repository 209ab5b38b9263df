/**
 * Explain: why two records do or do not match, with everything that decides about it.
 *
 * Measures are exact, on the full shingle sets; the estimate and the bands are what the run sees before it measures.
 * For two texts of which one has no token there is nothing to measure: they are alike only when they are equal.
 */
import type { ExplainRequest, RunEvents } from '../batch/requests.ts'
import {
  type ExplainedDocument,
  type Explanation,
  signaturePair,
  verdictOf,
} from '../explain/explanation.ts'
import { type Overlap, shingleOverlap } from '../explain/shingle-overlap.ts'
import { wordDiff } from '../explain/word-diff.ts'
import { agreedTrials } from '../lsh/collapse.ts'
import { decisionOf, limitsOf, measuredBandsOf, measureOf, signatureOf } from '../method/methods.ts'
import type { ResultOptions } from '../options/result-options.ts'
import { resolveRunningOptions } from '../options/running-options.ts'
import { resolveSpeedOptions } from '../options/speed-options.ts'
import { findRecords } from '../run/find-records.ts'
import { Identities } from '../run/identities.ts'
import { openRun } from '../run/open-run.ts'
import type { Run } from '../run/run.ts'
import { scanInputs } from '../run/scan.ts'
import { findTextPairs } from '../run/text-pairs.ts'
import { similarityOf } from '../similarity/overlap.ts'
import { type Dissection, dissect } from '../tasks/dissect.ts'

/** Bad records are passed over: they are not what is asked about. One thread, as the records are searched in order. */
const speed = resolveSpeedOptions({ threads: 1 })
const running = resolveRunningOptions({ maxBad: 1 })
const events: RunEvents = { progress: () => {}, signal: new AbortController().signal }

/** One of the two: its text taken apart, and its number. */
type Explained = Dissection & { readonly document: number }

/** @throws NearsameError DOCUMENT_NOT_FOUND, and those of reading */
export async function explainRecords(request: ExplainRequest): Promise<Explanation> {
  const { input, inputs, result } = request
  const shape = measuredBandsOf(result)
  // The scan finds records; what is to be known of these two is made afterwards.
  const scanned = { inputs, input, running, speed, result: { ...result, near: false } }
  const run = await openRun(scanned, { outputs: [], measuresPairs: false }, events)
  try {
    await scanInputs(run)
    const [a, b] = findRecords(run, request.ids).map(document => {
      const dissection = dissect(run.thread, run.documents.placeOf(document), shape.bands, shape.rows)
      return { ...dissection, document, named: namedOf(run, document, dissection.text) }
    })
    const kind = equalityOf(a, b)
    const overlap = shingleOverlap(a.shingles, b.shingles)
    const { sharedShingles, onlyAShingles, onlyBShingles } = overlap
    const measures = measuresOf(a, b, overlap, kind === 'exact')
    const signature = result.near ? await signatureOf(result) : undefined
    const signatures = signature && signaturePair(result.method, signature(a.text), signature(b.text))
    const isMeasured = kind === 'normalised' || measures[result.measure] >= result.threshold
    const decided = await decidedValue(run, request, a, b)
    const isDecided = decided && decided.value !== null
    const isAlike = signatures?.areEqual ?? isDecided ?? (result.near && isMeasured)
    return {
      a: a.named,
      b: b.named,
      measures,
      ...(signatures && { signatures }),
      ...(decided && { decided }),
      ...verdictOf(kind, isAlike),
      threshold: result.threshold,
      bandsMet: equalPlaces(a.bandKeys, b.bandKeys),
      bands: shape.bands,
      rows: shape.rows,
      agree: shape.agree,
      sharedShingles,
      onlyAShingles,
      onlyBShingles,
      diff: wordDiff(a.words, b.words),
    }
  } finally {
    await run.close()
  }
}

/** What trials, or a method that looks at all texts at once, say of two documents. */
async function decidedValue(
  run: Run,
  { result }: ExplainRequest,
  a: Explained,
  b: Explained,
): Promise<Explanation['decided']> {
  const decision = decisionOf(result)
  if (decision !== 'pairs' && decision !== 'trials') return undefined
  const find = decision === 'trials' ? trialValue : pairValue
  const value = await find(run, result, a, b)
  return { method: result.method, measure: measureOf(result), value }
}

function trialValue({ thread }: Run, result: ResultOptions, a: Explained, b: Explained): number | null {
  const [left, right] = [a, b].map(({ bytes }) => {
    const at = thread.sets.free
    thread.space.reserve(at + bytes.length + 64)
    thread.space.bytes.set(bytes, at)
    return thread.signer?.keys([at, at + bytes.length], at + bytes.length + 64)[0]
  })
  if (left === undefined || right === undefined) return null
  const agreed = agreedTrials(left, right)
  return agreed >= limitsOf(result).least ? agreed : null
}

async function pairValue(
  run: Run,
  result: ResultOptions,
  a: Explained,
  b: Explained,
): Promise<number | null> {
  const { left, right, similarity, firstOf } = await findTextPairs(run)
  const [first, second] = [a, b]
    .map(({ document }) => firstOf?.[document] ?? document)
    .sort((x, y) => x - y)
  if (first === second) return limitsOf(result).same
  const row = left.findIndex((document, at) => document === first && right[at] === second)
  return row === -1 ? null : similarity[row]
}

function namedOf(run: Run, document: number, text: string): ExplainedDocument {
  const identities = new Identities(run)
  return { id: identities.id(document), at: identities.at(document), text }
}

function equalityOf(a: Dissection, b: Dissection): 'exact' | 'normalised' | undefined {
  if (Buffer.compare(a.bytes, b.bytes) === 0) return 'exact'
  return a.sequence !== '' && a.sequence === b.sequence ? 'normalised' : undefined
}

function measuresOf(
  a: Dissection,
  b: Dissection,
  overlap: Overlap,
  isExact: boolean,
): Explanation['measures'] {
  const { shared, onlyA, onlyB } = overlap
  const measured = (measure: 'jaccard' | 'containment') =>
    isExact ? 1 : similarityOf(measure, { shared, a: shared + onlyA, b: shared + onlyB })
  const agreed =
    a.signature === undefined ? 0 : equalPlaces(a.signature, b.signature).length / a.signature.length
  return {
    jaccard: measured('jaccard'),
    containment: measured('containment'),
    shared,
    onlyA,
    onlyB,
    estimate: isExact ? 1 : agreed,
  }
}

/** Where both have the same number; nowhere when one is missing. */
function equalPlaces(a: Uint32Array | undefined, b: Uint32Array | undefined): number[] {
  if (a === undefined || b === undefined) return []
  return [...a.keys()].filter(place => a[place] === b[place])
}
