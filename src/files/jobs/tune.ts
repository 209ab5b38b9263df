/**
 * Tune: how much of the duplicates the options find, measured; and a proposal for shingle, threshold and bands.
 *
 *     scan ─▶ distinct texts ─▶ probes ─ every text against them ─▶ measured recall and precision
 *                                   └─ with their nearest: all pairs, by several shingles ─▶ proposal, measured, too
 *
 * How probes are drawn and what the intervals mean: docs/guide/tuning.md.
 */

import { exactRepresentatives, representatives } from '../../engine/batch/group-equal.ts'
import { gathered } from '../../engine/columns/chunks.ts'
import { drawSample } from '../../engine/evaluate/random-sample.ts'
import type { ProbeCounts } from '../../engine/tune/probe-counts.ts'
import { comparedShingles, type ShingleRow, shingleRow } from '../../engine/tune/proposal.ts'
import { proposalWarnings } from '../../engine/tune/proposal-warnings.ts'
import { type SettingReport, settingReport } from '../../engine/tune/setting.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkCount } from '../../ground/options/arguments.ts'
import { printShingle } from '../../ground/options/shingle-option.ts'
import { filesOfTune } from '../job-files.ts'
import type { RunEvents } from '../requests.ts'
import { placesOf } from '../run/documents/document-places.ts'
import type { Documents } from '../run/documents/documents.ts'
import { probeDocuments } from '../run/probe-documents.ts'
import { baseReport } from '../run/report.ts'
import type { Run } from '../run/run.ts'
import { checkEvents, checkRequest } from './given-request.ts'
import { runJob } from './job.ts'
import { givenSetting, propose, shingleOf } from './tune-proposal.ts'
import type { TuneReport, TuneRequest } from './tune-report.ts'

/** Maximum bytes of the probes and of the compared texts: their index and their pairs stay in memory. */
const mostProbedBytes = 16 * 2 ** 20
const mostComparedBytes = 6 * 2 ** 20
/** Maximum number of probes compared with each other for each shingle. */
const mostCompared = 2000
/** Minimum number of probes, however long the texts are. */
const leastProbes = 50

/** @throws NearsameError OPTION_VALUE for a method that is not decided by pairs of sketches, and those of reading */
export async function tune(request: TuneRequest, events: RunEvents): Promise<TuneReport> {
  checkRequest(request, { files: ['bad', ...Object.keys(filesOfTune)], others: ['sample'] })
  checkCount('request.sample', request.sample, 1)
  checkEvents(events)
  return runJob<TuneReport>(request, events, {
    files: filesOfTune,
    purpose: { measuresPairs: false },
    check(run) {
      if (run.decision.kind === 'pairs') throw unsuited(request)
      if (request.result.recall === 'exact') throw nothingToTune()
    },
    work: run => tuned(run, request.sample),
  })
}

async function tuned(run: Run, sample: number): Promise<TuneReport> {
  const population = differentTexts(run)
  const probes = drawn(run, population, sample)
  const counts = await run.stages.time('verify', () => probeAsGiven(run, population, probes))
  const asked = settingReport(
    givenSetting(run),
    counts,
    population.length,
    run.decision.kind !== 'signature',
  )
  const { compared, rows } = await run.stages.time('group', () => compareShingles(run, probes, counts))
  const proposed = await run.stages.time('verify', () => propose(run, population, probes, rows))
  const { proposal = null } = proposed
  const base = baseReport(run)
  const records = base.counts.read - base.counts.bad - (base.counts.nulls ?? 0)
  const removed = (setting: SettingReport) => records - population.length + setting.estimated.removed
  return {
    ...base,
    counts: { ...base.counts, texts: population.length, probes: probes.length, compared },
    asked,
    shingles: rows.map(({ shingle, perText, boundary = null }) => ({
      shingle: printShingle(shingle),
      perText,
      boundary,
    })),
    proposal,
    effect: proposed.examples
      ? {
          records,
          removed: removed(proposed.proposal),
          removedAsGiven: removed(asked),
          estimatedPrecision: proposed.isShort ? null : proposed.boundary.precision,
          ...proposed.examples,
        }
      : null,
    warnings: proposalWarnings(proposed, asked, population.length),
  }
}

function unsuited({ result }: TuneRequest): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'a method that finds pairs by sketches of single texts',
    got: result.method,
    fix: 'set `method` to minhash; the report of any other method says how good its pairs are',
  })
}

function nothingToTune(): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'a recall that bands promise, in (0, 1)',
    got: 'exact',
    fix: 'leave `recall` out: with exact recall nothing is missed',
  })
}

/** The first document of every group of equal texts; texts without a token have no similarity. */
function differentTexts({ documents, decision }: Run): Int32Array {
  const first = decision.kind === 'signature' ? exactRepresentatives(documents) : representatives(documents)
  const counts = gathered(documents, documents.count, 'tokenCount')
  return first.filter((representative, i) => representative === i && counts[i] > 0)
}

/** Probes, drawn from the population with a seed; fewer if texts are long. */
function drawn({ documents, settings }: Run, population: Int32Array, sample: number): Int32Array {
  const size = Math.min(sample, fitting(documents, population, mostProbedBytes))
  return drawSample(population.length, size, settings.result.seed).map(place => population[place])
}

/** Number of documents of mean length in `mostBytes`. */
function fitting(all: Documents, documents: Int32Array, mostBytes: number): number {
  const lengths = gathered(all, all.count, 'length')
  let bytes = 1
  for (const document of documents) bytes += lengths[document]
  return Math.max(leastProbes, Math.floor((mostBytes * documents.length) / bytes))
}

function probeAsGiven(run: Run, population: Int32Array, probes: Int32Array): Promise<ProbeCounts> {
  const { measure, threshold, bands } = givenSetting(run)
  const rule = { measure, threshold, agree: bands.agree }
  return probeDocuments(run, population, probes, { shingle: shingleOf(run), keys: 'scanned', rule })
}

/** All pairs of the probes and, unless they are all the texts, of the text nearest to each. */
async function compareShingles(
  run: Run,
  probes: Int32Array,
  counts: ProbeCounts,
): Promise<{ compared: number; rows: ShingleRow[] }> {
  if (run.decision.kind !== 'measure') return { compared: 0, rows: [] }
  const size = Math.min(mostCompared, fitting(run.documents, probes, mostComparedBytes))
  const taken = drawSample(probes.length, size, run.settings.result.seed)
  const documents = new Set<number>()
  for (const probe of taken) {
    documents.add(probes[probe])
    if (counts.nearest[probe] > 0) documents.add(counts.nearestDocument[probe])
  }
  const compared = Int32Array.from(documents).sort()
  const places = placesOf(run.documents, compared)
  const { measure } = run.settings.result
  const given = shingleOf(run)
  const others = comparedShingles.filter(shingle => printShingle(shingle) !== printShingle(given))
  const rows = [given, ...others].map(async shingle => {
    const { nearest, perText } = await run.run({ kind: 'sample', places, shingle, measure })
    return shingleRow(shingle, perText, nearest)
  })
  return { compared: compared.length, rows: await Promise.all(rows) }
}
