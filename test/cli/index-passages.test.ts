import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

const place = new Workshop()
const notice = 'all rights reserved by the owners of this page'

test('a collection made with --passages shows the spans of checked texts', async () => {
  place.write('in.jsonl', jsonLines({ id: 'a', text: `Intro. ${notice}` }))
  place.write('new.jsonl', jsonLines({ id: 'a', text: `New, ${notice}!` }))
  const made = await place.run('index', 'add', 'data', 'in.jsonl', '--passages', '6')
  assert.equal(made.status, 0, made.err)
  const { out } = await place.run('index', 'check', 'data', '--query', `New, ${notice}!`)
  const span = { from: 5, to: 51, fromByte: 5, toByte: 51, tokens: 9, places: 1 }
  const where = [{ id: 'a', from: 7, to: 53, fromByte: 7, toByte: 53 }]
  const passages = { tokens: 10, repeated: 9, unique: 0.1, spans: [{ ...span, where }] }
  assert.deepEqual(JSON.parse(out), { id: null, matches: [], passages })
  const checked = await place.run('index', 'check', 'data', 'new.jsonl', '--except-same-id')
  assert.deepEqual(JSON.parse(checked.out).passages.spans, [])
  const refused = await place.run('index', 'create', 'other', '--passages', '6', '--store-text', 'off')
  assert.match(refused.err, /OPTION_VALUE: .*storeText/i)
})
