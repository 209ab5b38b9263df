/**
 * Tune view: a page that answers "what is in my data, how much of it do my options find, and what could I use instead?"
 *
 * Bars grow with the logarithm of the pairs: near pairs are a thousand times rarer than chance ones.
 */
import type { MeasuredShare } from '../../engine/evaluate/intervals.ts'
import type { Setting, SettingReport } from '../../engine/tune/setting.ts'
import type { ProposalEffect, TuneReport } from '../../files/jobs/tune-report.ts'
import { printCount, printCounted, printMeasure, table } from './figures.ts'
import { noteLines } from './note-lines.ts'
import { printableLine } from './printable.ts'
import { badRecordLines, titleLine } from './report-lines.ts'

const barWidth = 24

export function tuneView(report: TuneReport): string {
  const { asked, proposal, shingles } = report
  return [
    title(report),
    badRecordLines(report),
    `Your options: ${settingLine(asked, report)}\n\n${shareTable(asked, report)}`,
    distribution(asked),
    shingles.length === 0 ? '' : shingleTable(report),
    proposal === null
      ? noProposal(report)
      : `Proposed: ${settingLine(proposal, report)}\n\n${shareTable(proposal, report)}`,
    proposal === null ? '' : distribution(proposal),
    proposal === null ? '' : useOf(proposal, report),
  ]
    .filter(Boolean)
    .join('\n')
}

function title(report: TuneReport): string {
  const { probes, texts, bad } = report.counts
  const sample =
    probes === texts
      ? 'each compared with all others'
      : `${printCount(probes)} of them, drawn at random, compared with all others`
  const skipped = bad === 0 ? '' : `  ${printCounted(bad, 'record')} skipped\n`
  return `${titleLine('tune', report)}  ${printCounted(texts, 'distinct text')}, ${sample}\n${skipped}`
}

function settingLine({ shingle, measure, threshold, bands }: Setting, { options }: TuneReport): string {
  const { agree } = bands
  const few = `${printCounted(bands.bands, 'band')} of ${bands.rows}${agree > 1 ? `, ${agree} shared` : ''}`
  const by = options.method === 'minhash' ? few : options.method
  return `${measure} of ${shingle} at least ${threshold}, found by ${by}`
}

/** Measured shares with their intervals. */
function shareTable({ measured, expected, estimated }: SettingReport, { options }: TuneReport): string {
  const before = options.method === 'minhash' ? ', before they are measured' : ''
  const { recall, precision, texts } = measured
  const head = ['', 'expected', 'measured', '95 % interval', '']
  return table(
    [
      head,
      [
        'recall',
        printShareOf(expected.recall),
        ...measuredCells(recall),
        `of about ${printCounted(estimated.matchingPairs, 'matching pair')}; ${seen(recall)}`,
      ],
      [
        'texts found',
        '',
        ...measuredCells(texts),
        `of about ${printCounted(estimated.textsWithMatch, 'text')} with a match`,
      ],
      [
        'precision',
        printShareOf(expected.precision),
        ...measuredCells(precision),
        `of about ${printCounted(estimated.candidatePairs, 'candidate')}${before}`,
      ],
    ],
    'lrrll',
  )
}

function seen({ hits, pairs, probes }: MeasuredShare): string {
  return `${printCount(hits)} of ${printCount(pairs)} seen by ${printCounted(probes, 'probe')}`
}

function printShareOf(value: number | null): string {
  return value === null ? '-' : printMeasure(value)
}

function measuredCells({ estimate, low, high, effective }: MeasuredShare): [string, string] {
  if (estimate === null) return ['-', 'no such pair sampled']
  const interval = effective === null ? 'exact' : `${printMeasure(low)} to ${printMeasure(high)}`
  return [printMeasure(estimate), interval]
}

