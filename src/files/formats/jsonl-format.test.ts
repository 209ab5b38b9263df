import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { jsonErrorAt, jsonFields, jsonReader } from './jsonl-format.ts'

const format = jsonReader({ text: ['text'], id: 'id' })
const parse = (record: string, text = ['text'], id = 'id') =>
  jsonReader({ text, id }).parse(Buffer.from(record))
const textOf = (record: string, text?: string[]) => Buffer.from(parse(record, text).text).toString()
const messageOf = (record: string | Buffer, text = ['text']) => {
  try {
    jsonReader({ text, id: 'id' }).parse(Buffer.from(record))
  } catch (error) {
    if (isNearsameError(error)) return error.message
    throw error
  }
  return 'no error'
}

test('reads id, text and fields of a record', () => {
  const record = parse('{"id":"a","text":"é \\"x\\"\\n","n":{"m":[1]},"score":2}\r\n')
  assert.equal(record.id, 'a')
  assert.equal(Buffer.from(record.text).toString(), 'é "x"\n')
  assert.equal(record.field('score'), 2)
  assert.deepEqual(record.field('n.m'), [1])
  assert.equal(record.field('toString'), undefined)
  assert.equal(record.field('n.x.y'), undefined)
})

test('keeps the type and the digits of an id', () => {
  const id = (json: string) => parse(`{"id":${json},"text":""}`).id
  assert.equal(id('0'), 0)
  assert.equal(id('"0"'), '0')
  assert.equal(id('""'), '')
  assert.equal(id('1.5'), 1.5)
  assert.equal(id('9007199254740991'), 9007199254740991)
  assert.equal(id('9007199254740993'), 9007199254740993n)
  assert.equal(id('-123456789012345678901234567890'), -123456789012345678901234567890n)
  assert.equal(id('1e30'), 1e30)
})

test('gives null for an id that cannot name a document, and undefined for an absent one', () => {
  for (const json of ['null', 'true', '[1]', '{}', '1e999']) {
    assert.equal(parse(`{"id":${json},"text":""}`).id, null, json)
  }
  assert.equal(parse('{"text":""}').id, undefined)
})

test('keeps the digits of an id at the end of a path, whatever else has its name', () => {
  const json = '{"id":1,"a":{"id":9007199254740993},"b":{"id":9007199254740992.0},"text":""}'
  assert.equal(parse(json, ['text'], 'a.id').id, 9007199254740993n)
})

test('joins several text fields with a line feed and skips absent ones and nulls', () => {
  const record = '{"a":"1","b":{"c":"2","n":null},"x.y":"3"}'
  assert.equal(textOf(record, ['a', 'none', 'b.n', 'b.c', 'x.y']), '1\n2\n3')
})

test('keeps a lone surrogate as three bytes', () => {
  assert.equal(Buffer.from(parse('{"text":"\\ud800"}').text).toString('hex'), 'eda080')
})

test('skips blank lines only', () => {
  for (const line of ['', '\n', ' \t\r\n']) assert.equal(format.isBlank(Buffer.from(line)), true)
  assert.equal(format.isBlank(Buffer.from(' {}\n')), false)
})

test('says what is wrong with a bad record', () => {
  assert.equal(
    messageOf('{"text":7}'),
    'TEXT_NOT_STRING: expected a string in the text field "text", got a number. To fix: choose the field that holds the text with `text`.',
  )
  assert.match(messageOf('{"text":{}}'), /got an object/)
  assert.match(messageOf('{"text":["a"]}'), /got a list/)
  assert.match(messageOf('{"text":false}'), /got true or false/)
  assert.equal(
    messageOf('{"id":1,"text":null}', ['text', 'body']),
    'TEXT_MISSING: expected a text field "text" or "body", got null in "text". To fix: choose the field that holds the text with `text`.',
  )
  assert.equal(
    messageOf('["a"]'),
    'RECORD_NOT_OBJECT: expected a JSON object, got a list. To fix: write each record as {"id": ..., "text": ...}.',
  )
  assert.equal(
    messageOf('{"id":1,"text":}\n'),
    'JSON_SYNTAX: expected one JSON object per line, got a syntax error at byte 16 of the record, near "{\\"id\\":1,\\"text\\":}". To fix: correct the line, or choose the right `inputFormat`.',
  )
  const lines = /To fix: write each object on a line of its own, as with `jq -c \.`, or correct the line\.$/
  assert.match(messageOf('{"id":1,"text":"ab'), /an unfinished value at byte 19 of the record/)
  for (const record of ['{\n', '{"id":1,"text":"ab"} {"id":2,"text":"ab"}'])
    assert.match(messageOf(record), lines)
  assert.equal(
    messageOf(Buffer.from('{"text":"a\xff"}', 'latin1')),
    'UTF8_INVALID: expected UTF-8, got bytes ff 22 7d at byte 11 of the record. To fix: name its `encoding`, such as windows-1252, or convert the file to UTF-8.',
  )
  assert.equal(
    messageOf('{"text":"a\0"}'),
    'NUL_BYTE: expected text without zero bytes, got byte 00 at byte 11 of the record. To fix: convert the file to UTF-8 (zero bytes mean UTF-16 or binary data).',
  )
})

test('finds the first byte that no JSON text can have, in examples made by hand', () => {
  const cases: [string, number][] = [
    ['{"a":1 "b":2}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['[1}', 2],
    ['{"a":tru}', 8],
    ['{"a":"\\x"}', 7],
    ['{"a":"\\u12g4"}', 10],
    ['{"a":"\t"}', 6],
    ['{"a":01}', 6],
    ['{"a":-}', 5],
    ['{} x', 3],
    ['}', 0],
    ['{"a":[', 6],
  ]
  for (const [json, at] of cases) assert.equal(jsonErrorAt(Buffer.from(json)), at, json)
})

test('finds the error of the runtime, whatever bytes follow it', () => {
  const json = fc.json({ maxDepth: 3 })
  fc.assert(
    fc.property(
      json,
      fc.nat(),
      fc.constantFrom('}', ']', ',', ':', '"', 'x', '1', '\\'),
      (text, place, byte) => {
        const at = place % (text.length + 1)
        const broken = text.slice(0, at) + byte + text.slice(at)
        try {
          JSON.parse(broken)
          return
        } catch {
          const bytes = Buffer.from(broken)
          const error = jsonErrorAt(bytes)
          const prefix = bytes.toString('utf8', 0, error)
          // What precedes the error may still become JSON, so it must not be refused by itself.
          assert.equal(jsonErrorAt(Buffer.from(prefix)), Buffer.byteLength(prefix))
        }
      },
    ),
    { numRuns: runs(500) },
  )
})

test('gives the fields of the first record', () => {
  assert.deepEqual(jsonFields(Buffer.from('{"a":"x","n":1}')), { a: 'x', n: 1 })
})

test('numbers that JSON does not have are named', () => {
  const { parse } = jsonReader({ text: ['text'], id: 'id' })
  for (const [record, word, byte] of [
    ['{"text":"a","n":NaN}', 'NaN', 17],
    ['{"n": [1, -Infinity], "text":"a"}\n', '-Infinity', 11],
    ['{"text":Infinity}', 'Infinity', 9],
  ] as const) {
    assert.throws(() => parse(Buffer.from(record)), {
      message: `JSON_SYNTAX: expected one JSON object per line, got ${word}, which JSON does not have, at byte ${byte} of the record, near ${JSON.stringify(record.slice(Math.max(0, byte - 21), byte + 19).trim())}. To fix: write null instead of ${word}.`,
    })
  }
})
