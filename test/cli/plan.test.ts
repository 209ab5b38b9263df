/** `--plan`: reads the start of every input, names the fields, and fails where the run would. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const plan = (...args: readonly string[]) => shop.run('dedupe', ...args, '-o', 'kept', '--plan')

test('names the fields of text and id', async () => {
  shop.write('in.jsonl', jsonLines({ key: 7, title: 'a b', body: wordsOf(1) }))
  const named = await plan('in.jsonl', '--text', 'title,body', '--id', 'key')
  assert.match(named.out, /\n {2}text +title, body\n {2}id +key\n/)
  shop.write('in.csv', `no,words\n1,${wordsOf(1)}\n`)
  const { out } = await plan('in.csv', '--id', 'no', '--json')
  assert.deepEqual(JSON.parse(out).fields, { text: ['words'], id: 'no' })
  assert.deepEqual(JSON.parse(out).counts.read, 0)
  shop.write('in.txt', `${wordsOf(1)}\n`)
  assert.doesNotMatch((await plan('in.txt')).out, /\n {2}(text|id) /)
  const without = await plan('in.jsonl', '--text', 'body')
  assert.match(without.out, /\n {2}id +none in the first records: file:record instead\n/)
  assert.deepEqual(shop.names().sort(), ['in.csv', 'in.jsonl', 'in.txt'])
})

test('fails where the run fails, for every input', async () => {
  const good = jsonLines({ id: 1, text: wordsOf(1) })
  shop.write('good.jsonl', good)
  shop.write('bad.jsonl', jsonLines({ id: 1, words: wordsOf(2) }))
  shop.write('bad.jsonl.gz', gzipSync(jsonLines({ id: 1, words: wordsOf(2) })))
  shop.write('columns.csv', `id,text\n1,${wordsOf(1)}\n`)
  shop.write('none.csv', '\n')
  shop.write('open.csv', `id,text\n1,${wordsOf(1)}\n"2,b\n`)
  for (const args of [
    ['good.jsonl', '--text', 'title,body'],
    ['good.jsonl', 'bad.jsonl'],
    ['columns.csv', '--text', 'body'],
    ['bad.jsonl.gz', '--text', 'text'],
    ['none.csv'],
    ['columns.csv', '--keep', 'max:size'],
    ['columns.csv', '--keep', 'max:text'],
    ['open.csv', '--keep', 'max:size', '--on-error', 'stop'],
  ]) {
    const run = await shop.run('dedupe', ...args, '-o', 'kept', '--dry-run', '--quiet')
    const planned = await plan(...args)
    assert.deepEqual(
      [planned.status, planned.out, planned.err],
      [run.status, planned.status === 0 ? planned.out : '', run.err],
    )
  }
})

test('a plan fails without the decided pairs', async () => {
  shop.write('rows.jsonl', jsonLines({ id: 1, text: wordsOf(1) }))
  const pairs = [
    'pairs',
    'rows.jsonl',
    '-o',
    'p.csv',
    '--method',
    'records',
    '--reject',
    'absent.csv',
  ] as const
  const { status, out, err } = await shop.run(...pairs, '--plan')
  assert.deepEqual([status, out], [2, ''])
  assert.match(err, /^nearsame: INPUT_MISSING: .*absent\.csv/)
})
