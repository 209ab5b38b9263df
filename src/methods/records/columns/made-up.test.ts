/** Made-up lists, one for each thing that columns must see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inhabitants } from '../../../../test/golden/records/inhabitants.ts'
import { persons } from '../../../../test/golden/records/persons.ts'
import { findRecordPairs } from '../find-record-pairs.ts'
import type { GivenColumn } from '../gather-records.ts'

type Values = Record<string, readonly string[]>

const found = (values: Values, split?: number) => {
  const columns: GivenColumn[] = Object.entries(values).map(([name, list]) => ({ name, values: list }))
  const texts = columns[0].values.map((_, row) => columns.map(column => column.values[row]).join(' '))
  return findRecordPairs(texts, split === undefined ? undefined : { split }, { columns })
}

/** Persons of several columns by name, and the pairs that are copies. */
const people = (count: number): { values: Values; copies: ReadonlySet<string> } => {
  const { columns, copies } = persons(count)
  return { values: Object.fromEntries(columns.map(({ name, values }) => [name, values])), copies }
}

const rightOnes = ({ left, right }: ReturnType<typeof found>, copies: ReadonlySet<string>): number =>
  Array.from(left, (row, p) => copies.has(`${row},${right[p]}`)).filter(Boolean).length

const scores = (pairs: ReturnType<typeof found>, copies: ReadonlySet<string>) => {
  const right = rightOnes(pairs, copies)
  return { precision: right / Math.max(1, pairs.left.length), recall: right / copies.size }
}

test('a value that is frequent among unique ones is a null word, and no evidence', () => {
  const { values, copies } = people(600)
  const phone = values.first.map((_, row) => (row % 3 === 0 ? '000-0000' : `555-${1000 + row}`))
  const pairs = found({ ...values, phone })
  assert.deepEqual(pairs.notes.nullWords, ['000-0000'])
  assert.equal(pairs.notes.columns?.find(({ name }) => name === 'phone')?.filled, 400)
  const { precision, recall } = scores(pairs, copies)
  assert.ok(precision > 0.9 && recall > 0.9, `${precision} ${recall}`)
})

test('a column that joins others counts only by what they lack', () => {
  const { values, copies } = people(600)
  const all = values.first.map((first, row) => `${values.last[row]}, ${first}: ${values.town[row]}`)
  const pairs = found({ ...values, all })
  const note = pairs.notes.columns?.find(({ name }) => name === 'all')
  assert.deepEqual([note?.filled, note?.ignored], [0, 'it is empty, or others have all its words'])
  const { precision, recall } = scores(pairs, copies)
  assert.ok(precision > 0.95 && recall > 0.95, `${precision} ${recall}`)
})

test('a column that says which list a record is from is no evidence, and is named', () => {
  const { values, copies } = people(600)
  const second = new Set([...copies].map(pair => Number(pair.split(',')[1])))
  const list = values.first.map((_, row) => (second.has(row) ? 'north' : 'south'))
  const pairs = found({ ...values, list })
  const note = pairs.notes.columns?.find(({ name }) => name === 'list')
  assert.equal(note?.ignored, 'it agrees no more among copies than among others')
  const { precision, recall } = scores(pairs, copies)
  assert.ok(precision > 0.95 && recall > 0.95, `${precision} ${recall}`)
})

test('a column of random categories is left out and named', () => {
  const { values } = people(600)
  let state = 1
  const group = values.first.map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return ['red', 'blue', 'green'][state >>> 30] ?? 'red'
  })
  const note = found({ ...values, group }).notes.columns?.find(({ name }) => name === 'group')
  assert.equal(note?.kind, 'category')
  assert.ok(note?.ignored !== undefined || Math.abs(note?.weights?.at(-1) ?? 0) < 0.5, JSON.stringify(note))
})

test('first and last names in each other’s column still match', () => {
  const { values, copies } = people(600)
  const turned = new Set([...copies].slice(0, 20).map(pair => Number(pair.split(',')[1])))
  const swap = (own: string, other: string) =>
    values[own].map((value, row) => (turned.has(row) ? values[other][row] : value))
  const pairs = found({ ...values, first: swap('first', 'last'), last: swap('last', 'first') })
  const rows = new Set(pairs.right)
  const missed = [...turned].filter(row => !rows.has(row))
  assert.ok(missed.length <= 3, `${missed.length} of 20 missed`)
})

test('ue for ü and ss for ß agree as typing errors do', () => {
  const { values, copies } = people(600)
  const last = values.last.map((value, row) => {
    const copied = copies.has(`${row},${row + 1}`) ? 'ü' : copies.has(`${row - 1},${row}`) ? 'ue' : ''
    return copied === '' ? value : `M${copied}${value.slice(0, 4)}${copied === 'ü' ? 'ß' : 'ss'}`
  })
  const { recall } = scores(found({ ...values, last }), copies)
  assert.ok(recall > 0.95, `${recall}`)
})

test('neighbours with the same name are no copies, also where a list has few copies', () => {
  let [all, right, wanted] = [0, 0, 0]
  for (let list = 1; list <= 32; list++) {
    const { values, copies } = inhabitants(300, 7919 * list)
    const pairs = found(values)
    all += pairs.left.length
    right += rightOnes(pairs, copies)
    wanted += copies.size
  }
  assert.ok(right / all > 0.98 && right / wanted > 0.98, `${right} of ${all} right, ${wanted} wanted`)
})
