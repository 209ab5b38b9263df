/** The patterns of the description accept exactly what the server reads. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { Refusal } from '../../ground/options/declare.ts'
import { parseShingle } from '../../ground/options/shingle-option.ts'
import { methodNamed, methodNames, resolveMethodParams } from '../../methods/methods.ts'
import { timeOf } from '../../online/index/documents/given-document.ts'
import { clusterSorts } from '../../online/index/documents/index-types.ts'
import { cursorOf } from '../../online/index/reading/pages.ts'
import { paramsByMethod } from './option-schema.ts'
import { cursors, shinglePattern, timePattern } from './patterns.ts'

function isRead(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (!isNearsameError(error)) throw error
    return false
  }
}

const two = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map(n => String(n).padStart(2, '0'))

test('a time matches the pattern if and only if it is read', () => {
  const time = new RegExp(timePattern)
  const year = fc.constantFrom('0000', '1900', '2000', '2023', '2024', '2100', '9999', '24')
  const written = fc
    .tuple(year, two(0, 13), two(0, 32), fc.constantFrom('T', 't', ' '), two(0, 25), two(58, 61))
    .chain(([y, m, d, t, h, min]) =>
      fc
        .tuple(
          fc.constantFrom('', ':00', ':59.5', ':60', ':1'),
          fc.constantFrom('', 'Z', 'z', '+01:00', '-2359', '+24:00'),
        )
        .map(([s, z]) => [`${y}-${m}-${d}`, `${y}-${m}-${d}${t}${h}:${min}${s}${z}`]),
    )
  fc.assert(
    fc.property(written, texts => {
      for (const text of texts)
        assert.equal(
          time.test(text),
          isRead(() => timeOf(text, 'before')),
          text,
        )
    }),
    { numRuns: runs(5000) },
  )
  for (let day = Date.UTC(1896, 0, 1); day < Date.UTC(2105, 0, 1); day += 86_400_000)
    assert(time.test(new Date(day).toISOString().slice(0, 10)))
})

test('shingles match the pattern if and only if they are read, but for leading zeros', () => {
  const shingle = new RegExp(shinglePattern)
  const ok = (text: string) => {
    const read = parseShingle(text)
    return read !== undefined && !(read instanceof Refusal)
  }
  for (const unit of ['words', 'chars', 'stopword', 'word', 'Words']) {
    for (let size = 0; size <= 70; size++) {
      for (const text of [`${unit}:${size}`, `${unit}:5:${size}`, `${unit}:${size}:2`, `${unit}${size}`]) {
        const isPlain = ok(text) && !/^(words|chars):\d+:1$/.test(text)
        assert.equal(shingle.test(text), isPlain, text)
      }
    }
  }
})

test('cursors match the pattern of their list if and only if they are read', () => {
  const parts = { clusters: [1, 2], pairs: [2], changes: [1] }
  for (const text of [
    '',
    '0',
    '12',
    '7.1000',
    '1.2.3',
    '1.',
    '.1',
    '-1',
    'x',
    '9'.repeat(15),
    '9'.repeat(16),
    '١',
  ]) {
    for (const [list, counts] of Object.entries(parts)) {
      const read = counts.some(count => isRead(() => cursorOf({ after: text }, count)))
      assert.equal(new RegExp(cursors[list as keyof typeof cursors]).test(text), read, `${list} ${text}`)
    }
  }
})

test('cursors of orders match the pattern of clusters', () => {
  const pattern = new RegExp(cursors.clusters)
  for (const sort of clusterSorts.slice(1)) {
    for (const place of [0, 5, -5, 2 / 3, -1, 1e-7, Number.MAX_VALUE])
      assert(pattern.test(`${sort}:${place}:17`))
    for (const rest of ['', ':5', ':5:', ':x:17', ':5:17:1', ':5:x']) assert(!pattern.test(sort + rest))
  }
  assert(!pattern.test('number:5:17'))
})

test('every parameter of every method has a schema with bounds, choices or a pattern, or takes every text', () => {
  const schemas = paramsByMethod() as Record<
    string,
    { readonly properties: Record<string, Record<string, unknown>> }
  >
  assert.deepEqual(Object.keys(schemas), methodNames)
  for (const name of methodNames) {
    const { properties } = schemas[name]
    assert.deepEqual(Object.keys(properties), Object.keys(methodNamed(name).params))
    for (const [param, schema] of Object.entries(properties)) {
      const isStrict = 'minimum' in schema || 'enum' in schema || 'oneOf' in schema || 'pattern' in schema
      // Without a pattern every text is read.
      if (!isStrict && schema.type === 'string')
        for (const text of ['', ' ', 'a.b', '\u0000', '\ud800', '-1', 'null'])
          assert(
            isRead(() => resolveMethodParams(name, { [param]: text })),
            `${name} ${param} ${text}`,
          )
      else assert(isStrict || schema.type === 'boolean', `${name} ${param}`)
      // The default is allowed, and the bounds are those of the method.
      resolveMethodParams(name, { [param]: schema.default as string })
      if (schema.type !== 'integer') continue
      const outside = [(schema.minimum as number) - 1, (schema.maximum as number) + 1]
      for (const value of outside)
        assert(!isRead(() => resolveMethodParams(name, { [param]: value })), `${name} ${param} ${value}`)
    }
  }
})
