/**
 * Record index: what checks of an index of `records` find on labelled sets, beside a run, as a Markdown table.
 *
 *     node bench/record-index.ts DIR [SET ...]
 *
 * Sets of one list, with columns as in `record-sets.ts`: the index learns from all records, then every one is checked.
 */
import { join } from 'node:path'
import { openEngine } from '../src/engine/library/open-engine.ts'
import { resolveMethodParams } from '../src/methods/methods.ts'
import { findRecordPairs } from '../src/methods/records/find-record-pairs.ts'
import { OnlineRecords } from '../src/methods/records/online.ts'
import { itemAgree } from '../src/methods/records/params.ts'
import { checkRows } from '../test/golden/online/check-rows.ts'
import { judge, readRecords, type Score } from './labelled.ts'
import { setsIn } from './record-sets.ts'

const [folder, ...named] = process.argv.slice(2)
const { space } = await openEngine({ method: 'records' })

async function rowOf(set: string): Promise<string[] | undefined> {
  const records = readRecords(join(folder, set))
  const { texts, columns = [], split } = records
  if (split > 0 || columns.length < 2) return undefined
  const run = findRecordPairs(texts, undefined, { columns })
  const fields = columns.map(({ name }) => name)
  const method = new OnlineRecords({
    space,
    params: resolveMethodParams('records', {}),
    storeText: true,
    fields,
  })
  method.use(method.train(texts, columns))
  const values = texts.map((_, row) => columns.map(column => column.values[row]))
  const before = process.cpuUsage()
  const { matches, candidates } = checkRows(method, itemAgree, texts, 'texts', values)
  const { user, system } = process.cpuUsage(before)
  const pairs = matches.flatMap((found, left) =>
    [...found.keys()].filter(right => right > left).map(right => [left, right]),
  )
  const checked = judge(records, {
    left: Int32Array.from(pairs, ([left]) => left),
    right: Int32Array.from(pairs, ([, right]) => right),
  })
  const reported = [...run.left.keys()]
  const shared = reported.filter(p => matches[run.left[p]].has(run.right[p])).length
  return [
    ...[set, method.learnt()?.decidedBy ?? 'nothing'],
    ...[shownScore(run.left.length, judge(records, run)), shownScore(pairs.length, checked)],
    ...[(shared / Math.max(1, reported.length)).toFixed(3), (candidates / texts.length).toFixed(0)],
    ((user + system) / 1e3 / texts.length).toFixed(2),
  ]
}

function shownScore(pairs: number, { precision, recall }: Score): string {
  return `${pairs.toLocaleString('en')}, ${precision.toFixed(3)}, ${recall.toFixed(3)}`
}

const head = [
  'set',
  'decided by',
  'run: pairs, P, R',
  'checks: pairs, P, R',
  'of the run',
  'candidates a check',
  'CPU ms a check',
]
console.log(`| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`)
for (const set of named.length > 0 ? named : setsIn(folder)) {
  const row = await rowOf(set)
  if (row !== undefined) console.log(`| ${row.join(' | ')} |`)
}
