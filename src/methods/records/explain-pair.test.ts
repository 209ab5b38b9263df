import assert from 'node:assert/strict'
import { test } from 'node:test'
import { persons } from '../../../test/golden/records/persons.ts'
import type { PairByColumns } from '../contract/pair-by-columns.ts'
import { findRecordPairs, type RecordOptions } from './find-record-pairs.ts'
import { columnKinds } from './values/column-kinds.ts'
import { readColumn } from './values/column-values.ts'
import { levelCount } from './values/compare-values.ts'
import { levelNames } from './values/level-names.ts'

const { texts, columns, copies } = persons(600)
const [copied] = copies
const pair = copied.split(',').map(Number) as [number, number]
const explain = (explained: [number, number], options: RecordOptions = {}): PairByColumns =>
  findRecordPairs(texts, undefined, { columns, explained, ...options }).explained as PairByColumns

test('the weights of a pair add up to the probability that decided', () => {
  const found = findRecordPairs(texts, undefined, { columns, explained: pair })
  const { explained } = found
  assert.ok(
    explained?.alone !== undefined && explained.weight !== undefined && explained.prior !== undefined,
  )
  const weights = explained.columns.map(({ weight }) => weight ?? 0)
  const sum = weights.reduce((total, weight) => total + weight, explained.text.weight ?? 0)
  assert.equal(explained.weight, sum)
  const odds = Math.exp(sum) * (explained.prior / (1 - explained.prior))
  assert.ok(Math.abs(explained.alone - odds / (1 + odds)) < 1e-12)
  const at = found.left.findIndex((left, p) => left === pair[0] && found.right[p] === pair[1])
  assert.equal(explained.score, found.similarity[at])
  assert.ok(explained.score <= explained.alone + 1e-12, 'rivals only lower it')
  assert.equal(explained.fate, 'match')
  const [first, last, street] = explained.columns
  assert.deepEqual([first.agreement, last.level], ['equal', 7])
  assert.ok(street.level !== null && street.level < 5, `the copy moved: ${street.level}`)
  assert.deepEqual([street.a, street.b], [columns[2].values[pair[0]], columns[2].values[pair[1]]])
})

test('a pair is the same whichever way it is asked for', () => {
  const [a, b] = [explain(pair), explain([pair[1], pair[0]])]
  const turned = b.columns.map(column => ({ ...column, a: column.b, b: column.a }))
  assert.deepEqual({ ...b, columns: turned }, a)
})

test('fates: a veto, strangers, equal rows, a threshold, the text', () => {
  const strict = columns.map(column =>
    column.name === 'street' ? { ...column, role: 'must-agree' as const } : column,
  )
  assert.equal(explain(pair, { columns: strict }).fate, 'must-agree')
  const gateless = explain(pair, { columns: strict }).columns.filter(({ agreement }) =>
    /barred/.test(agreement),
  )
  assert.deepEqual(
    gateless.map(({ name }) => name),
    ['street'],
  )
  assert.equal(explain(pair, { threshold: 1 }).fate, 'below')
  const fates = new Set([5, 50, 100, 150, 200].map(row => explain([0, row]).fate))
  assert.ok(!fates.has('match') && fates.has('no-candidate'), [...fates].join())
  const last = texts.length
  const twice = columns.map(({ name, values }) => ({ name, values: [...values, values[0]] }))
  const { explained } = findRecordPairs([...texts, texts[0]], undefined, {
    columns: twice,
    explained: [0, last],
  })
  assert.deepEqual([explained?.fate, explained?.score], ['equal', 1])
  const byText = explain(pair, { columns: columns.slice(0, 1) })
  assert.deepEqual([byText.decidedBy, byText.weight, byText.columns[0].weight], ['text', undefined, null])
})

test('each level of each kind has a name', () => {
  for (const kind of columnKinds) {
    const steps = readColumn('column', ['a', 'b'], kind === 'constant' ? undefined : kind)
    let step = steps.next()
    while (!step.done) step = steps.next()
    assert.equal(levelNames[kind].length, levelCount({ ...step.value, kind }), kind)
  }
})
