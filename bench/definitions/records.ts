/**
 * Records: matching of short records on labelled sets, with one default for all, and its speed on 50,000 rows.
 *
 * The sets are not shipped. NEARSAME_LABELLED names a folder with one folder a set: `records.jsonl` (`id`, `text`,
 * perhaps `source` of two lists), `truth.csv` (`id1,id2`) and, where only some pairs are labelled, `pairs.csv`. Pairs
 * without a label are not judged there. "est" is the precision that the method estimates itself.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  findRecordPairs,
  type RecordOptions,
  type RecordPairs,
} from '../../src/records/find-record-pairs.ts'
import { people } from '../../test/golden/records/samples.ts'
import type { Definition, Row } from '../definition.ts'

interface Labelled {
  readonly ids: readonly string[]
  readonly texts: readonly string[]
  /** First row of the second list, where the set has two and they are asked for. */
  readonly split: number
  readonly truth: ReadonlySet<string>
  readonly judged: ReadonlySet<string> | undefined
}

interface Task {
  readonly set: string
  readonly isCross: boolean
  readonly options: RecordOptions
  /** The F1 to reach, where one is set. */
  readonly goal?: number
}

/** One default: macro-F1 over these is to reach 0.93. */
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

/** Precision and recall of text-dedup's defaults: MinHash of 5-grams of words, 0.7, candidates taken as they are. */
const textDedup: Readonly<Record<string, readonly [number, number]>> = {
  restaurant: [0.932, 0.366],
  synth_en: [0.998, 0.412],
  plagiarised_answers: [1, 0.053],
  synth_ja: [1, 0.075],
  bible_kjv_asv: [0.995, 0.242],
  cora: [0.996, 0.073],
  dblp_acm: [0.112, 0.011],
  febrl3: [1, 0.025],
  news_articles_1000: [1, 1],
}

const keyOf = (a: string, b: string): string => (a < b ? `${a},${b}` : `${b},${a}`)

function readPairs(path: string): Set<string> | undefined {
  if (!existsSync(path)) return undefined
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1)
  return new Set(lines.map(line => keyOf(...(line.trim().split(',') as [string, string]))))
}

function readSet(folder: string, isCross: boolean): Labelled {
  const lines = readFileSync(join(folder, 'records.jsonl'), 'utf8').trimEnd().split('\n')
  const all = lines.map(line => JSON.parse(line) as { id: string; text: string; source?: string })
  const sources = [...new Set(all.map(({ source }) => source))].sort()
  const first = all.filter(({ source }) => source === sources[0])
  const rows = isCross ? [...first, ...all.filter(({ source }) => source !== sources[0])] : all
  const judged = readPairs(join(folder, 'pairs.csv'))
  const truth = readPairs(join(folder, 'truth.csv')) ?? new Set()
  const ids = rows.map(({ id }) => id)
  return { ids, texts: rows.map(({ text }) => text), split: isCross ? first.length : 0, truth, judged }
}

interface Score {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

function judge({ ids, truth, judged }: Labelled, { left, right }: RecordPairs): Score {
  let reported = 0
  let found = 0
  for (let p = 0; p < left.length; p++) {
    const key = keyOf(ids[left[p]], ids[right[p]])
    if (judged && !judged.has(key)) continue
    reported++
    if (truth.has(key)) found++
  }
  const wanted = judged ? [...truth].filter(key => judged.has(key)).length : truth.size
  const [precision, recall] = [found / Math.max(1, reported), found / Math.max(1, wanted)]
  return { precision, recall, f1: found === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

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
    `est ${estimatedPrecision.toFixed(2)}${clearBoundary ? '' : ' (no clear boundary)'}`,
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
    const folder = process.env.NEARSAME_LABELLED
    let sum = 0
    for (const task of tasks) {
      const path = join(folder ?? '', task.set)
      if (folder === undefined || !existsSync(path)) {
        context.say(`skipped: ${task.set} is not here; name the folder of the sets with NEARSAME_LABELLED`)
        continue
      }
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
