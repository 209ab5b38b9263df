/**
 * Match: which records of A have a twin in B.
 *
 * Both sides are one run: the sources of A first, then those of B, so a document belongs to A if its number is
 * below `split`. Candidates within one side are not measured. Each side may have its own format, fields and dialect.
 */

import { withoutRivals } from '../../engine/judged/judged-pairs.ts'
import { oneToOne } from '../../engine/pairs/one-to-one.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkBoolean } from '../../ground/options/arguments.ts'
import { joinRows, type PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { pairValues } from '../../methods/contract/measures.ts'
import { checkAnnotated } from '../dedupe-outputs/annotations.ts'
import { columnMapOf } from '../inputs/column-map.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import { conversionOf } from '../inputs/resolve/kept-format.ts'
import { resolveInputs } from '../inputs/resolve/resolve-inputs.ts'
import { filesOfMatch } from '../job-files.ts'
import { checkKept, writeKept } from '../outputs/kept-records.ts'
import { MatchValues, matchFields } from '../outputs/match-values.ts'
import { checkReview } from '../outputs/review-file.ts'
import { writeAnnotated } from '../outputs/write-annotated.ts'
import type { MatchReport, MatchRequest, RunEvents, RunReport } from '../requests.ts'
import { hintsOf } from '../run/hints/hints.ts'
import { columnHints } from '../run/read-columns.ts'
import { baseReport } from '../run/report.ts'
import type { Run } from '../run/run.ts'
import { findPairsOfRun, writePairs } from './find-pairs.ts'
import { checkEvents, checkInputs, checkRequest, checkResolved } from './given-request.ts'
import { runJob } from './job.ts'
import { writePairsPage } from './pairs-page.ts'
import { type OtherColumns, otherColumns, withAgainst } from './with-against.ts'

/** About 3 GB of CSV, and with `oneToOne` 2 GB of memory. */
const limit = {
  most: 100_000_000,
  fix: 'raise `threshold`, or remove the duplicates of each side with `dedupe` first',
}

/**
 * A twin is a partner in the pairs written: with `oneToOne`, a record of A whose only match went to a better one has
 * none, and is kept. A dry run writes no pairs and no records, but checks their names.
 *
 * @throws NearsameError
 */
export async function match(request: MatchRequest, events: RunEvents): Promise<MatchReport> {
  checkRequest(request, {
    files: ['bad', ...Object.keys(filesOfMatch)],
    others: ['against', 'againstInput', 'map', 'oneToOne'],
  })
  checkInputs('against', request.against)
  checkResolved('input', request.againstInput, 'againstInput')
  checkBoolean('oneToOne', request.oneToOne)
  checkReview(request)
  checkEvents(events)
  const { againstInput, annotated, decisions, input, kept, output, running } = request
  const map = columnMapOf(request.map)
  if (map.size > 0) checkMappedText(request)
  const a = await resolveInputs(request.inputs, input)
  const sides = await withAgainst(a, request.against, againstInput, map)
  const other = await otherColumns(sides, request, events.signal)
  const { set } = other
  return runJob<MatchReport>(request, events, {
    set,
    files: filesOfMatch,
    purpose: {
      kept,
      conversions({ inputs }) {
        const ofKept = kept === undefined ? [] : [conversionOf(a, kept)]
        const ofB =
          annotated === undefined ? undefined : conversionOf(otherSide(a, inputs), annotated, true)
        return ofB === undefined ? ofKept : [...ofKept, ofB] // rows of B are never joined to those of A
      },
      measuresPairs: true,
      resumable: {
        ...{ command: 'match', output: kept ?? output ?? annotated },
        options: { againstInput, map: request.map, oneToOne: request.oneToOne },
      },
      keepsHashes: decisions !== undefined,
    },
    async check() {
      if (kept !== undefined) await checkKept(a, kept, running, true)
      const fix = 'leave out `annotated`, and join the file of pairs by the ids'
      if (annotated !== undefined) await checkAnnotated(otherSide(a, set.inputs), annotated, running, fix)
    },
    plan: base => ({ ...base, counts: { ...base.counts, against: 0, matched: 0, pairs: 0, kept: 0 } }),
    work: run => matchSides(run, a, other, request),
  })
}

/** B by itself. */
function otherSide(a: InputSet, all: InputSet['inputs']): InputSet {
  const inputs = all.slice(a.inputs.length)
  return { format: inputs[0].format, inputs, ignoredFiles: [] }
}

/** Whether the caller names the text of B by itself. */
function namesOtherText({ input, againstInput }: MatchRequest): boolean {
  return againstInput.text !== undefined && String(againstInput.text) !== String(input.text)
}

/** The columns of B follow from those of A and the map. @throws NearsameError OPTION_VALUE */
function checkMappedText(request: MatchRequest): void {
  if (!namesOtherText(request)) return
  throw new NearsameError('OPTION_VALUE', {
    expected: 'either `map` or `againstText` to say which columns of B count',
    got: 'both',
    fix: 'leave out `againstText`, and choose the columns with `text`',
  })
}

/** @param a the inputs of A */
async function matchSides(
  run: Run,
  a: InputSet,
  other: OtherColumns,
  request: MatchRequest,
): Promise<MatchReport> {
  const { annotated, kept, output, running } = request
  const split = run.documents.records.firstDocument(a.inputs.length)
  const hints = [...hintsOf(run, split), ...columnHints(run, split, other, namesOtherText(request))]
  const wanted = { split, ...(request.oneToOne && { oneToOne: true }) }
  const { judged, notes, review, rows, total } = await findPairsOfRun(run, limit, request, wanted)
  const { isDistance } = pairValues[run.decision.measure]
  const open = (): PairRows => {
    const all = joinRows(rows(), total)
    return judged === undefined ? all : withoutRivals(all, judged.judgements)
  }
  const chosen = request.oneToOne ? oneToOne(open(), isDistance) : undefined
  const batches = (): Iterable<PairRows> => (chosen === undefined ? rows() : [chosen])
  const hasTwin = twinsOf(batches(), split)
  const isKept = (document: number) => document < split && hasTwin[document] === 0
  const write = async () => {
    await review.write(run)
    if (running.dryRun) return 0
    if (output !== undefined) await writePairs(run, output, batches)
    if (annotated !== undefined) {
      const values = new MatchValues(run, batches(), split, isDistance)
      await writeAnnotated(run, {
        ...{ path: annotated, from: a.inputs.length, names: matchFields, nullCells: MatchValues.none },
        ...{ cellsOf: document => values.of(document), isKept: () => true, kinds: values.kinds },
      })
    }
    return kept === undefined ? 0 : writeKept(run, a, kept, isKept)
  }
  await run.stages.time('write', write, bytes => bytes)
  const base = baseReport(run, { hints, decisions: judged?.report })
  const counted = resultOf(run, base, a, hasTwin, chosen?.left.length ?? total)
  const report = notes === undefined ? counted : { ...counted, notes }
  const shown = { report, total: chosen?.left.length ?? total, rows: batches, split }
  if (request.reportHtml !== undefined) await writePairsPage(run, request.reportHtml, shown)
  return report
}

/** 1 for each document of A that occurs in a row. */
function twinsOf(batches: Iterable<PairRows>, split: number): Uint8Array {
  const hasTwin = new Uint8Array(split)
  for (const { left } of batches) for (const document of left) hasTwin[document] = 1
  return hasTwin
}

function resultOf(run: Run, base: RunReport, a: InputSet, hasTwin: Uint8Array, pairs: number): MatchReport {
  const read = run.documents.records.countBefore(a.inputs.length)
  const against = base.counts.read - read
  const matched = hasTwin.reduce((sum, twin) => sum + twin, 0)
  const kept = hasTwin.length - matched + run.documents.nulls.keptCount(a.inputs.length)
  return { ...base, counts: { ...base.counts, read, against, matched, pairs, kept } }
}
