/**
 * Record lists: what `records` finds and estimates in small lists of users' kinds, in one process.
 *
 *     node bench/record-lists.ts DIR [LIST ...]
 *
 * DIR has a folder a list: `all.csv`, or `a.csv` and `b.csv` (both with an `id`), and `truth.csv` with the pairs of
 * ids. A list counts as inside if its true precision is in the reported interval.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { atOnce } from '../src/ground/breath/steps.ts'
import { recordPairs } from '../src/methods/records/find-record-pairs.ts'
import { judge, type LabelledRecords } from './labelled.ts'

/** The cells of a CSV file without line breaks in its values. */
function cellsOf(path: string): string[][] {
  const lines = readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/)
  return lines.map(line =>
    Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
      quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
    ),
  )
}

/** A list of a folder: of two lists the columns of the first. */
export function readList(folder: string): LabelledRecords {
  const isAcross = existsSync(join(folder, 'b.csv'))
  const [first, second] = isAcross
    ? [cellsOf(join(folder, 'a.csv')), cellsOf(join(folder, 'b.csv'))]
    : [cellsOf(join(folder, 'all.csv')), [['id']]]
  const [head, ...rows] = first
  const [otherHead, ...others] = second
  const names = head.filter(name => name !== 'id')
  const valuesOf = (name: string): string[] => [
    ...rows.map(row => row[head.indexOf(name)] ?? ''),
    ...others.map(row => row[otherHead.indexOf(name)] ?? ''),
  ]
  const columns = names.map(name => ({ name, values: valuesOf(name) }))
  const ids = valuesOf('id')
  const truth = cellsOf(join(folder, 'truth.csv'))
    .slice(1)
    .map(([a, b]) => (a < b ? `${a},${b}` : `${b},${a}`))
  return {
    ids,
    texts: ids.map((_, row) => columns.map(({ values }) => values[row]).join('\n')),
    split: isAcross ? rows.length : 0,
    truth: new Set(truth),
    judged: undefined,
    columns: columns.length > 1 ? columns : [],
  }
}

function main(): void {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [folder, ...some] = positionals
  if (folder === undefined) throw new Error('name the folder of the lists')
  const names =
    some.length > 0 ? some : readdirSync(folder).filter(name => existsSync(join(folder, name, 'truth.csv')))
  let [inside, told, width, f1] = [0, 0, 0, 0]
  let withCopies = 0
  for (const name of names.sort()) {
    const list = readList(join(folder, name))
    const found = atOnce(
      recordPairs(list.texts, list.split > 0 ? { split: list.split } : undefined, {
        columns: list.columns,
      }),
    )
    const score = judge(list, found)
    const [low, high] = found.notes.precisionInterval
    const pairs = found.left.length
    const isInside = pairs > 0 && score.precision >= low - 0.005 && score.precision <= high + 0.005
    inside += isInside ? 1 : 0
    if (pairs > 0) width += high - low
    told += pairs > 0 ? 1 : 0
    if (list.truth.size > 0) {
      withCopies++
      f1 += score.f1
    }
    console.log(
      `${name.padEnd(22)} ${String(list.truth.size).padStart(4)} true, ${String(pairs).padStart(4)} pairs, P ${score.precision.toFixed(2)} R ${score.recall.toFixed(2)} told ${found.notes.estimatedPrecision?.toFixed(2) ?? 'unknown'} (${low.toFixed(2)} to ${high.toFixed(2)})${isInside ? '' : ' outside'} ${found.notes.decidedBy ?? 'one text'}`,
    )
  }
  console.log(
    `inside ${inside} of ${told}; macro-F1 ${(f1 / withCopies).toFixed(3)}; mean width ${(width / told).toFixed(2)}`,
  )
}

if (import.meta.main) main()
