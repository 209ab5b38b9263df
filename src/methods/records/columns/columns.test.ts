import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRecordPairs, type GivenColumn } from '../find-record-pairs.ts'

/** Made-up persons; each fifth one has a copy with a typing error and another street. */
function persons(count: number): { texts: string[]; columns: GivenColumn[]; copies: Set<string> } {
  let state = 5
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const syllables = ['ka', 'ro', 'mi', 'ten', 'lu', 'sa', 'vor', 'ne', 'bi', 'dal']
  const word = (): string => [0, 1, 2].map(() => syllables[below(10)]).join('')
  const names = ['first', 'last', 'street', 'born', 'town']
  const towns = Array.from({ length: 12 }, word)
  const person = (): string[] => [
    ...[word(), word(), `${word()} street ${1 + below(90)}`],
    ...[`${1930 + below(70)}-${10 + below(3)}-${10 + below(18)}`, towns[below(12)]],
  ]
  const rows: string[][] = []
  const copies = new Set<string>()
  while (rows.length < count) {
    const row = person()
    rows.push(row)
    if (below(5) > 0) continue
    rows.push([row[0], `${row[1]}x`, `${word()} street 7`, row[3], row[4]])
    copies.add(`${rows.length - 2},${rows.length - 1}`)
  }
  const columns = names.map((name, c) => ({ name, values: rows.map(row => row[c]) }))
  return { texts: rows.map(row => row.join('\n')), columns, copies }
}

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
  for (const { name, weights = [] } of notes.columns ?? [])
    assert.ok((weights.at(-1) ?? 0) > weights[0], `${name}: ${weights}`)
})

test('a column that must agree is a veto; an ignored one does not count', () => {
  const { texts, columns } = persons(600)
  const as = (name: string, role: 'must-agree' | 'ignore'): GivenColumn[] =>
    columns.map(column => (column.name === name ? { ...column, role } : column))
  assert.equal(findRecordPairs(texts, undefined, { columns: as('street', 'must-agree') }).left.length, 0)
  const ignoring = findRecordPairs(texts, undefined, { columns: as('street', 'ignore') })
  assert.equal(ignoring.notes.columns?.find(({ name }) => name === 'street')?.ignored, 'as asked')
})

test('fewer than three columns are decided by their text', () => {
  const { texts, columns } = persons(300)
  const { notes } = findRecordPairs(texts, undefined, { columns: columns.slice(0, 2) })
  assert.equal(notes.decidedBy, 'text')
})
