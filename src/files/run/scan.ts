/**
 * Scan: all ranges of all sources through the threads, results taken in input order.
 */
import { absentField, keepFields } from '../../engine/batch/keep-order.ts'
import { absentWithin } from '../../engine/batch/partition.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { cutOf } from '../formats/formats.ts'
import { tooManyBad } from '../formats/too-many-bad.ts'
import { noTexts } from '../formats/warc/textless.ts'
import { ofAgainst } from '../inputs/side.ts'
import type { ScanRange, Source } from '../inputs/source.ts'
import { eachFile } from '../work/file-results.ts'
import type { RangeResult, ScanTask } from '../work/scan-range.ts'
import type { ScannedRarest } from './documents/scanned-rarest.ts'
import { checkJoin } from './memory-budget.ts'
import { resultsInOrder } from './results-in-order.ts'
import type { Run } from './run.ts'

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
  const ahead = run.budget.tasksPerThread
  const ranges =
    run.scannedRarest === undefined ? newRanges(run) : afterSample(run, run.scannedRarest, newRanges(run))
  for await (const results of resultsInOrder(run, scanTasks(run, ranges), ahead)) take(run, results)
  run.progress?.scan.endScan()
  checkBad(run)
  loadColumns(run)
}

/** What has room is compared as without a budget. */
function loadColumns(run: Run): void {
  const { documents, progress, threads } = run
  if (documents.isSpilled && progress !== undefined && run.hasRoom) documents.load(progress, threads > 1)
}

/** The same ranges, of which the first one waits until it is known which shingles are rare. */
async function* afterSample(
  run: Run,
  rarest: ScannedRarest,
  all: AsyncIterable<readonly ScanRange[]>,
): AsyncGenerator<readonly ScanRange[]> {
  let isFirst = true
  for await (const ranges of all) {
    if (isFirst && !rarest.hasClasses) {
      await run.start()
      const { sampleRarity } = await import('./sample-rarity.ts')
      rarest.hasClasses = await sampleRarity(run, rarest.settings.classes)
    }
    isFirst = false
    yield ranges
  }
}

/** The ranges that no earlier run scanned; what one did scan becomes documents before the first of them. */
async function* newRanges(run: Run): AsyncGenerator<readonly ScanRange[]> {
  let from = run.progress?.scan.scannedTo
  for await (const ranges of run.sources.ranges()) {
    if (from === undefined) {
      yield ranges
      continue
    }
    const { source, to } = from
    const isNew = (range: ScanRange) => range.source > source || (range.source === source && range.to > to)
    const next = ranges.findIndex(isNew)
    if (next < 0) continue
    restore(run)
    const [first, ...rest] = ranges.slice(next)
    yield [first.source > source ? first : restOf(run, first, to), ...rest]
    from = undefined
  }
  if (from !== undefined) restore(run)
}

/** REQUIRES: `run.sources` has the sources of all restored ranges. */
function restore(run: Run): void {
  for (const range of run.progress?.scan.scanned(run.rows) ?? []) takeRange(run, range, true)
}

/** The part of a range from a place on at which another range ended. */
function restOf({ sources }: Run, range: ScanRange, from: number): ScanRange {
  if (range.from >= from) return range
  return { ...range, from, isAligned: cutOf(sources.plain[range.source].format).by !== 'line' }
}

/**
 * Reads the start of every input, for a plan; `run.documents` then has the documents found there.
 *
 * @throws NearsameError where a run would: what reading throws, TEXT_MISSING if no record has a text, TOO_MANY_BAD
 * if all records are bad, or if those of the starts alone are too many for the whole input, and OPTION_VALUE for a keep
 * rule of a column that no header has
 */
