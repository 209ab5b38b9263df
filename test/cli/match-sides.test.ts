/** Two sides of `match` in other formats, with other fields, dialects and methods. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'
import { parquetBytes } from './parquet-files.ts'

const shop = new Workshop()
const [one, two, three] = [wordsOf(1), wordsOf(2), wordsOf(3)]

shop.write('a.csv', `nr;name;note\r\n1;${one};x\r\n2;${two};y\r\n`)
shop.write('b.jsonl', jsonLines({ key: 'p', body: { de: three } }, { key: 'q', body: { de: two } }))
shop.write('b.csv', `"note","label","key"\n"z","${two}","q"\n"z","${three}","p"\n`)
shop.write('b.tsv', `id\tname\nq\t${two}\n`)
shop.write('b.txt', `${three}\n${two}\n`)
shop.write('db/q.md', two)
shop.write('db/p.md', three)
shop.write('b.csv.gz', gzipSync(shop.bytes('b.csv')))
shop.write(
  'b.parquet',
  parquetBytes([
    { name: 'key', data: ['p', 'q'] },
    { name: 'title', data: [three, two] },
    { name: 'text', data: ['no', 'no'] },
  ]),
)

async function matched(...args: readonly string[]): Promise<[pairs: string[], kept: string]> {
  const written = ['-o', 'pairs.csv', '--kept', 'kept.csv', '--force', '--quiet']
  const { status, err } = await shop.run('match', ...args, ...written)
  assert.deepEqual([status, err], [0, ''])
  return [shop.read('pairs.csv').split('\n').slice(1, -1), shop.read('kept.csv')]
}

const keptOfA = `nr;name;note\r\n1;${one};x\r\n`

test('each side has its own format, fields and dialect; KEPT is A', async () => {
  const ofA = ['a.csv', '--text', 'name', '--id', 'nr']
  const sides: [b: string[], id2: string][] = [
    [['b.jsonl', '--against-text', 'body.de', '--against-id', 'key'], 'q'],
    [['b.csv', '--against-text', 'label', '--against-id', 'key'], 'q'],
    [['b.csv.gz', '--against-text', 'label', '--against-id', 'key'], 'q'],
    [['b.tsv', '--against-id', 'id'], 'q'],
    [['b.parquet', '--against-text', 'title', '--against-id', 'key'], 'q'],
    [['b.txt'], 'b.txt:2'],
    [
      ['b.txt', '--against-input-format', 'id-text', '--against-id', 'id', '--threshold', '0.7'],
      wordsOf(2, 1),
    ],
    [['db'], 'q.md'],
  ]
  for (const [b, id2] of sides) {
    const [pairs, kept] = await matched(...ofA, '--against', ...b)
    assert.deepEqual(
      pairs.map(row => row.split(',').slice(0, 2)),
      [['2', id2]],
      b[0],
    )
    assert.equal(kept, keptOfA, b[0])
  }
})

test('without options, B is read by the fields of A if it has them, else by its own', async () => {
  shop.write('same.jsonl', jsonLines({ id: 'q', text: 'other words', name: two }, { id: 'p', name: three }))
  const [same] = await matched('a.csv', '--text', 'name', '--against', 'same.jsonl')
  assert.deepEqual(same, ['a.csv:2,q,jaccard,1'])
  shop.write('plain.csv', `id,name\n1,${one}\n2,${two}\n`)
  shop.write('more.csv', `url,text,name,id\nu,other words,${two},q\n`)
  assert.deepEqual((await matched('plain.csv', '--against', 'more.csv'))[0], ['2,q,jaccard,1'])
  shop.write('own.jsonl', jsonLines({ id: 'q', text: two, label: 'a' }))
  assert.deepEqual((await matched('plain.csv', '--against', 'own.jsonl'))[0], ['2,q,jaccard,1'])
})

test('every method takes sides of two formats', async () => {
  const methods = [
    'minhash',
    'repeated-trials',
    'solr-text-profile',
    'lucene-min-hash',
    'longest-words',
    'records',
  ]
  for (const method of methods) {
    const b = ['--against', 'b.jsonl', '--against-text', 'body.de', '--against-id', 'key']
    const args = ['a.csv', '--text', 'name', '--id', 'nr', ...b, '--method', method]
    const written = ['-o', 'pairs.csv', '--kept', 'kept.csv', '--force', '--quiet']
    const { status } = await shop.run('match', ...args, ...written)
    assert.equal(status, 0, method)
    assert.match(shop.read('pairs.csv').split('\n')[1], /^2,q,/, method)
    assert.equal(shop.read('kept.csv'), keptOfA, method)
  }
})

test('standard input may be either side, each with its format', async () => {
  const b = ['--against-text', 'body.de', '--against-id', 'key', '-o', '-', '--quiet']
  const a = ['--text', 'name', '--id', 'nr']
  const input = (name: string) => ({ input: shop.read(name) })
  const left = ['match', '-', '--input-format', 'csv', ...a, '--against', 'b.jsonl', ...b]
  const right = ['match', 'a.csv', ...a, '--against', '-', '--against-input-format', 'jsonl', ...b]
  for (const [args, name] of [
    [[...left, '--against-input-format', 'jsonl'], 'a.csv'],
    [right, 'b.jsonl'],
  ] as const) {
    const { out, err } = shop.child(args, input(name))
    assert.deepEqual([out, err], ['id1,id2,measure,similarity\n2,q,jaccard,1\n', ''])
  }
})

test('messages about B name its options, and a side without any text fails', async () => {
  const refused = async (status: number, message: RegExp, ...args: readonly string[]) => {
    const run = await shop.run('match', ...args, '-o', 'refused.csv')
    assert.equal(run.status, status, run.err)
    assert.match(run.err, message)
  }
  const a = ['a.csv', '--text', 'name']
  await refused(
    2,
    /TEXT_FIELD: .*"label", "key"\. To fix: .*`--against-text`/,
    'plain.csv',
    '--against',
    'b.csv',
  )
  await refused(
    2,
    /TEXT_FIELD: .*column "label", got columns.*`--text`/,
    'a.csv',
    '--text',
    'label',
    '--against',
    'b.csv',
  )
  await refused(2, /TEXT_FIELD: .*column "name", got columns.*`--against-text`/, ...a, '--against', 'b.csv')
  const typo = ['--against', 'b.jsonl', '--against-text', 'label']
  await refused(3, /TEXT_MISSING: .* at b\.jsonl:1\. To fix: .*`--against-text`/, ...a, ...typo)
  await refused(
    3,
    /TEXT_MISSING: .* at b\.jsonl:1\. To fix: .*`--text`/,
    'b.jsonl',
    '--text',
    'label',
    '--against',
    'a.csv',
    '--against-text',
    'name',
  )
  await refused(
    2,
    /INPUT_FORMAT_UNKNOWN: expected `--against-input-format` of standard/,
    ...a,
    '--against',
    '-',
  )
  shop.write('bad.jsonl', jsonLines({ key: 1, body: two }, { key: 2, body: 7 }))
  const half = [
    '--against',
    'bad.jsonl',
    '--against-text',
    'body',
    '--max-bad',
    '0.5',
    '--bad',
    'skipped.jsonl',
  ]
  const { status } = await shop.run('match', ...a, ...half, '-o', 'half.csv')
  assert.equal(status, 0)
  assert.match(shop.read('skipped.jsonl'), /choose the field that holds the text with `--against-text`/)
})
