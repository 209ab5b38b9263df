import assert from 'node:assert/strict'
import { test } from 'node:test'
import { persons } from '../../../../test/golden/records/persons.ts'
import { findRecordPairs } from '../find-record-pairs.ts'
import type { GivenColumn } from '../gather-records.ts'

test('columns find the copies that moved, and say how they weigh', () => {
  const { texts, columns, copies } = persons(600)
  const { left, right, notes } = findRecordPairs(texts, undefined, { columns })
  const found = Array.from(left, (row, p) => `${row},${right[p]}`)
  const right2 = found.filter(pair => copies.has(pair)).length
  assert.ok(right2 / copies.size > 0.95 && right2 / found.length > 0.95, `${right2} of ${found.length}`)
  assert.equal(notes.decidedBy, 'columns')
  assert.deepEqual(
    notes.columns?.map(({ name, kind }) => `${name} ${kind}`),
    ['first words', 'last words', 'street words', 'born date', 'town category'],
  )
  for (const { name, weights = [], ignored } of notes.columns ?? []) {
    // All copies have moved.
    if (name === 'street') assert.equal(ignored, 'it agrees no more among copies than among others')
    else assert.ok((weights.at(-1) ?? 0) > weights[0], `${name}: ${weights}`)
  }
})

test('a column that must agree is a veto; an ignored one does not count', () => {
  const { texts, columns } = persons(600)
  const as = (name: string, role: 'must-agree' | 'ignore'): GivenColumn[] =>
    columns.map(column => (column.name === name ? { ...column, role } : column))
  assert.equal(findRecordPairs(texts, undefined, { columns: as('street', 'must-agree') }).left.length, 0)
  const ignoring = findRecordPairs(texts, undefined, { columns: as('street', 'ignore') })
  assert.equal(ignoring.notes.columns?.find(({ name }) => name === 'street')?.ignored, 'as asked')
})

test('an ignored column finds no candidates and decides nothing, also where the text decides', () => {
  const names = ['anna berg', 'anna berg', 'otto klein', 'maria sommer']
  const notes = [
    'paid cash',
    'came by bus',
    'left a blue umbrella in hall 7',
    'left a blue umbrella in hall 7',
  ]
  const columns = [
    { name: 'name', values: names },
    { name: 'notes', values: notes },
  ]
  const texts = names.map((name, row) => `${name} ${notes[row]}`)
  const [name, { values }] = columns
  const ignoring = { columns: [name, { name: 'notes', values, role: 'ignore' as const }] }
  const { left, right, similarity } = findRecordPairs(texts, undefined, ignoring)
  assert.deepEqual([[...left], [...right], [...similarity]], [[0], [1], [1]])
})

test('a gate with a tolerance keeps the copies within it, and gives its column a kind', () => {
  const { texts, columns } = persons(600)
  const born = (role: GivenColumn['role']) =>
    findRecordPairs(texts, undefined, {
      columns: columns.map(column => (column.name === 'born' ? { ...column, role } : column)),
    })
  const [exact, within, wide] = [born('must-agree'), born('within:3d'), born('within:99999d')]
  assert.ok(exact.left.length <= within.left.length && within.left.length <= wide.left.length)
  assert.equal(within.notes.columns?.find(({ name }) => name === 'born')?.kind, 'date')
})

test('two columns decide if they say more than the text, one does not', () => {
  const { texts, columns } = persons(300)
  const decidedBy = (count: number) =>
    findRecordPairs(texts, undefined, { columns: columns.slice(0, count) }).notes.decidedBy
  assert.deepEqual([decidedBy(1), decidedBy(2)], ['text', 'columns'])
})

test('a column that one of two lists lacks says nothing, and is named', () => {
  const { columns } = persons(600)
  const order = [0, 1].flatMap(side => [...columns[0].values.keys()].filter(row => row % 2 === side))
  const turned = columns.map(({ name, values }) => ({ name, values: order.map(row => values[row]) }))
  const sided = (name: string, side: number) => ({
    name,
    values: order.map((row, at) => (Number(at >= 300) === side ? `only ${name} ${row % 50}` : '')),
  })
  const find = (all: readonly GivenColumn[]) =>
    findRecordPairs(
      order.map((_, at) => all.map(({ values }) => values[at]).join(' ')),
      { split: 300 },
      { columns: all },
    )
  const alone = find(turned)
  const found = find([...turned, sided('shelf', 0), sided('desk', 1)])
  assert.ok(found.left.length > 20)
  assert.deepEqual(
    [...found.left].map((row, p) => `${row},${found.right[p]}`),
    [...alone.left].map((row, p) => `${row},${alone.right[p]}`),
  )
  const ignored = found.notes.columns?.filter(({ name }) => name === 'shelf' || name === 'desk')
  assert.deepEqual(
    ignored?.map(({ ignored: why }) => why),
    ['one of the lists has none', 'one of the lists has none'],
  )
  // With one common column the whole texts decide.
  const one = find([turned[0], sided('shelf', 0), sided('desk', 1)])
  assert.equal(one.notes.decidedBy, 'text')
})
