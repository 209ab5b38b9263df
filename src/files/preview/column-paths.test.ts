/** Columns in objects have the paths by which options name them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldOf } from '../../ground/json/field.ts'
import { columnPaths } from './column-paths.ts'

test('values in objects are columns by their paths, lists and empty objects are whole', () => {
  const record = {
    _id: { $oid: 'f' },
    who: { name: { first: 'Ann' }, born: null },
    tags: [{ a: 1 }],
    no: {},
  }
  const paths = columnPaths([record])
  assert.deepEqual(paths, ['_id.$oid', 'who.name.first', 'who.born', 'tags', 'no'])
  assert.deepEqual(
    paths.map(path => fieldOf(record, path)),
    ['f', 'Ann', null, [{ a: 1 }], {}],
  )
})

test('every path leads to a value, whatever the names are', () => {
  const record = { 'a.b': { c: 1 }, d: { 'e.f': 1 }, g: { '*': 1 }, h: { '': 1 }, i: { toString: 1 } }
  const paths = columnPaths([record])
  assert.deepEqual(paths, ['a.b', 'd', 'g', 'h', 'i.toString'])
  for (const path of paths) assert.notEqual(fieldOf(record, path), undefined, path)
})

test('names that are data, and great depth, give no columns of their own', () => {
  const days = Array.from({ length: 300 }, (_, day) => ({ id: day, by: { [`day${day}`]: 1 } }))
  assert.deepEqual(columnPaths(days), ['id', 'by'])
  const deep = JSON.parse(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`)
  assert.deepEqual(columnPaths([deep]), [Array(8).fill('a').join('.')])
})
