import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { jsonFault, jsonMaxDepth, jsonRecord, jsonType, unescapeJson } from './json.ts'

const start = 512

/** Memory with the text at `start`, followed by bytes that would continue it if they were read. */
function withText(text: Uint8Array): { memory: Uint8Array; to: number; out: number } {
  const to = start + text.length
  const out = (to + 64 + 7) & ~7
  const memory = new Uint8Array(out + text.length + 256).fill(0x22)
  memory.set(text, start)
  return { memory, to, out }
}

function readRecord(text: string | Uint8Array, names: readonly string[] = ['id', 'text']) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const { memory, to, out } = withText(bytes)
  const words = new DataView(memory.buffer)
  let at = 8 * names.length
  names.forEach((name, k) => {
    const encoded = Buffer.from(name)
    words.setUint32(8 * k, at, true)
    words.setUint32(8 * k + 4, encoded.length, true)
    memory.set(encoded, at)
    at += encoded.length
  })
  assert.ok(at <= start)
  const code = jsonRecord(memory, start, to, 0, names.length, out)
  const values = names.map((_, k) => {
    const [type, from, end] = [0, 4, 8].map(i => words.getUint32(out + 12 * k + i, true))
    return { type, text: memory.subarray(from, end) }
  })
  return { code, at: words.getUint32(out + 12 * names.length, true) - start, values }
}

function unescaped(body: Uint8Array): Uint8Array {
  const { memory, to, out } = withText(body)
  return memory.subarray(out, unescapeJson(memory, start, to, out))
}

