/**
 * Scan: all ranges of all sources through the threads, results taken in input order.
 */
import { tooManyBad } from '../formats/too-many-bad.ts'
import type { ScanRange } from '../sources/source.ts'
import type { RangeResult, ScanTask } from '../tasks/scan-range.ts'
import type { Documents } from './documents/documents.ts'
import { resultsInOrder } from './results-in-order.ts'
import type { Run } from './run.ts'

/** Tasks in progress per thread: running, queued, or done and waiting for an earlier one. */
const tasksPerThread = 6
/** Small files per task. */
const filesPerTask = 256

/**
 * Reads all inputs; afterwards `run.documents` is complete.
 *
 * @throws NearsameError TOO_MANY_BAD, the error of the first bad record under `onError: 'stop'`, those of reading
 */
export async function scanInputs(run: Run): Promise<void> {
  await run.stages.time(
    'scan',
    () => readRanges(run),
    () => run.readBytes,
  )
}

async function readRanges(run: Run): Promise<void> {
  for await (const results of resultsInOrder(run, scanTasks(run), tasksPerThread)) take(run, results)
  checkBad(run.documents, run.settings.running.maxBad)
}

async function* scanTasks(run: Run): AsyncGenerator<ScanTask> {
  let ranges: ScanRange[] = []
  let bytes = 0
  for await (const range of run.sources.ranges()) {
    await run.start()
    ranges.push(range)
    bytes += range.to - range.from
    if (bytes < 2 ** 18 && ranges.length < filesPerTask) continue
    yield taskOf(run, ranges)
    ranges = []
    bytes = 0
  }
  await run.start()
  if (ranges.length > 0) yield taskOf(run, ranges)
}

function taskOf(run: Run, ranges: readonly ScanRange[]): ScanTask {
  const sources = Object.fromEntries(ranges.map(({ source }) => [source, run.sources.plain[source]]))
  return {
    kind: 'scan',
    sources,
    ranges,
    maxRecord: run.settings.input.maxRecord,
    bySignature: run.decision === 'signature' || run.decision === 'trials',
    fields: run.settings.fields,
  }
}

function take(run: Run, results: readonly RangeResult[]): void {
  const { documents, settings } = run
  const totalBytes = Math.max(run.totalBytes, run.readBytes, 1)
  for (const result of results) {
    const read = bytesBefore(run, result)
    documents.append(result, Math.min(1, Math.max(read / totalBytes, 0.001)))
    if (settings.running.onError === 'stop' && documents.bad.count > 0) throw documents.bad.firstError
  }
  const last = results.at(-1)
  if (last === undefined || documents.count === 0) return
  settings.events.progress({
    stage: 'scan',
    documents: documents.count,
    bytes: bytesBefore(run, last),
    totalBytes,
  })
}

/** Bytes of the input up to the end of a range. */
function bytesBefore({ sources }: Run, { source, to }: RangeResult): number {
  let bytes = to
  for (let before = 0; before < source; before++) bytes += sources.sizes[before]
  return bytes
}

/** @throws NearsameError TOO_MANY_BAD */
export function checkBad(documents: Documents, maxBad: number): void {
  const { bad, records } = documents
  const all = records.count - bad.count + bad.weight
  if (bad.weight <= maxBad * all) return
  throw tooManyBad({ count: bad.weight, records: all, maxBad, first: bad.firstError })
}
