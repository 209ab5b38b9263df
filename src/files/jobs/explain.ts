/**
 * Explain: why two records do or do not match, with everything that decides it.
 *
 * Measures are exact, on the full shingle sets; the estimate and the bands are what a run sees before it measures.
 * If one of the two texts has no token, there is nothing to measure: they match only if they are equal, or if the
 * method finds its pairs by itself.
 */

import { type Comparison, compareParts } from '../../engine/explain/comparison.ts'
import {
  type ExplainedDocument,
  type Explanation,
  signaturePair,
} from '../../engine/explain/explanation.ts'
import { decidedValue, explanationOf } from '../../engine/explain/verdict.ts'
import { commonPassages } from '../../engine/passages/common-passages.ts'
import { checkArgument, checkTexts } from '../../ground/options/arguments.ts'
import { resolveRunningOptions } from '../../ground/options/running-options.ts'
import { resolveSpeedOptions } from '../../ground/options/speed-options.ts'
import { type Decision, decisionOf, measuredBandsOf } from '../../methods/options/decision.ts'
import type { ResultOptions } from '../../methods/options/result-options.ts'
import type { AgreeingBands } from '../../texts/lsh/agreeing-bands.ts'
import type { ExplainRequest, RunEvents } from '../requests.ts'
import { findRecords } from '../run/find-records.ts'
import { idOfDocument } from '../run/identities.ts'
import type { Run } from '../run/run.ts'
import { findTextPairs } from '../run/text-pairs.ts'
import { type Dissection, dissect } from '../work/dissect.ts'
import { checkRequest } from './given-request.ts'
import { runJob } from './job.ts'

/** Bad records are skipped: the question is not about them. One thread, as the records are searched in order. */
const speed = resolveSpeedOptions({ threads: 1 })
const running = resolveRunningOptions({ maxBad: 1 })
const events: RunEvents = { progress: () => {}, signal: new AbortController().signal }

/** @throws NearsameError DOCUMENT_NOT_FOUND, and those of reading */
export async function explainRecords(request: ExplainRequest): Promise<Explanation> {
  checkRequest(request, { files: [], others: ['ids'], parts: ['result', 'input'] })
  checkTexts('request.ids', request.ids)
  checkArgument(request.ids.length === 2, 'request.ids', request.ids, 'a list of two ids')
  const { input, inputs, result } = request
  const decision = decisionOf(result)
  const shape = measuredBandsOf(result, decision)
  // The scan only finds the records, if need be by their columns; the details of these two are computed afterwards.
  const scanned = { inputs, input, running, speed, result: { ...result, near: decision.readsColumns } }
  return runJob<Explanation>(scanned, events, {
    purpose: { measuresPairs: false },
    async work(run) {
      const [a, b] = findRecords(run, request.ids).map(document => {
        const dissection = dissect(run.thread, run.documents.placeOf(document), shape.bands, shape.rows)
        return { ...dissection, document, named: namedOf(run, document, dissection.text) }
      })
      const comparison = await comparisonOf({ decision, result }, shape, a, b)
      const decided = await decidedValue(decision, comparison.equality, {
        trialKeys: () => [keysOf(run, a), keysOf(run, b)],
        textPairs: (pairs, explained) => findTextPairs(run, pairs, { explained }),
        numbers: [a.document, b.document],
      })
      const { fold, symbols } = result
      const passages = await commonPassages(a.text, b.text, { fold, symbols })
      return {
        a: a.named,
        b: b.named,
        ...explanationOf({ decision, result }, comparison, decided),
        passages,
      }
    },
  })
}

async function comparisonOf(
  { decision, result }: { readonly decision: Decision; readonly result: ResultOptions },
  shape: AgreeingBands,
  a: Dissection,
  b: Dissection,
): Promise<Comparison> {
  const signature = decision.kind === 'signature' ? await decision.signature() : undefined
  const signatures = signature && signaturePair(result.method, signature(a.text), signature(b.text))
  return compareParts(a, b, Buffer.compare(a.bytes, b.bytes) === 0, shape, signatures)
}

/** The keys of the trials; undefined for a text without tokens. */
function keysOf({ thread }: Run, { bytes }: Dissection): Uint32Array | undefined {
  const at = thread.sets.free
  thread.space.reserve(at + bytes.length + 64)
  thread.space.bytes.set(bytes, at)
  return thread.signer?.keys([at, at + bytes.length], at + bytes.length + 64)[0]
}

function namedOf(run: Run, document: number, text: string): ExplainedDocument {
  return { id: idOfDocument(run, document), at: run.documents.at(document), text }
}