/** WTF-8 of a JavaScript string; Buffer.from would replace lone surrogates. */
function wtf8(text: string): Uint8Array {
  const parts = Array.from(text, character =>
    /^[\ud800-\udfff]$/.test(character)
      ? Buffer.from([
          0xed,
          0x80 | ((character.charCodeAt(0) >> 6) & 0x3f),
          0x80 | (character.charCodeAt(0) & 0x3f),
        ])
      : Buffer.from(character),
  )
  return Buffer.concat(parts)
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('accepts every form of JSON value inside an object', () => {
  const values = [
    ...[
      '0',
      '-0',
      '12',
      '-1.50',
      '1e5',
      '1E+5',
      '0e-0',
      '2.25e-12',
      '123456789012345678901234567890',
      '1e999',
    ],
    ...[
      '""',
      '"a"',
      '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
      '"\\u0000\\uD83D\\ude00\\udead"',
      '"\x7f\u2028\u2029\uffff😀"',
    ],
    ...['true', 'false', 'null', '[]', '[ ]', '{}', '{\t}', '[[],{}]', '[1,"a",null]', '{"":{"a":[]}}'],
  ]
  for (const value of values) {
    for (const text of [`{"id":${value}}`, ` {\n"id"\t:\r${value} , "x" : ${value} } \n`]) {
      const { code, values: found } = readRecord(text)
      assert.equal(code, jsonFault.none, text)
      const inner = value.startsWith('"') ? value.slice(1, -1) : value
      assert.equal(Buffer.from(found[0].text).toString(), inner)
    }
  }
})

/** Refused as syntax: the caret precedes the first wrong byte. Two spaces separate. */
const refused = String.raw`
{‸  ‸}  {"a"‸  {"a":‸  {"a":1‸  {"a":1,‸}  {‸,}  {"a":1}‸}  {"a":1} ‸x  {‸a:1}  {‸'a':1}  {"a" ‸1}  {"a":1 ‸"b":2}
{"a":[1,‸]}  {"a":[1‸}  {"a":{‸]}  {"a":[‸,1]}  {"a":1‸:2}  {"a":1,‸,"b":2}  {‸1:2}  {}‸{}  [1‸  [1]‸]  ‸x  {"a"‸,"b"}
{"a":0‸1}  {"a":-‸}  {"a":-‸-1}  {"a":1.‸}  {"a":1.‸e1}  {"a":‸.5}  {"a":1e‸}  {"a":1e+‸}  {"a":‸+1}  {"a":1.5‸.5}
{"a":‸NaN}  {"a":-‸Infinity}  {"a":0‸x1}  {"a":1‸_0}  {"a":1‸L}  {"a":-0‸0}  {"a":‸/**/1}  {"a":1 ‸//}
{"a":tru‸}  {"a":nul‸L}  {"a":true‸e}  {"a":‸True}  {"a":f‸  {"a":‸undefined}
{"a":"‸  {"a":"\"}‸  {"a":"\‸x"}  {"a":"\u12‸g4"}  {"a":"\u123‸"}  {"a":"\‸  {"a":"\u‸  {"a":"\‸U0041"}  {"a":"\ud83d\"‸
{"a":"\‸é"}  {"\‸a":1}  ‸é  {"a":‸“b”}`
  .split(/\s\s+|\n/)
  .filter(text => text !== '')

test('refuses with the offset of the first wrong byte', () => {
  for (const text of [
    '‸',
    ' \n‸',
    '‸\ufeff{}',
    '{‸\u00a0}',
    '{"a":‸\v1}',
    '{"a":"‸\n"}',
    '{"a":"b‸\t"}',
    ...refused,
  ]) {
    const at = Buffer.from(text).indexOf('‸')
    const got = readRecord(text.replace('‸', ''), ['a'])
    assert.deepEqual([got.code, got.at], [jsonFault.syntax, at], JSON.stringify(text))
    assert.deepEqual(got.values, [{ type: jsonType.missing, text: new Uint8Array() }])
  }
})

test('has separate codes for values other than objects, depth, NUL and invalid UTF-8', () => {
  const found = (text: string | Uint8Array) => {
    const { code, at } = readRecord(text)
    return { code, at }
  }
  for (const text of ['[]', '[{"id":1}]', ' 1 ', '"a"', 'null', ' false']) {
    assert.deepEqual(found(text), { code: jsonFault.notObject, at: text.length - text.trimStart().length })
  }
  for (const text of ['\0', '{"a":"\0"}', '{}\0', '{"a":"\\\0"}', '{"a":"\\u00\0"}', '{"a":1\0}']) {
    assert.deepEqual(found(text), { code: jsonFault.nul, at: text.indexOf('\0') })
  }
  assert.deepEqual(found('['.repeat(jsonMaxDepth + 1)), { code: jsonFault.tooDeep, at: jsonMaxDepth })
  const deep = `{"a":${'['.repeat(jsonMaxDepth - 1)}`
  assert.deepEqual(found(`${deep}{`), { code: jsonFault.tooDeep, at: deep.length })
  assert.deepEqual(found(deep), { code: jsonFault.syntax, at: deep.length })
  for (const bad of '80 c0af c2 e08080 e282 eda080 edbfbf f08080af f0908d f4908080 f5808080 ff'.split(
    ' ',
  )) {
    for (const end of ['"}', '', '\n', '\\x', 'é']) {
      const text = Buffer.concat([Buffer.from('{"é":"a'), Buffer.from(bad, 'hex'), Buffer.from(end)])
      assert.deepEqual(found(text), { code: jsonFault.utf8, at: 8 }, bad)
    }
  }
})

test('accepts 1,000 levels', () => {
  const inside = jsonMaxDepth - 1
  assert.equal(readRecord(`{"a":${'['.repeat(inside)}${']'.repeat(inside)}}`).code, jsonFault.none)
  assert.equal(readRecord(`${'{"a":'.repeat(inside)}{}${'}'.repeat(inside)}`).code, jsonFault.none)
})

test('the last of equal keys wins; keys are compared unescaped, and only at the top level', () => {
  const types = (text: string) =>
    readRecord(text, ['id', 'é😀', 'id']).values.map(v => [v.type, Buffer.from(v.text).toString()])
  const none = [jsonType.missing, '']
  assert.deepEqual(types('{"id":"a","id":"b\\n"}'), [[2, 'b\\n'], none, [2, 'b\\n']])
  assert.deepEqual(types('{"\\u0069d":1,"\\u00e9\\ud83d\\uDE00":null}'), [
    [4, '1'],
    [3, 'null'],
    [4, '1'],
  ])
  assert.deepEqual(types('{"é😀":"x","x":{"id":1},"idd":1,"i":2,"\\u0069":3}'), [none, [1, 'x'], none])
  assert.deepEqual(types('{"id":null,"y":["id",{"id":2}]}'), [[3, 'null'], none, [3, 'null']])
  assert.deepEqual(types('{"id":1,"id":[{"a":"}"}]}'), [[4, '[{"a":"}"}]'], none, [4, '[{"a":"}"}]']])
})

test('unescapes to WTF-8 as published: pairs joined, lone surrogates in three bytes', () => {
  const cases = [
    ['', ''],
    ['\\"\\\\\\/\\b\\f\\n\\r\\t', '225c2f080c0a0d09'],
    ['\\u0000\\u007f\\u0080\\u07ff\\u0800\\uFFFF', '007fc280dfbfe0a080efbfbf'],
    ['\\ud83d\\ude00', 'f09f9880'],
    ['\\ud83d', 'eda0bd'],
    ['\\ude00\\ud83d', 'edb880eda0bd'],
    ['\\ud83d\\ud83d\\ude00', 'eda0bdf09f9880'],
    ['\\ud83dx\\ude00', 'eda0bd78edb880'],
    ['\\ud83d\\\\ude00', 'eda0bd5c75646530' + '30'],
    ['\\udbff\\udfff', 'f48fbfbf'],
    ['é\\u00e9', 'c3a9c3a9'],
  ]
  for (const [body, expected] of cases) assert.equal(hex(unescaped(Buffer.from(body))), expected, body)
})

const unit = fc.integer({ min: 0, max: 0xffff }).map(n => `\\u${n.toString(16).padStart(4, '0')}`)
const surrogate = fc.integer({ min: 0xd800, max: 0xdfff }).map(n => `\\u${n.toString(16).toUpperCase()}`)
const spelled = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme' }).map(text => JSON.stringify(text).slice(1, -1)),
    fc.constantFrom('\\n', '\\"', '\\\\', '\\/', '\\u0069', 'id', 'é', '😀'),
    unit,
    surrogate,
  ),
  { maxLength: 12 },
)
const body = spelled.map(parts => parts.join(''))
const member = fc.tuple(
  fc.oneof(fc.constantFrom('id', 'text', '\\u0069d'), body),
  fc.oneof(
    body.map(text => `"${text}"`),
    fc.json({ maxDepth: 3 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  ),
)
const space = fc.constantFrom('', ' ', '\n', '\t\r ')
const record = fc.tuple(fc.array(member, { maxLength: 6 }), space).map(([members, s]) => {
  const inside = members.map(([key, text]) => `${s}"${key}"${s}:${s}${text}${s}`).join(',')
  return Buffer.from(`${s}{${inside || s}}${s}`)
})
const noise = fc.constantFrom(...Buffer.from('"\\{}[]:,0-.eu19t\n é\0\x1f'), 0xc0, 0xed, 0xa0, 0xff, 0x80)
const mutated = fc.tuple(record, fc.nat(), fc.nat(2), noise).map(([bytes, where, cut, byte]) => {
  const at = where % bytes.length
  return Buffer.concat([
    bytes.subarray(0, at),
    Buffer.from(cut === 2 ? [] : [byte]),
    bytes.subarray(at + (cut === 0 ? 0 : 1)),
  ])
})

/** The result of JSON.parse: an object, or undefined. */
function parsed(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

test('agrees with JSON.parse on acceptance and on the values, for JSON and for JSON with one byte changed', () => {
  let accepted = 0
  let refused = 0
  const property = fc.property(fc.oneof(record, mutated), bytes => {
    const expected = parsed(bytes)
    const names = ['id', 'text', 'é']
    const { code, values } = readRecord(bytes, names)
    assert.equal(code === jsonFault.none, expected !== undefined)
    if (expected === undefined) {
      refused++
      return
    }
    accepted++
    names.forEach((name, k) => {
      const { type, text } = values[k]
      const value = Object.hasOwn(expected, name) ? expected[name] : undefined
      if (typeof value === 'string') {
        assert.equal(type, text.includes(0x5c) ? jsonType.escapedString : jsonType.string)
        assert.equal(hex(unescaped(text)), hex(wtf8(value)))
      } else if (value === undefined) assert.equal(type, jsonType.missing)
      else {
        assert.equal(type, value === null ? jsonType.null : jsonType.other)
        assert.deepEqual(JSON.parse(Buffer.from(text).toString()), value)
      }
    })
  })
  fc.assert(property, { numRuns: runs(4000), seed: 7 })
  assert.ok(accepted > runs(1000) && refused > runs(1000), `${accepted} accepted, ${refused} refused`)
})
