/**
 * Match: which records of A have a twin in B.
 *
 * Both sides are one run: the sources of A first, then those of B, so that a document is of A when its number is
 * below `split`. Candidates within one side are not measured.
 */

import { oneToOne } from '../../engine/pairs/cross-pairs.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkBoolean } from '../../ground/options/arguments.ts'
import { joinRows, type PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { pairValues } from '../../methods/contract/measures.ts'
import type { InputSet } from '../io/inputs/input.ts'
import { resolveInputs } from '../io/inputs/resolve-inputs.ts'
import { checkKept, checkRoom, writeKept } from '../outputs/kept-records.ts'
import { badLines, pairLines, readingOrBad, writeLines, writeReport } from '../outputs/write-tables.ts'
import type { MatchReport, MatchRequest, RunEvents } from '../requests.ts'
import { openRunOver } from '../run/open-run.ts'
import { baseReport, planReport } from '../run/report.ts'
import type { Run } from '../run/run.ts'
import { scanInputs } from '../run/scan.ts'
import { decidedPairs } from './decided-pairs.ts'
import { findPairs, rowsOf } from './find-pairs.ts'
import { checkEvents, checkInputs, checkRequest } from './given-request.ts'

/** Pairs beyond which a run is refused: some 3 GB of CSV, and with `oneToOne` 2 GB of memory. */
const mostPairs = 100_000_000

/**
 * A twin is a partner in the pairs written: with `oneToOne` a record of A whose only match went to a better one has
 * none, and is kept. A dry run writes neither pairs nor kept records, but checks their names.
 *
 * @throws NearsameError
 */
export async function match(request: MatchRequest, events: RunEvents): Promise<MatchReport> {
  checkRequest(request, {
    files: ['output', 'bad', 'kept', 'report', 'accept', 'reject'],
    others: ['against', 'oneToOne'],
  })
  checkInputs('against', request.against)
  checkBoolean('oneToOne', request.oneToOne)
  checkEvents(events)
  const { running } = request
  const { run, a } = await openBoth(request, events)
  try {
    if (request.kept !== undefined) await checkKept(a, request.kept)
    if (running.plan) return planOf(run)
    const kept = running.dryRun ? undefined : request.kept
    if (kept !== undefined) await checkRoom(a, kept)
    await readingOrBad(run, request.bad, scanInputs)
    const split = run.documents.records.firstDocument(a.inputs.length)
    const decided = await decidedPairs(run, request, split)
    const wanted = { split, ...decided, ...(request.oneToOne && { oneToOne: true }) }
    const found = await findPairs(run, mostPairs, wanted).catch(refuseExplosion)
    const { isDistance } = pairValues[run.measure]
    const chosen = request.oneToOne ? oneToOne(joinRows(found.rows(), found.total), isDistance) : undefined
    const batches = (): Iterable<PairRows> => (chosen === undefined ? found.rows() : [chosen])
    const hasTwin = twinsOf(batches(), split)
    const isKept = (document: number) => document < split && hasTwin[document] === 0
    const write = async () => {
      await writeTables(run, request, batches())
      return kept === undefined ? 0 : writeKept(run, a, kept, isKept)
    }
    await run.stages.time('write', write, bytes => bytes)
    const { notes } = found
    const counted = resultOf(run, a, hasTwin, chosen?.left.length ?? found.total)
    const result = notes === undefined ? counted : { ...counted, notes }
    await writeReport(run, request.report, result)
    await run.publication.publish()
    return result
  } finally {
    await run.close()
  }
}

/** The run over both sides, and the inputs of A. */
async function openBoth(request: MatchRequest, events: RunEvents): Promise<{ run: Run; a: InputSet }> {
  const { accept, input, kept, output, reject, report } = request
  const a = await resolveInputs(request.inputs, input)
  const b = await resolveInputs(request.against, input)
  checkSides(a, b)
  const set = { format: a.format, inputs: [...a.inputs, ...b.inputs] }
  const purpose = {
    always: [report],
    unlessDry: [output, kept],
    kept,
    alsoReads: [accept, reject],
    measuresPairs: true,
  }
  return { run: await openRunOver(set, request, purpose, events), a }
}

function checkSides(a: InputSet, b: InputSet): void {
  if (a.format !== b.format) {
    throw new NearsameError('INPUT_FORMATS_MIXED', {
      expected: 'both sides in one format',
      got: `${a.format} (${a.inputs[0].name}) against ${b.format} (${b.inputs[0].name})`,
      fix: 'convert one side, or say what both hold with `inputFormat`',
    })
  }
  if ([a, b].every(({ inputs }) => inputs.some(({ path }) => path === '-'))) {
    throw new NearsameError('OPTION_VALUE', {
      expected: 'standard input on one side',
      got: '- on both',
      fix: 'put one side into a file',
    })
  }
}

/** The limit is fixed here, so the way out is another one than that of `pairs`. */
function refuseExplosion(error: unknown): never {
  if (!isNearsameError(error) || error.code !== 'PAIRS_LIMIT') throw error
  const fix = 'raise `threshold`, or remove the duplicates of each side with `dedupe` first'
  throw new NearsameError(error.code, { ...error.parts, fix })
}

/** Which documents of A are in a row. */
function twinsOf(batches: Iterable<PairRows>, split: number): Uint8Array {
  const hasTwin = new Uint8Array(split)
  for (const { left } of batches) for (const document of left) hasTwin[document] = 1
  return hasTwin
}

async function writeTables(run: Run, request: MatchRequest, batches: Iterable<PairRows>): Promise<void> {
  const { bad, output, running } = request
  if (bad !== undefined) await writeLines(bad, run.publication, badLines(run))
  if (output === undefined || running.dryRun) return
  await writeLines(output, run.publication, pairLines(run, output, rowsOf(run, batches)))
}

function planOf(run: Run): MatchReport {
  const counts = { read: 0, against: 0, bad: 0, matched: 0, pairs: 0, kept: 0, bytes: run.totalBytes }
  return { ...planReport(run), counts }
}

function resultOf(run: Run, a: InputSet, hasTwin: Uint8Array, pairs: number): MatchReport {
  const base = baseReport(run)
  let read = 0
  for (let source = 0; source < a.inputs.length; source++) read += run.documents.records.countOf(source)
  const against = base.counts.read - read
  const matched = hasTwin.reduce((sum, twin) => sum + twin, 0)
  const kept = hasTwin.length - matched
  return { ...base, counts: { ...base.counts, read, against, matched, pairs, kept } }
}