export async function scanStarts(run: Run): Promise<void> {
  const { documents, plainBytes, settings, sources } = run
  let bytes = 0
  const counted = async function* () {
    for await (const ranges of sources.ranges(1)) {
      for (const { from, to } of ranges) bytes += to - from
      yield ranges
    }
  }
  for await (const results of resultsInOrder(run, scanTasks(run, counted()), run.budget.tasksPerThread)) {
    take(run, results)
  }
  const { maxBad } = settings.running
  checkTexts(run)
  const { bad, records } = documents
  const read = records.count - bad.count + bad.weight
  // Inputs that are unpacked or converted have an unknown number of further records.
  const all = read * Math.max(1, plainBytes / Math.max(1, bytes))
  const isHopeless = maxBad < 1 && bad.weight === read
  if (bad.weight > 0 && (isHopeless || bad.weight > maxBad * all))
    throw tooManyBad({ count: bad.weight, records: read, maxBad, first: bad.firstError })
  checkKeepFields(run)
}

/** What the headers of all inputs lack, no document will have. @throws NearsameError OPTION_VALUE */
function checkKeepFields(run: Run): void {
  const absent = absentOf(run, run.settings.fields)
  if (absent === undefined) return
  const { keep } = run.settings.result
  throw keepFields(keep).includes(absent) ? absentField(absent) : absentWithin(absent)
}

/** The same for the field that stands for missing texts. @throws NearsameError OPTION_VALUE */
function checkUrlField(run: Run): void {
  const { urlField } = run.decision
  if (urlField === '' || absentOf(run, [urlField]) === undefined) return
  throw new NearsameError('OPTION_VALUE', {
    expected: 'the parameter `url` to name a field that some document has',
    got: JSON.stringify(urlField),
    fix: 'correct the name in `param`',
  })
}

/** The first of the fields that no header has, if all inputs have headers. */
function absentOf({ documents, settings }: Run, fields: readonly string[]): string | undefined {
  const headers = documents.sources.flatMap(({ format }) => ('header' in format ? [format.header] : []))
  if (documents.count === 0 || headers.length < settings.set.inputs.length) return undefined
  return fields.find(field => !headers.some(header => header.includes(field)))
}

async function* scanTasks(run: Run, all = run.sources.ranges()): AsyncGenerator<ScanTask> {
  for await (const ranges of all) {
    await run.start()
    yield taskOf(run, ranges)
  }
  await run.start()
}

/** The task for some ranges. */
export function taskOf(run: Run, ranges: readonly ScanRange[]): ScanTask {
  const sources: Record<number, Source> = {}
  for (const { source } of ranges) sources[source] = run.sources.plain[source]
  return {
    kind: 'scan',
    sources,
    ranges,
    maxRecord: run.settings.input.maxRecord,
    refusesNull: run.settings.input.null === 'bad',
    bySignature: run.decision.kind === 'signature' || run.decision.kind === 'trials',
    fields: run.settings.fields,
    fingerprints: run.fingerprints,
    takesRarest: run.scannedRarest?.hasClasses === true,
  }
}

function take(run: Run, results: readonly RangeResult[]): void {
  const { documents, settings } = run
  for (const result of results) for (const range of eachFile(result)) takeRange(run, range)
  run.progress?.scan.endTask()
  const last = results.at(-1)
  if (last === undefined || documents.count === 0) return
  settings.events.progress({
    stage: 'scan',
    documents: documents.count,
    bytes: bytesUpTo(run, { source: last.source + (last.files?.length ?? 1) - 1, to: last.to }),
    totalBytes: Math.max(run.totalBytes, run.readBytes, 1),
  })
}

/**
 * Adds a range to the documents.
 *
 * @param isRestored as for `Documents.append`
 * @throws NearsameError of the first bad record under `onError: 'stop'`; TOO_MANY_BAD as soon as the rest of the input
 *   cannot make the share of bad records small enough
 */
