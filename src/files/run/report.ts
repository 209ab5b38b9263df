/** The parts that all reports share. */
import { readFileSync } from 'node:fs'
import type { InputOptions } from '../../ground/options/input-options.ts'
import { version } from '../../ground/version.ts'
import { unreadHint } from '../../methods/options/unread-options.ts'
import { unicodeVersion } from '../../texts/kernels/generated/unicode-tables.ts'
import { agreeingProbability, promisedAt } from '../../texts/lsh/agreeing-bands.ts'
import { reportedDialect } from '../formats/csv-dialect.ts'
import type { SourceFormat } from '../formats/format.ts'
import { formats } from '../formats/formats.ts'
import { addedKinds } from '../formats/warc/textless.ts'
import { beginningOf } from '../inputs/beginning.ts'
import { type Input, isReadInPlace } from '../inputs/resolve/input.ts'
import { dialectOf } from '../inputs/row-header.ts'
import type { Source } from '../inputs/source.ts'
import type { BandReport, DecisionsReport, InputReport, RunReport } from '../requests.ts'
import { readId } from '../work/thread/record-reader.ts'
import type { Run } from './run.ts'

const shownJaccards = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]

function bandReport({ settings }: Run): BandReport {
  const { shape, result } = settings
  if (shape.bands === 0) return { ...shape, curve: [] }
  const jaccards = [...new Set([...shownJaccards, promisedAt(result)])].sort((a, b) => a - b)
  return {
    ...shape,
    curve: jaccards.map(jaccard => ({ jaccard, probability: agreeingProbability(shape, jaccard) })),
  }
}

/** What a job knows beside its run. */
interface KnownOfRun {
  /** Warnings that options do not suit the texts. */
  readonly hints?: readonly string[]
  /** The decisions of people that the run honours. */
  readonly decisions?: DecisionsReport | undefined
}

export function baseReport(run: Run, { hints = [], decisions }: KnownOfRun = {}): RunReport {
  const { documents, settings, sources, stages } = run
  const bytesOf = (source: number) => sources.sizes[source] ?? settings.set.inputs[source].sizeBytes
  return {
    versions: { nearsame: version, node: process.versions.node, unicode: unicodeVersion },
    inputs: settings.set.inputs.map(({ name, format }, source) => ({
      path: name,
      format,
      ...dialectIn(sources.plain[source]?.format),
      ...encodingIn(sources.plain[source]),
      ...sheetIn(sources.plain[source]),
      bytes: bytesOf(source),
      records: documents.records.countOf(source),
    })),
    ...guessed(run, 'fields', false),
    ...guessed(run, 'againstFields', true),
    ...(settings.set.ignoredFiles.length > 0 && { ignoredFiles: settings.set.ignoredFiles }),
    ...(sources.textless.some(({ size }) => size > 0) && { textless: addedKinds(sources.textless) }),
    options: decisions === undefined ? settings.result : { ...settings.result, decisions },
    counts: {
      read: documents.records.countBefore(settings.set.inputs.length),
      bad: documents.bad.count,
      ...(documents.nulls.count > 0 && { nulls: documents.nulls.count }),
      bytes: run.readBytes,
    },
    badRecords: documents.bad.shown.map(bad => {
      const error = documents.bad.errorOf(bad)
      const { code, message } = settings.events.worded?.(error) ?? error
      return { at: documents.bad.at(bad), code, message }
    }),
    hints: [...run.warnings, ...hints, unreadOf(run)].filter(hint => hint !== undefined),
    bands: bandReport(run),
    stages: stages.reports,
    peakMemoryBytes: peakMemory(),
  }
}

/** Jobs that measure no pairs turn `near` off themselves, and read the method all the same. */
function unreadOf({ settings: { result, measuresPairs } }: Run): string | undefined {
  return result.near || measuresPairs ? unreadHint(result) : undefined
}

/** The text fields of a side, if its records showed them. */
function guessed(
  { sources }: Run,
  name: 'fields' | 'againstFields',
  isAgainst: boolean,
): Pick<RunReport, 'fields' | 'againstFields'> {
  const text = sources.guessedFields(isAgainst)
  return text === undefined ? {} : { [name]: { text } }
}

function dialectIn(spec: SourceFormat | undefined): Pick<InputReport, 'dialect'> | undefined {
  if (spec === undefined || !('dialect' in spec)) return undefined
  return reportedDialect(spec.dialect, formats[spec.name].dialect)
}

function encodingIn(source: Source | undefined): Pick<InputReport, 'encoding'> | undefined {
  const encoding = source?.written ?? source?.format.encoding
  return encoding === undefined ? undefined : { encoding }
}

function sheetIn(source: Source | undefined): Pick<InputReport, 'sheet'> | undefined {
  return source?.sheet === undefined ? undefined : { sheet: source.sheet.name }
}

/** The dialect of a file that has not been read, unless it is packed, a stream or in UTF-16. */
function plannedDialect(input: Input, options: InputOptions): Pick<InputReport, 'dialect'> {
  const { format, encoding = 'utf-8' } = input
  const { dialect: usual } = formats[format]
  if (usual === undefined || !isReadInPlace(input)) return {}
  return reportedDialect(dialectOf(beginningOf(input), usual, { ...options, encoding }), usual)
}

/**
 * Peak resident memory of this process. On Linux `maxRSS` includes the process that started this one, which may have
 * been larger, so there /proc is read instead.
 */
export function peakMemory(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? []
    if (kilobytes !== undefined) return Number(kilobytes) * 1024
  } catch {
    // not Linux, or no /proc
  }
  return process.resourceUsage().maxRSS * 1024
}

/** For `--plan`, before the start of each input is read. */
export function planReport(run: Run): RunReport {
  const base = baseReport(run)
  const { set, input } = run.settings
  const { from, options } = set.against ?? { from: Number.POSITIVE_INFINITY, options: input }
  const inputs = base.inputs.map((report, i) => ({
    ...report,
    ...plannedDialect(set.inputs[i], i < from ? input : options),
  }))
  return { ...base, inputs, counts: { ...base.counts, bytes: run.totalBytes } }
}

/** Documents that are looked at for an id. */
const mostWithoutId = 1000

/**
 * The fields of a side, as its first documents show them; undefined if records have none, or no document was found.
 * REQUIRES: `start`
 */
export function foundFields({ documents, thread }: Run, isAgainst = false): RunReport['fields'] {
  const source = documents.sources.findIndex(plain => (plain.isAgainst ?? false) === isAgainst)
  const first = source < 0 ? documents.count : documents.records.firstDocument(source)
  if (first >= documents.count) return undefined
  const { format, isAgainst: isOther = false } = documents.placeOf(first).source
  if (isOther !== isAgainst || !('choice' in format)) return undefined
  const { text, id } = format.choice
  for (let document = first; document < Math.min(documents.count, first + mostWithoutId); document++) {
    const place = documents.placeOf(document)
    if ((place.source.isAgainst ?? false) !== isAgainst) break
    if (readId(thread, place) !== undefined) return { text, id }
  }
  return { text, id: null }
}
