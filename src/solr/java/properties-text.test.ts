/** Texts of properties, as `java.util.Properties` of Java 17 reads them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseProperties } from './properties-text.ts'

const read = (text: string) => Object.fromEntries(parseProperties(text) ?? [['none', '']])

test('names and values', () => {
  assert.deepEqual(read('a=b\nc : d\r\ne f\r g\t=\th \n\n# x=y\n! z\nk'), {
    a: 'b',
    c: 'd',
    e: 'f',
    g: 'h ',
    k: '',
  })
  assert.deepEqual(read('a==b\na=c'), { a: 'c' })
})

test('escapes and joined lines', () => {
  assert.deepEqual(read('a\\=b=c\\u00e9\\t\\q\\\\\nd=1\\\n   2\\\\\ne=3'), {
    'a=b': 'c\u00e9\tq\\',
    d: '12\\',
    e: '3',
  })
  assert.equal(parseProperties('a=\\u00g0'), undefined)
})
