/** Texts in lists: paths with `*` and with numbers, in runs and in an index. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ColumnSource } from 'hyparquet-writer'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines, parsedLines } from './json-lines.ts'
import { parquetBytes } from './parquet-files.ts'

const shop = new Workshop()
const [a, b, c] = [wordsOf(1), wordsOf(2), wordsOf(3)]
const chats = [
  {
    id: 1,
    turns: [
      { by: 'u', say: a },
      { by: 's', say: b },
    ],
  },
  { id: 2, turns: [{ by: 'u', say: c }, { by: 's' }, { by: 's', say: b }] },
  {
    id: 3,
    turns: [
      { by: 'x', say: a },
      { by: 'y', say: null },
      { by: 'z', say: b },
    ],
  },
  { id: 4, turns: [] },
]

test('all items of a list are joined in order, as several fields are', async () => {
  shop.write('chats.jsonl', jsonLines(...chats, { id: 5, text: `${a}\n${b}` }))
  const { counts } = await shop.dedupe('chats.jsonl', '--text', 'turns.*.say,text', '-o', 'kept.jsonl')
  assert.deepEqual([counts.exact, counts.nulls, counts.kept], [2, 1, 3])
  assert.deepEqual(
    shop.rows('kept.jsonl').map(({ id }) => id),
    [1, 2, 4],
  )
})

test('a number takes one item', async () => {
  shop.write('chats.jsonl', jsonLines(...chats))
  const first = await shop.dedupe('chats.jsonl', '--text', 'turns.0.say', '-o', 'kept.jsonl')
  assert.deepEqual([first.counts.exact, first.counts.kept], [1, 3])
  const second = await shop.dedupe('chats.jsonl', '--text', 'turns.1.say', '-o', 'kept.jsonl')
  assert.deepEqual([second.counts.exact, second.counts.nulls], [0, 3])
})

test('rows of Parquet with lists are read by the same paths', async () => {
  const data = chats.map(({ turns }) => turns)
  const columns: ColumnSource[] = [
    { name: 'id', data: chats.map(({ id }) => id), type: 'INT32' },
    { name: 'turns', data, type: 'JSON' },
  ]
  shop.write('chats.parquet', parquetBytes(columns))
  const { counts } = await shop.dedupe('chats.parquet', '--text', 'turns.*.say', '-o', 'kept.parquet')
  assert.deepEqual([counts.exact, counts.nulls, counts.kept], [1, 1, 3])
})

test('what is no text, and an id that is many, are refused', async () => {
  shop.write('lists.jsonl', jsonLines({ id: 1, say: [a, b] }))
  const refused = await shop.refused(3, 'TOO_MANY_BAD', 'lists.jsonl', '--text', 'say', '-o', 'no.jsonl')
  assert.match(
    refused,
    /got a list, at lists\.jsonl:1\. To fix: choose .* with `--text`, such as "say\.\*" for each item/,
  )
  const many = await shop.refused(2, 'OPTION_VALUE', 'lists.jsonl', '--id', 'say.*', '-o', 'no.jsonl')
  assert.match(many, /expected --id to be one field, not all items of a list, got "say\.\*"/)
})

test('an index joins the items, and stores none of them if texts are not stored', async () => {
  shop.write('chats.jsonl', jsonLines(...chats.slice(0, 3)))
  const options = ['--text', 'turns.*.say', '--store-text', 'off']
  const run = await shop.run('index', 'create', 'data', ...options)
  assert.equal(run.status, 0, run.err)
  const { out } = await shop.run(
    'index',
    'add',
    'data',
    'chats.jsonl',
    '--on-duplicate',
    'reject',
    '--quiet',
  )
  const lines = parsedLines(out)
  assert.deepEqual(
    lines.map(({ id, status }) => `${id} ${status}`),
    ['1 added', '2 added', '3 rejected'],
  )
  const stored = JSON.parse((await shop.run('index', 'get', 'data', '1')).out)
  assert.deepEqual(stored.document.turns, [{ by: 'u' }, { by: 's' }])
})
