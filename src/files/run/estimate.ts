/**
 * Estimate: what a run will take, from the start of each input and measured figures
 * (docs/decisions/0014-memory-budget.md).
 */
import { gathered } from '../../engine/columns/chunks.ts'
import { isReadInPlace } from '../inputs/resolve/input.ts'
import type { RunReport } from '../requests.ts'
import { mostPeak } from '../work/thread/budget-peak.ts'
import { usualRatio, usualRecord } from './input-size.ts'
import type { Run } from './run.ts'

/** Processor seconds for each byte and for each document, on one thread of a server of 2024. */
const secondsOf = { byte: 4.5e-9, document: 6e-6 }

/** The program with one thread, each further thread, and what it keeps of each document beside keys. */
const memoryOf = { program: 74e6, thread: 25e6, document: 180 }

/** REQUIRES: the start of each input is scanned. */
export function estimateOf(run: Run): NonNullable<RunReport['estimate']> {
  const { budget, documents, settings, threads } = run
  const { bands, sketches } = documents.shape
  let copied = 0
  let bytes = 0
  for (const input of settings.set.inputs) {
    const size = isReadInPlace(input) ? input.sizeBytes : usualRatio * input.sizeBytes
    bytes += size
    if (!isReadInPlace(input)) copied += size
  }
  const read = gathered(documents, documents.count, 'length').reduce((sum, length) => sum + length, 0)
  const count = Math.ceil(bytes / (documents.count > 0 ? Math.max(1, read / documents.count) : usualRecord))
  const columns = 4 * bands + (sketches ? 84 : 0) + 48
  const needed =
    memoryOf.program + memoryOf.thread * (threads - 1) + count * (4 * bands + memoryOf.document)
  return {
    documents: count,
    threads,
    memoryBytes: Math.round(Math.min(needed, mostPeak(budget.bytes))),
    diskBytes: Math.round(
      bytes + copied + (settings.spills || settings.running.resume ? columns * count : 0),
    ),
    seconds: (bytes * secondsOf.byte + count * secondsOf.document) / threads,
  }
}
