/** Columns view: how two records agree column by column, what each level weighs, and the probability that decided. */
import type { PairByColumns, PairFate } from '../../methods/contract/pair-by-columns.ts'
import { clip, printMeasure, table } from './figures.ts'

/** The reason in one line, without a full stop. */
export function columnsReason({ decidedBy, fate, score, threshold }: PairByColumns): string {
  const what = decidedBy === 'columns' ? 'probability' : 'similarity'
  if (score === null || fate === 'equal') return words[fate]
  return `${what} ${printMeasure(score)}, threshold ${printMeasure(threshold)}${words[fate]}`
}

/** What is said after the score, or instead of it. */
const words: Readonly<Record<PairFate, string>> = {
  equal: 'the same words in every column',
  match: '',
  below: '',
  rival: ', but one of them matches another record better',
  sparse: 'fewer than two columns have a value in both',
  'must-agree': 'a column does not meet its gate',
  'no-candidate': 'too little in common to be compared',
}

/** @param width of the terminal */
export function columnsView(pair: PairByColumns, width: number): string {
  const rows = pair.columns.map(({ name, kind, a, b, level, levels, agreement, weight }) => [
    name,
    kind,
    a,
    b,
    level === null ? '' : `${level}/${levels - 1}`,
    agreement,
    printWeight(weight),
  ])
  const { similarity, weight } = pair.text
  if (similarity !== null) {
    const agreement = `similarity ${printMeasure(similarity)}`
    rows.push(['whole text', '', '', '', '', agreement, printWeight(weight)])
  }
  const fixed = [0, 1, 4, 5, 6].map(cell => Math.max(...rows.map(row => row[cell].length)))
  const room = Math.max(8, Math.floor((width - fixed.reduce((sum, cell) => sum + cell, 16)) / 2))
  const clipped = rows.map(row =>
    row.map((cell, at) => (at === 2 || at === 3 ? clip(cell.replace(/\s+/g, ' ').trim(), room) : cell)),
  )
  const head = ['column', 'kind', 'A', 'B', 'level', 'agreement', 'weight']
  return table([head, ...clipped], 'llllllr') + oddsLine(pair)
}

function oddsLine({ alone, decidedBy, prior, score, threshold, weight }: PairByColumns): string {
  if (decidedBy === 'text')
    return '  decided by the whole text, as the columns of these records separate too little\n'
  if (weight === undefined || prior === undefined || alone === undefined) return ''
  const rows = [
    ['weight', printWeight(weight), 'the sum'],
    ['matches', printMeasure(prior), 'share among the candidates, known before'],
    ['probability', printMeasure(alone), 'by the weight'],
  ]
  if (score !== null && Math.abs(score - alone) > 1e-9)
    rows.push(['decided by', printMeasure(score), 'as other candidates of the two compete'])
  rows.push(['threshold', printMeasure(threshold), ''])
  return `\n${table(rows, 'lrl')}`
}

/** With its sign and two decimals; empty without one. */
function printWeight(weight: number | null): string {
  if (weight === null) return ''
  return `${weight < 0 ? '-' : '+'}${Math.abs(weight).toFixed(2)}`
}
