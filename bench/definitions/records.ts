/**
 * Records: matching of short records on labelled sets, with the same defaults for all, and its speed on 50,000 rows.
 *
 * The sets are those of `labelled.ts`. "est" is the method's own estimate of its precision.
 */
import { findRecordPairs, type RecordOptions } from '../../src/methods/records/find-record-pairs.ts'
import { people } from '../../test/golden/records/samples.ts'
import type { Definition, Row } from '../definition.ts'
import { folderOf, judge, type Labelled, readSet, textDedup } from '../labelled.ts'

interface Task {
  readonly set: string
  readonly isCross: boolean
  readonly options: RecordOptions
  /** The F1 to reach, if one is set. */
  readonly goal?: number
}

/** With the defaults, macro-F1 over these must reach 0.93. */
const oneList = [
  'restaurant',
  'cora',
  'early_childhood',
  'febrl3',
  'bible_kjv_asv',
  'synth_en',
  'synth_ja',
  'plagiarised_answers',
  'dblp_acm',
]

const tasks: readonly Task[] = [
  ...oneList.map(set => ({ set, isCross: false, options: {} })),
  { set: 'restaurant', isCross: true, options: {} },
  { set: 'dblp_acm', isCross: true, options: {}, goal: 0.97 },
  { set: 'abt_buy', isCross: true, options: { oneToOne: true }, goal: 0.9 },
  { set: 'abt_buy', isCross: false, options: {} },
  { set: 'finnish_paraphrase_a', isCross: false, options: {} },
  { set: 'news_articles_1000', isCross: false, options: {} },
]

function measured(task: Task, set: Labelled): { row: Row; f1: number } {
  const started = process.cpuUsage()
  const sides = task.isCross ? { split: set.split } : undefined
  const found = findRecordPairs(set.texts, sides, task.options)
  const { user, system } = process.cpuUsage(started)
  const { precision, recall, f1 } = judge(set, found)
  const { estimatedPrecision, clearBoundary, oneToOne, pairs } = found.notes
  const rival = task.isCross ? undefined : textDedup[task.set]
  const note = [
    `F1 ${f1.toFixed(3)}`,
    `${pairs} pairs`,
    `est ${estimatedPrecision?.toFixed(2) ?? 'unknown'}${clearBoundary ? '' : ' (no clear boundary)'}`,
    oneToOne ? 'one to one' : 'many',
    `${((user + system) / 1e6).toFixed(1)} s CPU`,
    ...(rival ? [`text-dedup P ${rival[0]} R ${rival[1]}`] : []),
  ].join(', ')
  const name = `${task.set}${task.isCross ? ' (two lists)' : ''}`
  const met = task.goal === undefined ? {} : { met: f1 >= task.goal }
  return { row: { name, precision, recall, note, ...met }, f1 }
}

function speed(rows: number): Row {
  const texts = people(rows, 0.2, 1)
  const started = process.cpuUsage()
  const { notes } = findRecordPairs(texts)
  const { user, system } = process.cpuUsage(started)
  const seconds = (user + system) / 1e6
  const note = `${seconds.toFixed(1)} s CPU, ${notes.pairs} pairs, ${notes.candidates} candidates`
  return { name: `${rows} made-up people`, note, met: seconds < 60 }
}

export const records: Definition = {
  name: 'records',
  about:
    'F1 of `--method records` on labelled sets (NEARSAME_LABELLED) with one default, macro-F1 >= 0.93; 50,000 rows',
  async run(context) {
    const rows: Row[] = []
    let sum = 0
    for (const task of tasks) {
      const path = folderOf(task.set, context.say)
      if (path === undefined) continue
      const { row, f1 } = measured(task, readSet(path, task.isCross))
      if (!task.isCross && oneList.includes(task.set)) sum += f1
      rows.push(row)
    }
    if (oneList.every(set => rows.some(row => row.name === set))) {
      const macro = sum / oneList.length
      rows.push({ name: `macro-F1 of ${oneList.length} sets`, note: macro.toFixed(4), met: macro >= 0.93 })
    }
    rows.push(speed(50_000))
    return rows
  },
}