export function takeRange(run: Run, result: RangeResult, isRestored = false): void {
  const { bad, records } = run.documents
  const before = { count: bad.count, weight: bad.weight, records: records.count }
  const { documents, rarest } = result
  if (rarest !== undefined) run.scannedRarest?.add({ first: run.documents.count, documents, lists: rarest })
  run.documents.append(result, isRestored)
  checkLists(run, result)
  if (result.fingerprints !== undefined) run.onFingerprints(result.fingerprints)
  if (bad.count === before.count) return
  if (run.settings.running.onError === 'stop') throw bad.firstError
  checkRest(run, result, before)
}

/** @throws NearsameError MEMORY_EXHAUSTED if what exact recall joins does not fit into the budget */
function checkLists(run: Run, range: RangeResult): void {
  if (run.scannedRarest === undefined) return
  const { budget, documents, plainBytes, scannedRarest } = run
  const share =
    plainBytes === Number.POSITIVE_INFINITY ? 1 : Math.min(1, bytesUpTo(run, range) / plainBytes)
  checkJoin(budget, { documents: documents.count, listBytes: scannedRarest.listBytes, share })
}

/**
 * Looks at each bad record of a range on its own, so that the division into ranges does not decide where a run ends. A
 * record that follows has at least one byte, or is a file.
 */
function checkRest(
  run: Run,
  { source, to, bad }: RangeResult,
  before: Readonly<Record<'count' | 'weight' | 'records', number>>,
): void {
  const { settings, plainBytes, documents } = run
  const { maxBad } = settings.running
  const rangeAt = bytesUpTo(run, { source, to }) - to
  let { weight } = before
  for (let i = 0; i < bad.index.length; i++) {
    weight += bad.weight[i]
    const seen = before.records + bad.index[i] + 1 - (before.count + i + 1) + weight
    const rest = plainBytes - (rangeAt + bad.offset[i] + bad.length[i]) + settings.set.inputs.length
    if (weight <= maxBad * (seen + rest)) continue
    documents.bad.endAt(before.count + i + 1)
    throw tooManyBad({ count: weight, records: seen, maxBad, first: documents.bad.firstError })
  }
}

/** Bytes of the input up to the end of a range. */
function bytesUpTo({ sources }: Run, { source, to }: Pick<RangeResult, 'source' | 'to'>): number {
  return sources.bytesBefore[source] + to
}

/** @throws NearsameError TOO_MANY_BAD; TEXT_MISSING */
export function checkBad(run: Run): void {
  const { bad, records } = run.documents
  const { maxBad } = run.settings.running
  const all = records.count - bad.count + bad.weight
  if (bad.weight > maxBad * all) {
    throw tooManyBad({ count: bad.weight, records: all, maxBad, first: bad.firstError })
  }
  checkTexts(run)
}

/**
 * Records whose text fields are all null or blank are no mistake.
 *
 * @throws NearsameError TEXT_MISSING if no record of a side has any of the text fields, as under a wrong name, or if an
 *   archive has pages and they are not read; OPTION_VALUE
 */
function checkTexts(run: Run): void {
  checkUrlField(run)
  const { bad, count, nulls, records, sources } = run.documents
  const other = sources.findIndex(({ isAgainst }) => isAgainst)
  const split = other < 0 ? records.count - bad.count - nulls.count : records.firstDocument(other)
  const ofA = nulls.firstError(false)
  if (ofA !== undefined && split === 0) throw ofA
  const ofB = nulls.firstError(true)
  if (ofB !== undefined && split === count) throw ofB
  checkTextless(run)
}

/** @throws NearsameError TEXT_MISSING if all records of a side are of kinds that are not read */
function checkTextless({ documents: { records }, settings: { set, input }, sources }: Run): void {
  const all = records.countBefore(set.inputs.length)
  const ofA = records.countBefore(set.against?.from ?? set.inputs.length)
  for (const [side, counts] of sources.textless.entries()) {
    const error = (side === 0 ? ofA : all - ofA) === 0 ? noTexts(counts, input.html) : undefined
    if (error !== undefined) throw side === 0 ? error : ofAgainst(error)
  }
}
