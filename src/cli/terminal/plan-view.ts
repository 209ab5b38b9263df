/**
 * Plan view: what a run would do, before it starts: inputs, bands and the recall they promise, memory.
 */
import type { PassagesReport } from '../../files/passages/passage-requests.ts'
import type { RunReport } from '../../files/requests.ts'
import { printByteSize } from '../../ground/options/byte-size.ts'
import { printKeepRule } from '../../ground/options/keep-rule.ts'
import { printShingle } from '../../ground/options/shingle-option.ts'
import { type Decision, decisionOf } from '../../methods/options/decision.ts'
import { promisedAt } from '../../texts/lsh/agreeing-bands.ts'
import { printCount, printCounted, printDuration, printMeasure, table } from './figures.ts'
import { hintLines } from './note-lines.ts'
import { printableLine } from './printable.ts'
import { ignoredLines } from './report-lines.ts'

const shownInputs = 20

/** The plan of a run, from the report of one that has read only the start of each input. */
export function planView(command: string, report: RunReport): string {
  const { inputs, bands } = report
  const decision = decisionOf(report.options)
  const bytes = inputs.reduce((sum, input) => sum + input.bytes, 0)
  return [
    `plan of nearsame ${command}: ${printCounted(inputs.length, 'file')}, ${printByteSize(bytes)}\n`,
    inputTable(report),
    ignoredLines(report),
    table(
      [
        ...fieldRows(report.fields, ''),
        ...fieldRows(report.againstFields, ' of B'),
        ...rules(command, report, decision),
        ...estimateRows(command, report),
      ],
      'll',
    ),
    bands.curve.length > 0 ? curveTable(report, decision) : '',
    hintLines(report.hints),
  ]
    .filter(Boolean)
    .join('\n')
}

/** What the run will take; the figures of disk and time are those of `dedupe`. */
function estimateRows(command: string, { estimate, peakMemoryBytes }: RunReport): string[][] {
  const memory = ['memory', `about ${printByteSize(peakMemoryBytes)}`]
  if (estimate === undefined || command !== 'dedupe') return [memory]
  const { diskBytes, documents, seconds, threads } = estimate
  return [
    memory,
    ['disk', `up to about ${printByteSize(diskBytes)}, temporary files included`],
    ['time', `about ${printDuration(seconds)}, with ${printCounted(threads, 'thread')}`],
    ['documents', `about ${printCount(documents)}`],
  ]
}

/** Where text and id are, if records have fields. */
function fieldRows(fields: RunReport['fields'], of: string): string[][] {
  if (fields === undefined) return []
  const { text, id = null } = fields
  return [
    [`text${of}`, printableLine(text.join(', '))],
    [`id${of}`, id === null ? 'none in the first records: file:record instead' : printableLine(id)],
  ]
}

/** The rules that decide, as far as the command and the method use them. */
function rules(
  command: string,
  report: RunReport & { readonly passages?: PassagesReport['passages'] },
  decision: Decision,
): string[][] {
  const { options, bands, passages } = report
  if (passages !== undefined) return passageRules(passages)
  const shingle = printShingle(options.shingle)
  const trials = `${printCounted(bands.bands, 'trial')} of ${printCounted(bands.rows, 'hash', 'hashes')}`
  const counts = {
    measure: `${options.measure} of ${shingle} at least ${options.threshold}`,
    trials: `${bands.agree} of ${trials} agree`,
    signature: `equal signatures of ${options.method}`,
    pairs: `as ${options.method} decides`,
    exact: 'equal texts only',
  }
  const signature = `${printCounted(options.signatureLength, 'value')}, seed ${options.seed}`
  if (command === 'sign') {
    return [
      ['signature', decision.kind === 'measure' ? `${signature}, of ${shingle}` : `by ${options.method}`],
    ]
  }
  const rows = [['a match', counts[decision.kind]]]
  if (options.within !== '')
    rows.push(['within', `${printableLine(options.within)}: only records with equal values are compared`])
  const kept = [...options.keep].map(printKeepRule).join(', then ')
  if (command === 'dedupe') rows.push(['clusters', `${options.cluster}, kept by ${kept}`])
  if (decision.isJoined) rows.push(['recall', 'exact: every pair, by a join of the shingle sets'])
  else if (decision.kind === 'measure') rows.push(['signature', signature], ['bands', bandsLine(bands)])
  return rows
}

function passageRules({ unit, least, fingerprints = 0 }: PassagesReport['passages']): string[][] {
  const size = printCounted(least, 'token')
  if (unit !== 'tokens')
    return [
      [
        'a passage',
        `a line or paragraph of ${size} or more`.replace(
          unit === 'lines' ? ' or paragraph' : 'line or ',
          '',
        ),
      ],
    ]
  return [
    ['a passage', `a run of ${size} or more`],
    ['fingerprints', `about ${printCount(fingerprints)}`],
  ]
}

function bandsLine({ bands, rows, agree }: RunReport['bands']): string {
  return `${bands} of ${printCounted(rows, 'row')}${agree > 1 ? `, of which ${agree} must agree` : ''}`
}

function inputTable({ inputs }: RunReport): string {
  const rows = inputs
    .slice(0, shownInputs)
    .map(({ path, format, dialect, bytes }) => [
      printableLine(path),
      dialect === undefined ? format : `${format}, ${printDialect(dialect)}`,
      printByteSize(bytes),
    ])
  if (inputs.length > shownInputs)
    rows.push([`and ${printCount(inputs.length - shownInputs)} more`, '', ''])
  return table(rows, 'llr')
}

function printDialect({ delimiter, quote }: NonNullable<RunReport['inputs'][number]['dialect']>): string {
  const separated = `separated by ${delimiter === '\t' ? 'tab' : delimiter}`
  return quote === '"' ? separated : `${separated}, quoted by ${quote}`
}

function curveTable({ bands, options }: RunReport, { kind }: Decision): string {
  const promised = kind === 'measure' ? promisedAt(options) : undefined
  const label =
    options.measure === 'jaccard'
      ? 'the threshold'
      : `containment ${options.threshold}, one text twice as long as the other`
  const rows = bands.curve.map(({ jaccard, probability }) => [
    printMeasure(jaccard),
    printMeasure(probability),
    jaccard === promised ? label : '',
  ])
  return table([['Jaccard', 'found with probability', ''], ...rows], 'rrl')
}
