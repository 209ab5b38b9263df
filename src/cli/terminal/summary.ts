/**
 * Summary: the figures printed at the end of a run.
 *
 *     nearsame dedupe: 1,000 records, 5.2 MiB, 1 file
 *
 *       exact          12    1.2 %
 *       near           30    3.0 %
 *       kept          958   95.8 %
 *       …
 */

import type { DedupeReport, DeletionCounts, RunReport } from '../../files/requests.ts'
import { ownValue } from '../../ground/json/field.ts'
import { printByteSize } from '../../ground/options/byte-size.ts'
import { decisionOf } from '../../methods/options/decision.ts'
import { printCount, printCounted, printDuration, printShare, table } from './figures.ts'
import { hintLines, noteLines } from './note-lines.ts'
import { badRecordLines, guessedLine, ignoredLines, textlessLine, titleLine } from './report-lines.ts'

/** Label and meaning of each count, in the order shown; a report has some of them. */
const countRows: readonly (readonly [key: string, label: string, meaning: string])[] = [
  ['against', 'against', 'records on the other side'],
  ['exact', 'exact', 'the same text, letter for letter'],
  ['normalised', 'normalised', 'the same words'],
  ['near', 'near', ''],
  ['matched', 'matched', 'records with a twin'],
  ['withPassages', 'with passages', ''],
  ['kept', 'kept', ''],
  ['pairs', 'pairs', ''],
  ['passages', 'passages', ''],
  ['repeated', 'repeated', 'tokens that stand in a passage'],
  ['contaminated', 'contaminated', 'records on the other side that are covered'],
  ['notLookedFor', 'not looked for', 'records on the other side without enough tokens'],
  ['common', 'common', 'short records on the other side in too many documents to count'],
  ['dropped', 'dropped', ''],
  ['signatures', 'signatures', ''],
  ['nulls', 'null', 'without a text, not compared'],
  ['bad', 'bad', 'skipped'],
]

/** Counts of records of the input, shown with their share of it. */
const recordCounts = new Set([
  'exact',
  'normalised',
  'near',
  'matched',
  'kept',
  'nulls',
  'bad',
  'withPassages',
  'dropped',
])

/** Counts not looked for with `near` off. */
const notLookedFor = new Set(['normalised', 'near'])

/** The whole summary; every line ends in a line feed. */
export function summary(command: string, report: RunReport): string {
  const title = titleLine(command, report)
  return [
    title,
    countTable(report),
    guessedLine(report.fields?.text) + guessedLine(report.againstFields?.text, ' of B'),
    badRecordLines(report),
    ignoredLines(report),
    textlessLine(report.textless),
    noteLines(report.notes),
    decisionLine(report),
    deletionLine(report),
    hintLines(report.hints),
    closing(report),
  ]
    .filter(Boolean)
    .join('\n')
}

function countTable(report: RunReport): string {
  const { counts } = report
  const byName: Readonly<Record<string, number>> = counts
  const rows: string[][] = []
  for (const [key, label, meaning] of countRows) {
    const count = ownValue(byName, key)
    if (count === undefined || (key === 'bad' && count === 0)) continue
    if (!report.options.near && notLookedFor.has(key)) continue
    // These records may be on either side.
    const all = key === 'bad' || key === 'nulls' ? counts.read + (byName.against ?? 0) : counts.read
    const share = recordCounts.has(key) ? printShare(count, all) : shareOfOthers(key, count, byName)
    const words = key === 'near' ? nearMeaning(report) : meaning
    rows.push([label, printCount(count), share, words])
  }
  return table(rows, 'lrrl')
}

/** The share of counts that are not of records of the input. */
function shareOfOthers(key: string, count: number, counts: Readonly<Record<string, number>>): string {
  const whole = key === 'repeated' ? counts.tokens : key === 'contaminated' ? counts.against : undefined
  return whole === undefined || whole === 0 ? '' : printShare(count, whole)
}

/** The criterion of the near duplicates, and how many of them do not meet it with their own survivor. */
function nearMeaning({ options, ...report }: RunReport & { readonly belowThreshold?: number }): string {
  const { belowThreshold } = report
  const decision = decisionOf(options)
  if (decision.kind === 'pairs') return `a pair by ${options.method}`
  if (decision.kind === 'signature') {
    return `equal signature; ${printCount(belowThreshold ?? 0)} with a Jaccard below ${options.threshold}`
  }
  const match =
    decision.kind === 'trials'
      ? `${printCounted(decision.least, 'trial')} or more agree`
      : `${options.measure} of at least ${options.threshold}${decision.isJoined ? ', every pair' : ''}`
  if (belowThreshold === undefined) return match
  const apart = belowThreshold === 0 ? '' : `; ${printCount(belowThreshold)} less similar to their survivor`
  return `linked by ${match}${apart}`
}

/** Decisions that changed nothing, as their ids are misspelt, or of other inputs. */
function decisionLine({ options: { decisions } }: RunReport): string {
  if (decisions === undefined || decisions.unknown === 0) return ''
  const all = decisions.same + decisions.different + decisions.unknown
  const name = decisions.unknown === 1 ? 'names' : 'name'
  return `  ${printCount(decisions.unknown)} of ${printCounted(all, 'decision')} ${name} an id that no record has\n`
}

function deletionLine({ deletions }: RunReport & { readonly deletions?: DeletionCounts }): string {
  if (deletions === undefined) return ''
  const { written, sameIds } = deletions
  const left = printCounted(sameIds, 'removed record')
  const same = sameIds === 0 ? '' : `; ${left} left, as a kept record has the same id`
  return `  ${printCounted(written, 'deletion')}${same}\n`
}

function closing(report: RunReport & Pick<DedupeReport, 'state'>): string {
  const seconds = report.stages.reduce((sum, stage) => sum + stage.seconds, 0)
  const rate = seconds > 0 ? `, ${printByteSize(Math.round(report.counts.bytes / seconds))}/s` : ''
  const memory = report.peakMemoryBytes > 0 ? `, peak memory ${printByteSize(report.peakMemoryBytes)}` : ''
  const digest = 'digest' in report && report.digest ? `  digest ${report.digest}\n` : ''
  const { state } = report
  const all = state ? `  digest of all ${printCounted(state.runs, 'run')} ${state.digest}\n` : ''
  return `  ${printDuration(seconds)}${rate}${memory}\n${digest}${all}`
}
