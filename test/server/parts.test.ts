/** Parts of the server in isolation: keys, lines, JSON bodies, preconditions, messages. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { toJson } from '../../src/ground/json/exact-json.ts'
import { resolve } from '../../src/ground/options/resolve.ts'
import { givenDocumentOf } from '../../src/server/bodies/document-items.ts'
import { parseJson } from '../../src/server/bodies/json-body.ts'
import { linesOf } from '../../src/server/bodies/ndjson-lines.ts'
import { findKey, parseApiKeys } from '../../src/server/guards/api-keys.ts'
import { names } from '../../src/server/guards/preconditions.ts'
import { serverLimits } from '../../src/server/rules/server-limits.ts'
import type { Collection } from '../../src/server/state/collections.ts'

test('keys are read from a list; an error gives the number of a wrong entry, never its text', () => {
  const digest = createHash('sha256').update('third').digest('hex')
  const keys = parseApiKeys(`read:first,second,ops:read:${digest},\n`)
  assert.deepEqual(
    keys.map(({ name, scope }) => [name, scope]),
    [
      ['key 1', 'read'],
      ['key 2', 'write'],
      ['ops', 'read'],
    ],
  )
  assert.deepEqual(
    ['first', 'second', 'third', 'fourth', ''].map(key => findKey(keys, key)?.name),
    ['key 1', 'key 2', 'ops', undefined, undefined],
  )
  for (const wrong of ['owner:secret', 'ops:write:secret', 'a:b:c:secret', 'read:', ':secret']) {
    assert.throws(
      () => parseApiKeys(`read:ok,${wrong}`),
      (error: Error) => /OPTION_VALUE: .*entry 2/.test(error.message) && !error.message.includes('secret'),
    )
  }
})

test('a key with a blank or a control character is refused, because no client can send it', () => {
  const wrongs = [
    'my secret',
    'read: secret',
    'read :secret',
    'my\tsecret',
    'a\nsecret',
    'a\u00a0secret',
    'a\0secret',
    ' secret',
    'secret ,read:other',
    'secret\n\n',
    ' ',
  ]
  for (const wrong of [...wrongs, `the ops:read:${'0'.repeat(64)}`]) {
    assert.throws(() => parseApiKeys(`read:ok,${wrong}`), {
      message:
        'OPTION_VALUE: expected API keys as KEY, SCOPE:KEY or NAME:SCOPE:SHA256 without blanks or control ' +
        'characters, got something else, which is not shown, at entry 2. ' +
        'To fix: write them as in docs/guide/server.md, such as `read:KEY,write:KEY`.',
    })
  }
})

test('a key that stands in two entries is refused, and not shown', () => {
  assert.throws(() => parseApiKeys('read:secret,other,write:secret'), {
    message:
      'OPTION_VALUE: expected API keys as keys that each stand in one entry, got something else, which is not shown, ' +
      'at entry 3. To fix: write them as in docs/guide/server.md, such as `read:KEY,write:KEY`.',
  })
})

const limits = resolve(serverLimits, { nesting: 64, idLength: 400 })

async function arrayOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

async function* cutAt(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const places = [0, ...cuts.map(cut => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  for (let i = 1; i < places.length; i++) yield bytes.subarray(places[i - 1], places[i])
}

test('lines are those of the text, wherever the pieces end', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'ä', ' ', '\t', '\u{1f98a}'), maxLength: 12 })
  const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(text, line, fc.array(fc.nat()), async (whole, last, cuts) => {
      const body = whole.map(part => part.join('')).join('') + last
      const expected = body
        .split('\n')
        .map((content, i) => ({ number: i + 1, content: content.replace(/\r$/, '') }))
        .filter(({ content }) => content.trim() !== '')
        .map(({ number, content }) => [number, Buffer.byteLength(content) > 20 ? undefined : content])
      const found = await arrayOf(linesOf(cutAt(Buffer.from(body), cuts), 20))
      assert.deepEqual(
        found.map(({ number, bytes }) => [number, bytes?.toString()]),
        expected,
      )
    }),
  )
})

test('a line of exactly the limit is accepted, one byte more is not', async () => {
  for (const end of ['', '\n', '\r\n']) {
    for (const [length, isTaken] of [
      [20, true],
      [21, false],
    ] as const) {
      const [line] = await arrayOf(linesOf(cutAt(Buffer.from('x'.repeat(length) + end), [5, 20]), 20))
      assert.equal(line.bytes !== undefined, isTaken, `${length} ${JSON.stringify(end)}`)
    }
  }
})

test('whole numbers beyond 2^53 keep their digits, other numbers are as JSON.parse makes them', () => {
  const parse = (text: string) => parseJson(Buffer.from(text), limits)
  assert.deepEqual(parse('{"id":12345678901234567890,"n":12345678901234567890}'), {
    id: 12345678901234567890n,
    n: 12345678901234567890n,
  })
  assert.deepEqual(parse('[{"id":-9007199254740993},5]'), [{ id: -9007199254740993n }, 5])
  assert.deepEqual(parse('{"ids":[1,9007199254740993],"documents":[{"id":9007199254740993}]}'), {
    ids: [1, 9007199254740993n],
    documents: [{ id: 9007199254740993n }],
  })
  const digits = '9'.repeat(400)
  assert.deepEqual(parse(`{"id":${digits}}`), { id: BigInt(digits) })
  assert.deepEqual(parse('{"id":1e300,"a":"1234567890123456789"}'), { id: 1e300, a: '1234567890123456789' })
  assert.equal(toJson([12345678901234567890n, { id: 1n }]), '[12345678901234567890,{"id":1}]')
})

test('JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), value => {
      const text = JSON.stringify(value)
      assert.equal(toJson(parseJson(Buffer.from(text), limits)), text)
    }),
  )
  assert.throws(
    () => givenDocumentOf({ number: 3, bytes: Buffer.from('[1,]') }, {} as Collection, limits),
    /something else at byte 4, at line 3/,
  )
  assert.throws(() => parseJson(Buffer.from([0x22, 0xff, 0x22]), limits), /UTF8_INVALID/)
  assert.throws(() => parseJson(Buffer.from('[[[]]]'), { ...limits, nesting: 2 }), /at most 2 levels/)
  const deep = `${'['.repeat(200_000)}12345678901234567890${']'.repeat(200_000)}`
  assert.throws(() => parseJson(Buffer.from(deep), limits), /levels of nesting/)
  assert.deepEqual(parseJson(Buffer.from('[[]]'), { ...limits, nesting: 2 }), [[]])
})

test('entity tags are compared one by one', () => {
  assert.deepEqual(
    [
      names('"a",W/"b"', '"b"'),
      names('"a",W/"b"', '"b"', 'strong'),
      names('"a"', '"b"'),
      names('*', '"b"'),
      names('*', undefined),
    ],
    [true, false, false, true, false],
  )
})
