import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOneLine, listInside, startsAnyArray, startsArray } from './json-start.ts'

test('recognizes arrays, of objects and of anything', () => {
  for (const text of ['[{"a":1}', ' [\n { "a"', '\ufeff[]', '[', '[  '])
    assert.ok(startsArray(Buffer.from(text)), text)
  for (const text of ['[1]', '["a"]', '[[', '{"a":[', 'x', ''])
    assert.ok(!startsArray(Buffer.from(text)), text)
  assert.ok(startsAnyArray(Buffer.from('\n[1,')))
  assert.ok(!startsAnyArray(Buffer.from('{}')))
  assert.ok(isOneLine(Buffer.from('\n{"a":1}\n')))
  assert.ok(!isOneLine(Buffer.from('{\n}')))
})

test('names the list of objects in an object as jq does', () => {
  const cases: readonly (readonly [object: unknown, list: string | undefined])[] = [
    [{ n: 1, rows: [{ a: 1 }] }, '.rows[]'],
    [{ meta: { rows: [{}] }, 'two words': [{ a: '}]' }] }, '.["two words"][]'],
    [{ 'a"b': [{}] }, '.["a\\"b"][]'],
    [{ tags: ['a'], rows: [] }, undefined],
    [{ a: { b: [{}] } }, undefined],
    [[{ a: [{}] }], undefined],
    [
      { responseHeader: { status: 0, params: { q: '*' } }, response: { numFound: 1, docs: [{}] } },
      '.response.docs[]',
    ],
    [
      { took: 1, _shards: { total: 1 }, hits: { total: { value: 1 }, hits: [{ _id: 'a' }] } },
      '.hits.hits[]',
    ],
    [{ took: 1, hits: { hits: [] } }, undefined],
  ]
  for (const [value, list] of cases) {
    for (const space of [0, 2]) {
      const text = Buffer.from(JSON.stringify(value, null, space))
      assert.equal(listInside(text, true), list, `${text}`)
      assert.equal(listInside(text.subarray(0, -1), false), list, `${text}`)
    }
  }
  const rows = [{ text: 'one of them' }, { text: 'another one' }]
  const inside = (value: unknown) => listInside(Buffer.from(JSON.stringify(value)), true)
  assert.equal(inside({ status: 'ok', results: { items: rows } }), '.results.items[]')
  assert.equal(inside({ 'a b': { 'c d': rows } }), '.["a b"]["c d"][]')
  const authors = [{ name: 'A' }, { name: 'B' }]
  assert.equal(
    inside({ title: 'a text of its own, longer than its authors', meta: { authors } }),
    undefined,
  )
  assert.equal(listInside(Buffer.from('{"text":"a","messages":[{}]}'), true), undefined, 'a record')
})
