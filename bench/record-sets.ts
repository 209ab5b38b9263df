/**
 * Record sets: what `records` reaches on labelled sets with one default, as a Markdown table.
 *
 *     node bench/record-sets.ts DIR [SET ...]
 *
 * DIR has a folder a set, as `labelled.ts` describes. Records of several fields are compared by these alone, without
 * the `text` that joins them; two lists (`source`) across. Beside the default: "best" is the highest F1 that any fixed
 * threshold and rule (all, mutual, greedy) reaches on the score that decided, chosen with the labels; "estimate" is the
 * precision that the run reports without them.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { atOnce } from '../src/ground/breath/steps.ts'
import { selectPairs } from '../src/methods/records/decision/selection.ts'
import {
  type DecidedRecords,
  decideRecords,
  recordPairs,
} from '../src/methods/records/find-record-pairs.ts'
import {
  judge,
  type LabelledRecords,
  readRecords,
  type Score,
  scoreOf,
  verdictOf,
  wantedPairs,
} from './labelled.ts'

export interface SetFigures extends Score {
  readonly set: string
  /** Whether two lists are compared. */
  readonly isAcross: boolean
  readonly decidedBy: 'columns' | 'text'
  readonly rule: string
  readonly estimate: number
  readonly interval: readonly [number, number]
  readonly estimatedRecall: number
  readonly bestF1: number
  readonly bestRule: string
  readonly seconds: number
}

/** The names of the sets in a folder. */
export function setsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter(name => existsSync(join(folder, name, 'truth.csv')))
    .sort()
}

export function figuresOf(folder: string, set: string): SetFigures {
  const records = readRecords(join(folder, set))
  const { texts, columns, split } = records
  const sides = split > 0 ? { split } : undefined
  const started = process.cpuUsage()
  const found = atOnce(recordPairs(texts, sides, { columns }))
  const { user, system } = process.cpuUsage(started)
  const decided = atOnce(decideRecords(texts, sides, { columns }))
  const best = bestFixed(records, decided)
  return {
    ...{ set, isAcross: split > 0, ...judge(records, found), ...best },
    decidedBy: decided.byColumns === undefined ? 'text' : 'columns',
    rule: decided.decision.rule,
    estimate: decided.decision.precision,
    interval: found.notes.precisionInterval,
    estimatedRecall: found.notes.estimatedRecall,
    seconds: (user + system) / 1e6,
  }
}

/** The best F1 of any fixed threshold and rule on the scores of the decision. */
function bestFixed(
  records: LabelledRecords,
  decided: DecidedRecords,
): { bestF1: number; bestRule: string } {
  let best = { bestF1: 0, bestRule: 'none' }
  for (const rule of ['all', 'mutual', 'greedy'] as const) {
    // Under each rule a lower threshold adds pairs and changes none, so one selection has those of all thresholds.
    const selected = atOnce(selectPairs(decided.evidence, decided.decision.scores, 0, rule))
    const bestF1 = bestOfCurve(records, decided, selected)
    if (bestF1 > best.bestF1) best = { bestF1, bestRule: rule }
  }
  return best
}

function bestOfCurve(records: LabelledRecords, decided: DecidedRecords, selected: Uint8Array): number {
  const { evidence, decision, listed } = decided
  const { left, right } = evidence.pairs
  const verdict = verdictOf(records)
  const wanted = wantedPairs(records)
  const counts = { right: 0, wrong: 0, unknown: 0 }
  if (!listed.isAcross) {
    for (const rows of [...listed.members, ...listed.equalBlanks.map(([equal]) => equal)])
      for (let a = 0; a < rows.length; a++)
        for (let b = a + 1; b < rows.length; b++) counts[verdict(rows[a], rows[b])]++
  }
  for (const [a, b] of listed.twins)
    for (const x of listed.members[a]) for (const y of listed.members[b]) counts[verdict(x, y)]++
  const { scores } = decision
  const order = [...selected.keys()].filter(
    p => selected[p] === 1 && listed.twins.get(left[p]) !== right[p],
  )
  order.sort((p, q) => scores[q] - scores[p])
  let best = scoreOf(counts.right, counts.right + counts.wrong, wanted).f1
  order.forEach((p, k) => {
    for (const x of listed.members[left[p]])
      for (const y of listed.members[right[p]]) counts[verdict(x, y)]++
    const isTied = k + 1 < order.length && scores[order[k + 1]] === scores[p]
    if (!isTied) best = Math.max(best, scoreOf(counts.right, counts.right + counts.wrong, wanted).f1)
  })
  return best
}

/** The table, with means, as Markdown. */
export function tableOf(all: readonly SetFigures[]): string {
  const head = [
    'set',
    'decided by',
    'rule',
    'precision',
    'recall',
    'F1',
    'best',
    'of best',
    'estimate',
    'error',
    'est. recall',
    'CPU s',
  ]
  const mean = (of: (figures: SetFigures) => number): string =>
    (all.reduce((sum, one) => sum + of(one), 0) / all.length).toFixed(3)
  const error = ({ estimate, precision }: SetFigures): number => estimate - precision
  const rows = all.map(one => [
    `${one.set}${one.isAcross ? ', two lists' : ''}`,
    one.decidedBy,
    one.rule,
    ...[one.precision, one.recall, one.f1].map(value => value.toFixed(3)),
    `${one.bestF1.toFixed(3)} ${one.bestRule}`,
    (one.f1 / Math.max(1e-9, one.bestF1)).toFixed(2),
    `${one.estimate.toFixed(2)} (${one.interval.map(end => end.toFixed(2)).join(' to ')})`,
    error(one).toFixed(2),
    one.estimatedRecall.toFixed(2),
    one.seconds.toFixed(1),
  ])
  const macro = ['mean', '', '', mean(one => one.precision), mean(one => one.recall), mean(one => one.f1)]
  macro.push(
    mean(one => one.bestF1),
    '',
    '',
    `${mean(one => Math.abs(error(one)))} absolute`,
    `${mean(one => Math.abs(one.estimatedRecall - one.recall))} error`,
    mean(one => one.seconds),
  )
  return [head, head.map(() => '---'), ...rows, macro].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

function main(): void {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [folder, ...sets] = positionals
  if (folder === undefined) throw new Error('name the folder of the labelled sets')
  console.log(tableOf((sets.length > 0 ? sets : setsIn(folder)).map(set => figuresOf(folder, set))))
}

if (import.meta.main) main()
