import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArrayWriter, decodedElement, LineWriter } from './element-line.ts'
import { jsonElements } from './json-elements.ts'
import { jsonFormat } from './json-format.ts'

/** The text in pieces of this many bytes. */
async function* inPieces(text: string, bytes: number) {
  const all = Buffer.from(text)
  for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes)
}

async function linesOf(text: string, bytes = 7): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of jsonElements(inPieces(text, bytes), 'x.json')) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

/** What a writer makes of lines, in pieces of this many bytes. */
function written(writer: ArrayWriter | LineWriter, lines: string, bytes: number): string {
  const all = Buffer.from(lines)
  const parts: Uint8Array[] = []
  for (let at = 0; at < all.length; at += bytes) parts.push(writer.write(all.subarray(at, at + bytes)))
  return Buffer.concat([...parts, writer.end()]).toString()
}

const pretty = `[
  {
    "id": 1,\r
\t"text": "a \\"quoted\\" [ { \\\\"
  },
  { "n": 1.50e+02, "big": 12345678901234567890 } ,
  [1, [2]], "x,y", -3.0, null
]
`

test('an array becomes a line for each element, whatever the pieces', async () => {
  const lines = await linesOf(pretty, 1000)
  for (const bytes of [1, 2, 3, 5, 8]) assert.equal(await linesOf(pretty, bytes), lines)
  const elements = lines.split('\n').slice(0, -1)
  assert.deepEqual(
    elements.map(line => JSON.parse(line)),
    JSON.parse(pretty),
  )
  assert.equal(
    Buffer.from(decodedElement(Buffer.from(elements[0])))
      .toString()
      .trim(),
    pretty.slice(4, pretty.indexOf('},') + 1),
  )
})

test('a whole array is written as it was, line by line without line ends and indentation', async () => {
  const plain = '[\n  {\n    "a": [\r\n 1,\n\t2\n ]\n  },\n  {"b":  2}\n]\n'
  const lines = await linesOf(plain)
  for (const bytes of [1, 2, 3, 1000]) {
    assert.equal(written(new ArrayWriter(), lines, bytes), plain)
    assert.equal(written(new LineWriter(), lines, bytes), '{"a": [1,2]}\n{"b":  2}\n')
  }
  assert.equal(
    written(new ArrayWriter(), await linesOf('[{"a":1}, {"a":2}]'), 4),
    '[\n{"a":1},\n{"a":2}\n]\n',
  )
})

test('an array without elements, and nothing at all, have no lines', async () => {
  for (const text of ['[]', ' [\n] \n', '', '\n']) assert.equal(await linesOf(text, 1), '', text)
  assert.equal(written(new ArrayWriter(), '', 1), '[]\n')
  assert.equal(written(new LineWriter(), '', 1), '')
})

test('random values keep all of their bytes', async () => {
  let seed = 5
  const pick = (...from: readonly unknown[]) => {
    seed = (seed * 1664525 + 1013904223) % 2 ** 32
    return from[Math.floor((seed / 2 ** 32) * from.length)]
  }
  const value = (depth: number): unknown =>
    depth === 0
      ? pick('', 'a\\', '"', '\\"', '[{', 'ü\n', 0, -1.5, true, null)
      : pick([value(depth - 1), value(0)], { 'k"\\': value(depth - 1), '}': value(0) }, [], {})
  for (let round = 0; round < 200; round++) {
    const all = Array.from({ length: round % 5 }, () => value(round % 4))
    const text = `${JSON.stringify(all, null, round % 3)}\n`
    const lines = await linesOf(text, 1 + (round % 9))
    assert.deepEqual(JSON.parse(written(new ArrayWriter(), lines, 1 + (round % 7))), all)
    if (round % 3 > 0 && !all.some(one => JSON.stringify(one).length < 3) && all.length > 0)
      assert.equal(written(new ArrayWriter(), lines, 3), text)
  }
})

test('damage ends the reading, with the byte', async () => {
  const cases: readonly (readonly [text: string, got: string])[] = [
    ['[{"a":1}', 'got the end of the data at byte 8, inside the array, at x.json. To fix: transfer'],
    ['[{"a":"', 'got the end of the data at byte 7'],
    ['[', 'got the end of the data at byte 1'],
    ['[1,]', 'got a syntax error at byte 4, near "]"'],
    ['[,1]', 'got a syntax error at byte 2'],
    ['[{} {}]', 'got a syntax error at byte 5, near "{}]"'],
    ['[{}}]', 'got a syntax error at byte 4'],
    ['[{}]\n[{}]', 'got more data at byte 6, near "[{}]"'],
    [
      '{"rows":[{}]}',
      'got an object at byte 1, at x.json. To fix: read one object per line with `inputFormat` jsonl',
    ],
    ['id,text', 'got "id,text" at byte 1'],
  ]
  for (const [text, got] of cases) {
    for (const bytes of [1, 100]) {
      await assert.rejects(linesOf(text, bytes), (error: Error) => {
        assert.ok(error.message.startsWith('JSON_ARRAY: expected one JSON array of objects, got '))
        assert.ok(bytes === 1 || error.message.includes(got), error.message)
        return true
      })
    }
  }
})

test('a wrong element is a bad record, with the byte in the element as it was', async () => {
  const [first, second] = (await linesOf('[{\n"text":\n"x",}\n,{"text":"line\nfeed"}]')).split('\n')
  const { parse } = jsonFormat.reader({ name: 'json', choice: { text: ['text'], id: 'id' } })
  assert.throws(() => parse(Buffer.from(first)), {
    message:
      'JSON_SYNTAX: expected JSON objects in the array, got a syntax error at byte 15 of the record, near "{\\n\\"text\\":\\n\\"x\\",}". To fix: correct this element of the array.',
  })
  assert.throws(() => parse(Buffer.from(second)), { code: 'JSON_SYNTAX' })
})
