import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldOf, fieldPlaces, fieldValues } from './field.ts'

const record = {
  'a.b': 'named',
  a: { b: 'nested', c: null },
  turns: [{ say: 'one' }, { say: null }, {}, 'no object', { say: ['two', 'three'] }, { '*': 'star' }],
  length: { '*': 'of an object' },
  nested: [[1, 2], [], [3]],
}

test('a path takes fields by name, items by number, and all items with a star', () => {
  const cases: [path: string, values: unknown[]][] = [
    ['a.b', ['named']],
    ['a.c', [null]],
    ['a.none', []],
    ['none', []],
    ['turns.0.say', ['one']],
    ['turns.9.say', []],
    ['turns.00.say', []],
    ['turns.length', []],
    ['turns.*.say', ['one', null, ['two', 'three']]],
    ['turns.*.say.*', ['two', 'three']],
    ['turns.4.say.1', ['three']],
    ['nested.*.*', [1, 2, 3]],
    ['nested.*.0', [1, 3]],
    ['length.*', ['of an object']],
    ['turns.*.*', ['star']],
    ['*', []],
    ['a.*', []],
  ]
  for (const [path, values] of cases) {
    assert.deepEqual(fieldValues(record, path), values, path)
    if (!path.includes('*')) assert.deepEqual(fieldOf(record, path), values[0], path)
    else assert.equal(fieldOf(record, path), undefined, path)
  }
})

test('places change the values where they are', () => {
  const copy = structuredClone(record)
  for (const { holder, key } of fieldPlaces(copy, 'nested.*.*')) holder[key] = Number(holder[key]) * 10
  assert.deepEqual(copy.nested, [[10, 20], [], [30]])
})