/** The histogram; beside each bar the share that the bands find and the share they should find. */
function distribution({ histogram, curve, measure, threshold }: SettingReport): string {
  const most = Math.max(...histogram.map(({ pairs }) => Math.log(1 + pairs)))
  if (most === 0) return '  No two texts share a shingle.\n'
  const isJaccard = measure === 'jaccard'
  const rows = histogram.map(({ from, pairs }) => {
    const point = isJaccard && curve.find(({ jaccard }) => jaccard > from && jaccard < from + 0.05)
    return [
      `${from >= threshold - 1e-9 ? '*' : ' '} ${from.toFixed(2)}`,
      printCount(pairs),
      bar(Math.log(1 + pairs) / most),
      point ? printMeasure(Number((point.met / point.pairs).toFixed(3))) : '',
      point && point.expected !== undefined ? printMeasure(Number(point.expected.toFixed(3))) : '',
    ]
  })
  const head = [`  ${measure}`, 'pairs', '(logarithmic)', ...(isJaccard ? ['found', 'expected'] : ['', ''])]
  return table([head, ...rows.reverse()], 'lrlrr')
}

/** A bar in eighths of a character. */
function bar(share: number): string {
  const eighths = Math.round(share * barWidth * 8)
  const rest = eighths % 8
  return '█'.repeat(eighths >> 3) + (rest === 0 ? '' : String.fromCodePoint(0x2590 - rest))
}

function shingleTable({ shingles, counts }: TuneReport): string {
  const rows = shingles.map(({ shingle, perText, boundary }) => [
    shingle,
    perText.toFixed(1),
    boundary === null ? '-' : String(boundary.threshold),
    boundary === null ? '' : boundary.depth.toFixed(2),
    boundary === null ? '' : printCount(boundary.near),
  ])
  const head = ['shingle', 'per text', 'boundary', 'depth', 'texts near another']
  return (
    `The boundary of near texts, from the nearest neighbour of each of ${printCounted(counts.compared, 'text')}:\n` +
    table([head, ...rows], 'lrrrr')
  )
}

function noProposal({ shingles, asked, warnings }: TuneReport): string {
  if (shingles.length === 0) return ''
  if (warnings.length > 0) return noteLines({ warnings })
  if (shingles.every(({ boundary }) => boundary === null)) {
    return '  No proposal: none of these shingles separates near texts from the others.\n'
  }
  return `  No other proposal: ${asked.shingle} at ${asked.threshold} is at the boundary.\n`
}

/** What the proposal would do, what speaks against it, and how to use it. */
function useOf(proposal: SettingReport, { asked, effect, warnings }: TuneReport): string {
  if (effect === null) return ''
  const { records, removed, removedAsGiven, estimatedPrecision, above, below } = effect
  const counts =
    `  Removed: about ${printCount(removed)} of ${printCounted(records, 'record')}, with your options ` +
    `${printCount(removedAsGiven)}; estimated precision ${estimatedPrecision?.toFixed(2) ?? 'unknown'}\n`
  const { threshold } = proposal
  const examples =
    exampleLines(`Just above ${threshold}, these would match`, above) +
    exampleLines(`Just below ${threshold}, these would not`, below)
  return `${counts}${examples}${noteLines({ warnings })}  To use it: ${flagsOf(proposal, asked)}\n`
}

function exampleLines(title: string, pairs: ProposalEffect['above']): string {
  if (pairs.length === 0) return ''
  const lines = pairs.flatMap(({ similarity, id1, id2, text1, text2 }) => [
    `${similarity.toFixed(3)}  ${id1}: ${text1}`,
    `       ${id2}: ${text2}`,
  ])
  return `  ${title}:\n${lines.map(line => `    ${printableLine(line)}\n`).join('')}`
}

/** The flags of the options that the proposal changes. */
function flagsOf(proposal: Setting, asked: Setting): string {
  const flags: string[] = []
  if (proposal.shingle !== asked.shingle) flags.push(`--shingle ${proposal.shingle}`)
  if (proposal.threshold !== asked.threshold) flags.push(`--threshold ${proposal.threshold}`)
  if (proposal.signatureLength !== asked.signatureLength) {
    flags.push(`--signature-length ${proposal.signatureLength}`)
  }
  return flags.join(' ')
}
