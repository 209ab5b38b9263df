/** Records without a text: kept at their place, dropped or bad; never compared. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'
import { parquetBytes, parquetRows } from './parquet-files.ts'

const shop = new Workshop()
const [a, b] = [wordsOf(1), wordsOf(2)]
const rows = [
  { id: 1, text: null },
  { id: 2, text: a },
  { id: 3 },
  { id: 4, text: '' },
  { id: 5, text: a },
  { id: 6, text: null },
  { id: 7, text: b },
  { id: 8, text: '' },
  { id: 9, text: null },
]
const without = (...ids: number[]) => jsonLines(...rows.filter(({ id }) => !ids.includes(id)))

test('they are kept between the records around them, and counted', async () => {
  shop.write('in.jsonl', jsonLines(...rows))
  const kept = await shop.dedupe('in.jsonl', '-o', 'kept.jsonl')
  assert.equal(shop.read('kept.jsonl'), without(5))
  const { read, bad, nulls, exact } = kept.counts
  assert.deepEqual([read, bad, nulls, exact, kept.counts.kept], [9, 0, 6, 1, 8])
  await shop.dedupe('in.jsonl', '-o', 'kept.jsonl.gz', '--threads', '2', '--removed', 'removed.jsonl')
  assert.deepEqual(
    shop.rows('removed.jsonl').map(({ id, at }) => [id, at]),
    [[5, 'in.jsonl:5']],
  )
  const { err } = await shop.run('dedupe', 'in.jsonl', '--dry-run')
  assert.match(err, /null +6 +66\.7 % +without a text, not compared\n/)
  assert.equal((await shop.dedupe('in.jsonl', '--dry-run', '--threads', '2')).digest, kept.digest)
})

test('they are dropped or bad if asked for', async () => {
  shop.write('in.jsonl', jsonLines(...rows))
  const dropped = await shop.dedupe('in.jsonl', '-o', 'kept.jsonl', '--null', 'drop')
  assert.equal(shop.read('kept.jsonl'), without(1, 3, 4, 5, 6, 8, 9))
  assert.deepEqual([dropped.counts.nulls, dropped.counts.kept], [6, 2])
  const bad = await shop.dedupe('in.jsonl', '-o', 'kept.jsonl', '--null', 'bad', '--max-bad', '1')
  assert.deepEqual([bad.counts.bad, bad.counts.nulls, bad.counts.kept], [6, undefined, 2])
  assert.equal(bad.digest, dropped.digest)
})

test('several files keep theirs, and match only those of its first side', async () => {
  const [none, more] = [
    jsonLines({ id: 'x', text: null }),
    jsonLines({ id: 'y', text: null }, { id: 'z', text: a }),
  ]
  shop.write('in.jsonl', jsonLines(...rows))
  for (const name of ['none.jsonl', 'again.jsonl']) shop.write(name, none)
  shop.write('more.jsonl', more)
  await shop.dedupe('none.jsonl', 'in.jsonl', 'again.jsonl', 'more.jsonl', '-o', 'all.jsonl')
  assert.equal(shop.read('all.jsonl'), `${none}${without(5)}${none}${jsonLines({ id: 'y', text: null })}`)
  const match = await shop.run(
    'match',
    'in.jsonl',
    '--against',
    'more.jsonl',
    '-o',
    'pairs.csv',
    '--kept',
    'new.jsonl',
    '--json',
  )
  assert.equal(match.status, 0, match.err)
  assert.equal(shop.read('new.jsonl'), without(2, 5))
  assert.equal(JSON.parse(match.out).counts.kept, 7)
  const signed = await shop.run('sign', 'in.jsonl', '-o', 'signed.jsonl')
  assert.equal(signed.status, 0, signed.err)
  assert.deepEqual(
    shop.rows('signed.jsonl').map(({ id }) => id),
    [2, 5, 7],
  )
})

test('rows of Parquet pass through', async () => {
  const columns = parquetBytes([
    { name: 'id', data: rows.map(({ id }) => id), type: 'INT32' },
    { name: 'text', data: rows.map(({ text }) => text ?? null), type: 'STRING' },
  ])
  shop.write('in.parquet', columns)
  await shop.dedupe('in.parquet', '-o', 'kept.parquet')
  const ids = (await parquetRows(shop.bytes('kept.parquet'))).map(({ id }) => id)
  assert.deepEqual(ids, [1, 2, 3, 4, 6, 7, 8, 9])
})

test('a run in which no record has a text fails', async () => {
  shop.write('in.jsonl', jsonLines({ id: 1, text: a }, { id: 2, text: b }))
  assert.equal(
    await shop.refused(3, 'TEXT_MISSING', 'in.jsonl', '--text', 'title,body', '-o', 'no.jsonl'),
    'nearsame: TEXT_MISSING: expected a text field "title" or "body", got fields "id", "text", at in.jsonl:1. ' +
      'To fix: choose the field that holds the text with `--text`.\n',
  )
})

test('blank lines of a text file are records without a text', async () => {
  const [a, b] = [wordsOf(1), wordsOf(2)]
  shop.write('lines.txt', `\n${a}\n\n \t\r\n${b}\n${a}\n\n`)
  const kept = async (...flags: string[]) => {
    const report = await shop.dedupe(
      'lines.txt',
      '-o',
      'k.txt',
      '--removed',
      'r.jsonl',
      '--max-bad',
      '1',
      ...flags,
    )
    return [
      shop.read('k.txt'),
      report.counts.nulls,
      report.counts.bad,
      report.counts.kept,
      shop.rows('r.jsonl')[0].at,
    ]
  }
  assert.deepEqual(await kept(), [`\n${a}\n\n \t\r\n${b}\n\n`, 4, 0, 6, 'lines.txt:6'])
  assert.deepEqual(await kept('--null', 'drop'), [`${a}\n${b}\n`, 4, 0, 2, 'lines.txt:6'])
  const bad = await kept('--null', 'bad', '--bad', 'bad.jsonl')
  assert.deepEqual(bad, [`${a}\n${b}\n`, undefined, 4, 2, 'lines.txt:6'])
  assert.deepEqual(
    shop.rows('bad.jsonl').map(({ at, code, record }) => [at, code, record]),
    [
      ['lines.txt:1', 'TEXT_MISSING', '\n'],
      ['lines.txt:3', 'TEXT_MISSING', '\n'],
      ['lines.txt:4', 'TEXT_MISSING', ' \t\r\n'],
      ['lines.txt:7', 'TEXT_MISSING', '\n'],
    ],
  )
  shop.write('blank.txt', '\n\n')
  await shop.dedupe('blank.txt', '-o', 'k.txt')
  assert.equal(shop.read('k.txt'), '\n\n')
})
