/** Passages of checked texts over HTTP and through the client. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPassagesAgainst } from '../../src/engine/passages/find-against.ts'
import { openClient } from '../../src/server/client/server-client.ts'
import { openWorld, problem } from './server-world.ts'

const { ask, url } = await openWorld()
const words = Array.from({ length: 400 }, (_, i) => `w${i}é`)
const part = (from: number, to: number) => words.slice(from, to).join(' ')
const stored = [
  { id: 1, text: `Title. ${part(0, 120)}` },
  { id: 'b', text: `${part(90, 200)} end` },
  { id: 'short', text: part(300, 310) },
]
const text = `New words, ${part(20, 110)}; others ${part(300, 312)} and ${part(150, 190)}.`
await ask('PUT', '/v1/collections/essays', { body: { passages: { least: 20 } } })
await ask('PUT', '/v1/collections/plain')
for (const name of ['essays', 'plain']) {
  await ask('POST', `/v1/collections/${name}/documents`, { body: stored })
}
const check = (body: unknown, query = '') => ask('POST', `/v1/collections/essays/check${query}`, { body })

test('a check says which spans of the text stand where, and how much of it is unique', async () => {
  const { status, body } = await check({ text })
  assert.equal(status, 200)
  const { passages } = await findPassagesAgainst([text], stored, { least: 20 })
  const wanted = passages.filter(({ tokens }) => tokens >= 20)
  assert.equal(wanted.length, 2)
  assert.deepEqual(
    body.passages.spans.map(({ where, ...span }: { where: unknown[] }) => ({ ...span, where: where[0] })),
    wanted.map(({ index: _, id: __, first: { index: ___, ...where }, ...span }) => ({ ...span, where })),
  )
  const [span] = body.passages.spans
  assert.equal(text.slice(span.from, span.to), part(20, 110))
  assert.equal(Buffer.from(text).subarray(span.fromByte, span.toByte).toString(), part(20, 110))
  assert.equal(stored[0].text.slice(span.where[0].from, span.where[0].to), part(20, 110))
  const { tokens, repeated, unique } = body.passages
  assert.deepEqual([tokens, repeated, unique], [2 + 90 + 1 + 12 + 1 + 40, 130, 16 / 146])
  assert.equal((await ask('GET', '/v1/collections/essays')).body.options.passages.least, 20)
})

test('many texts are checked for passages, as an array and as lines', async () => {
  const { body } = await check([{ text }, { text: 'too short' }, {}])
  assert.deepEqual(
    body.results.map((each: { passages?: { repeated: number; unique: number | null } }) => [
      each.passages?.repeated,
      each.passages?.unique,
    ]),
    [
      [130, 16 / 146],
      [0, null],
      [undefined, undefined],
    ],
  )
  const lines = await ask('POST', '/v1/collections/essays/check', {
    body: `${JSON.stringify({ text })}\n`,
    type: 'application/x-ndjson',
  })
  assert.equal(JSON.parse(lines.text).passages.repeated, 130)
})

test('maxPlaces and except work in body and query; a collection without passages refuses the first', async () => {
  await ask('POST', '/v1/collections/essays/documents', { body: { id: 'copy', text: part(20, 110) } })
  const placesOf = async (body: object, query = '') => {
    const [{ places, where }] = (await check({ text, ...body }, query)).body.passages.spans
    return [places, where.map(({ id }: { id: unknown }) => id)]
  }
  assert.deepEqual(await placesOf({}), [2, [1, 'copy']])
  assert.deepEqual(await placesOf({ maxPlaces: 1 }), [2, [1]])
  assert.deepEqual(await placesOf({}, '?maxPlaces=1'), [2, [1]])
  assert.deepEqual(await placesOf({ except: 1 }), [1, ['copy']])
  problem(await check({ text, maxPlaces: 0 }), 'OPTION_VALUE', 400)
  problem(await check({ text }, '?maxPlaces=201'), 'OPTION_VALUE', 400)
  const plain = await ask('POST', '/v1/collections/plain/check', { body: { text } })
  assert(!('passages' in plain.body))
  const refused = await ask('POST', '/v1/collections/plain/check?maxPlaces=3', { body: { text } })
  assert.match(problem(refused, 'OPTION_VALUE', 400), /made with `passages`/)
  await ask('DELETE', '/v1/collections/essays/documents/copy')
  assert.deepEqual(await placesOf({}), [1, [1]])
})

test('the client has the passages of a text, and the explanation of two documents lists theirs', async () => {
  const essays = openClient({ url }).collection('essays')
  const found = await essays.checkPassages(text)
  assert.deepEqual(found, (await check({ text })).body.passages)
  assert.deepEqual((await essays.checkPassages({ text }, { except: 1 })).spans.length, 2)
  const results: unknown[] = []
  for await (const { passages } of essays.checkEach([text], { maxPlaces: 2 })) results.push(passages)
  assert.deepEqual(results, [found])
  await assert.rejects(
    openClient({ url }).collection('plain').checkPassages(text),
    /OPTION_VALUE: expected a collection made with `passages`/,
  )
  const { passages } = await essays.explain(1, 'b')
  assert.deepEqual(
    passages?.map(({ a, b, tokens }) => [
      tokens,
      stored[0].text.slice(a.from, a.to),
      stored[1].text.slice(b.from, b.to),
    ]),
    [[30, part(90, 120), part(90, 120)]],
  )
})

test('passages need kept texts, and options that exist', async () => {
  const put = (body: object) => ask('PUT', '/v1/collections/new', { body })
  assert.match(problem(await put({ passages: {}, storeText: false }), 'OPTION_VALUE', 400), /storeText/)
  problem(await put({ passages: { least: 0 } }), 'OPTION_VALUE', 400)
  problem(await put({ passages: { unit: 'lines' } }), 'OPTION_UNKNOWN', 400)
  problem(await put({ passages: true }), 'OPTION_VALUE', 400)
  assert.deepEqual((await put({ passages: {} })).body.options.passages, { least: 50 })
  problem(await put({ passages: { least: 20 } }), 'OPTIONS_MISMATCH', 409)
  problem(await put({}), 'OPTIONS_MISMATCH', 409)
})
