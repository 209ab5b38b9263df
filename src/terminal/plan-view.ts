/**
 * Plan view: what a run would do, before it does anything: inputs, bands and what they promise, memory.
 */
import type { RunReport } from '../batch/requests.ts'
import { printByteSize } from '../options/byte-size.ts'
import { printKeepRule } from '../options/keep-rule.ts'
import { printShingle } from '../options/shingle-option.ts'
import { printCount, printMeasure, table } from './figures.ts'

const shownInputs = 20

/** The plan of a run from its report, in which nothing has been read yet. */
export function planView(command: string, report: RunReport): string {
  const { inputs, options, bands } = report
  const bytes = inputs.reduce((sum, input) => sum + input.bytes, 0)
  const files = inputs.length === 1 ? '1 file' : `${printCount(inputs.length)} files`
  return [
    `plan of nearsame ${command}: ${files}, ${printByteSize(bytes)}\n`,
    inputTable(report),
    table(
      [
        [
          'a pair counts',
          `${options.measure} of ${printShingle(options.shingle)} at least ${options.threshold}`,
        ],
        ['clusters', `${options.cluster}, kept by ${[...options.keep].map(printKeepRule).join(', then ')}`],
        ['signature', `${options.signatureLength} values, seed ${options.seed}`],
        ['bands', options.near ? bandsLine(bands) : 'none: exact duplicates only'],
        ['memory', `about ${printByteSize(report.peakMemoryBytes)}`],
      ],
      'll',
    ),
    options.near ? curveTable(report) : '',
  ]
    .filter(Boolean)
    .join('\n')
}

function bandsLine({ bands, rows, agree }: RunReport['bands']): string {
  return `${bands} of ${rows} rows${agree > 1 ? `, of which ${agree} must agree` : ''}`
}

function inputTable({ inputs }: RunReport): string {
  const rows = inputs
    .slice(0, shownInputs)
    .map(({ path, format, bytes }) => [path, format, printByteSize(bytes)])
  if (inputs.length > shownInputs)
    rows.push([`and ${printCount(inputs.length - shownInputs)} more`, '', ''])
  return table(rows, 'llr')
}

function curveTable({ bands, options }: RunReport): string {
  const rows = bands.curve.map(({ jaccard, probability }) => [
    printMeasure(jaccard),
    printMeasure(probability),
    jaccard === options.threshold ? 'the threshold' : '',
  ])
  return table([['Jaccard', 'found with probability', ''], ...rows], 'rrl')
}
