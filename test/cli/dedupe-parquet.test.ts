/** Parquet in and out: all columns and the same schema; files that cannot be kept are refused before reading. */
import assert from 'node:assert/strict'
import { openSync, readSync } from 'node:fs'
import { test } from 'node:test'
import { parquetMetadata, type SchemaElement } from 'hyparquet'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { Workshop, wordsOf } from './command.ts'
import { parquetBytes, parquetFile, parquetRows } from './parquet-files.ts'

const shop = new Workshop()
const a = wordsOf(1)
const b = wordsOf(2)

const columns: ColumnSource[] = [
  { name: 'id', data: [1n, 2n, 9007199254740993n, 4n], type: 'INT64' },
  { name: 'text', data: [a, a.toUpperCase(), a, b], type: 'STRING' },
  { name: 'score', data: [0.5, null, 2, 3], type: 'DOUBLE', nullable: true },
  { name: 'tags', data: [['x'], [], ['y', 'z'], null], type: 'JSON' },
]

function write(name: string, columnData: ColumnSource[]): void {
  shop.write(name, parquetBytes(columnData))
}

const rowsOf = (name: string) => parquetRows(shop.bytes(name))

function schemaOf(name: string): unknown {
  return parquetMetadata(parquetFile(shop.bytes(name))).schema
}

test('kept rows have all columns and the same schema', async () => {
  write('in.parquet', columns)
  const report = await shop.dedupe('in.parquet', '-o', 'k.parquet', '--removed', 'r.jsonl')
  assert.deepEqual([report.counts.exact, report.counts.normalised, report.counts.kept], [1, 1, 2])
  const all = await rowsOf('in.parquet')
  assert.deepEqual(await rowsOf('k.parquet'), [all[0], all[3]])
  assert.deepEqual(schemaOf('k.parquet'), schemaOf('in.parquet'))
  assert.match(shop.read('r.jsonl'), /\{"id":9007199254740993,"at":"in\.parquet:3","survivor":1,/)
})

test('several files, keep rules, and the same digest as JSON lines', async () => {
  write('1.parquet', columns)
  write('2.parquet', columns)
  const options = ['--keep', 'max:score']
  const report = await shop.dedupe('1.parquet', '2.parquet', '-o', 'k.parquet', ...options)
  const all = await rowsOf('1.parquet')
  assert.deepEqual(await rowsOf('k.parquet'), [all[2], all[3]])
  const texts = [a, a.toUpperCase(), a, b]
  const records = texts.map((text, i) => ({ id: i, text, score: [0.5, null, 2, 3][i] }))
  shop.write('in.jsonl', [...records, ...records].map(record => `${JSON.stringify(record)}\n`).join(''))
  assert.equal((await shop.dedupe('in.jsonl', '-o', 'k.jsonl', ...options)).digest, report.digest)
})

test('the text column is the named one, or the only one of strings', async () => {
  write('body.parquet', [
    { name: 'id', data: [1, 2], type: 'INT32' },
    { name: 'body', data: [a, a], type: 'STRING' },
  ])
  assert.equal((await shop.dedupe('body.parquet', '-o', 'k.parquet')).counts.exact, 1)
  write('two.parquet', [
    { name: 'title', data: [a, a], type: 'STRING' },
    { name: 'body', data: [b, b], type: 'STRING' },
  ])
  await shop.refused(2, 'TEXT_FIELD', 'two.parquet', '-o', 'no.parquet')
  assert.equal(
    (await shop.dedupe('two.parquet', '-o', 'k.parquet', '--text', 'title,body')).counts.exact,
    1,
  )
  assert.match(
    await shop.refused(2, 'TEXT_FIELD', 'two.parquet', '-o', 'no.parquet', '--text', 'tittle'),
    /expected a column "tittle", got columns "title", "body", at two\.parquet/,
  )
})

test('a text column of another type is refused with its type; an id column of another type gives no ids', async () => {
  write('typed.parquet', [
    { name: 'id', data: [1, 2], type: 'INT32' },
    { name: 'text', data: [5, 6], type: 'INT32' },
    { name: 'body', data: [a, a], type: 'STRING' },
    { name: 'flag', data: [true, false], type: 'BOOLEAN' },
    { name: 'tags', data: [['x'], ['y']], type: 'VARIANT' },
  ])
  const refused = (...args: string[]) =>
    shop.refused(3, 'PARQUET_SCHEMA', 'typed.parquet', '-o', 'no.parquet', ...args)
  for (const args of [[], ['--text', 'text'], ['--text', 'body,text']]) {
    assert.match(
      await refused(...args),
      /expected strings in the text columns, got a number in the column "text", at typed\.parquet\. To fix:/,
    )
  }
  assert.match(
    await refused('--text', 'tags'),
    /, got a variant in the column "tags", at typed\.parquet\. To fix:/,
  )
  // Values that are not ids in JSON lines are not ids here.
  for (const id of ['flag', 'tags']) {
    const to = ['-o', `${id}.parquet`, '--removed', `${id}.jsonl`]
    await shop.dedupe('typed.parquet', ...to, '--text', 'body', '--id', id)
    assert.deepEqual(
      shop.rows(`${id}.jsonl`).map(row => [row.id, row.survivor]),
      [['typed.parquet:2', 'typed.parquet:1']],
    )
  }
})

test('ids and keep rules use all digits of decimals, and kept rows keep their bytes', async () => {
  for (const [scale, expected] of [
    [0, '9007199254740993'],
    [3, '"9007199254740.993"'],
    [6, '9007199254.740993'],
  ] as const) {
    const decimal = { converted_type: 'DECIMAL', scale, precision: 38, type_length: 16 } as const
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 2 },
      { name: 'id', type: 'FIXED_LEN_BYTE_ARRAY', ...decimal, repetition_type: 'REQUIRED' },
      { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
    ]
    const last = Buffer.from('00000000000000000020000000000001', 'hex')
    const columnData = [
      { name: 'id', data: [2n ** 53n, 2n ** 53n + 1n] },
      { name: 'text', data: [a, a] },
    ]
    shop.write(
      'decimal.parquet',
      new Uint8Array(parquetWriteBuffer({ columnData, schema, codec: 'UNCOMPRESSED' })),
    )
    await shop.dedupe('decimal.parquet', '-o', 'k.parquet', '--removed', 'r.jsonl', '--keep', 'max:id')
    assert(shop.read('r.jsonl').includes(`"survivor":${expected},`), shop.read('r.jsonl'))
    assert(shop.bytes('k.parquet').includes(last))
    assert.deepEqual(schemaOf('k.parquet'), schemaOf('decimal.parquet'))
    const id = expected.replaceAll('"', '')
    const explained = await shop.run('explain decimal.parquet --ids', `${id},${id.replace(/3$/, '2')}`)
    assert.deepEqual([explained.status, explained.err], [0, ''])
  }
})

test('keep rules may name a column of nulls, but not a missing one', async () => {
  write('nulls.parquet', [
    { name: 'text', data: [a, a], type: 'STRING' },
    { name: 'score', data: [null, null], type: 'DOUBLE', nullable: true },
  ])
  for (const rule of ['max:score', 'min:score', 'prefer:score=1'])
    assert.equal((await shop.dedupe('nulls.parquet', '-o', 'k.parquet', '--keep', rule)).counts.exact, 1)
  await shop.refused(2, 'OPTION_VALUE', 'nulls.parquet', '-o', 'no.parquet', '--keep', 'max:scroe')
})

test('columns of several files are joined by name: those that a file lacks are null, required ones become optional', async () => {
  const c = wordsOf(3)
  write('part/1.parquet', [
    { name: 'id', data: [1n, 2n], type: 'INT64' },
    { name: 'text', data: [a, b], type: 'STRING' },
    { name: 'score', data: [0.5, 1], type: 'DOUBLE' },
  ])
  write('part/2.parquet', [
    { name: 'lang', data: ['de', 'en', null], type: 'STRING', nullable: true },
    { name: 'text', data: [a, c, null], type: 'STRING', nullable: true },
    { name: 'tags', data: [['x'], ['y'], ['z']], type: 'JSON' },
    { name: 'id', data: [3n, 4n, 5n], type: 'INT64' },
  ])
  write('part/3.parquet', [{ name: 'text', data: [`${c} d`], type: 'STRING' }])
  const report = await shop.dedupe('part', '-o', 'joined.parquet', '--near', 'off')
  assert.equal(report.counts.kept, 5)
  const rows = await rowsOf('joined.parquet')
  const row = (values: object) => ({ id: null, text: null, score: null, lang: null, tags: null, ...values })
  assert.deepEqual(
    rows.map(values => row(values)),
    [
      row({ id: 1n, text: a, score: 0.5 }),
      row({ id: 2n, text: b, score: 1 }),
      row({ id: 4n, text: c, lang: 'en', tags: ['y'] }),
      row({ id: 5n, tags: ['z'] }),
      row({ text: `${c} d` }),
    ],
  )
  const elements = schemaOf('joined.parquet') as SchemaElement[]
  assert.deepEqual(
    elements.slice(1).map(({ name, repetition_type }) => `${name} ${repetition_type}`),
    ['id OPTIONAL', 'text OPTIONAL', 'score OPTIONAL', 'lang OPTIONAL', 'tags OPTIONAL'],
  )
  assert.equal(elements[0].num_children, 5)
  await shop.dedupe('part/1.parquet', 'part/2.parquet', '-o', 'common.parquet', '--columns', 'common')
  assert.deepEqual((await rowsOf('common.parquet')).map(Object.keys), Array(4).fill(['id', 'text']))
  write('part-b/1.parquet', [{ name: 'body', data: [a], type: 'STRING' }])
  const none = [
    'part/3.parquet',
    'part-b/1.parquet',
    '-o',
    'no.parquet',
    '--columns',
    'common',
    '--text',
    'text,body',
  ]
  assert.match(
    await shop.refused(3, 'PARQUET_SCHEMA', ...none),
    /expected a column that every file has, got none, at part-b/,
  )
  await shop.dedupe('part/2.parquet', 'part/1.parquet', '-o', 'other.parquet', '--threads', '3')
  assert.deepEqual(
    (await rowsOf('other.parquet')).map(({ id, lang, score }) => [id, lang, score]),
    [
      [3n, 'de', null],
      [4n, 'en', null],
      [5n, null, null],
      [2n, null, 1],
    ],
  )
})

test('a column of two types is refused by name, with both files and types', async () => {
  write('x/1.parquet', [
    { name: 'text', data: [a], type: 'STRING' },
    { name: 'n', data: [1], type: 'INT32' },
  ])
  write('x/2.parquet', [
    { name: 'n', data: [1.5], type: 'DOUBLE' },
    { name: 'text', data: [b], type: 'STRING' },
  ])
  assert.equal(
    await shop.refused(3, 'PARQUET_SCHEMA', 'x', '-o', 'no.parquet', '--plan'),
    'nearsame: PARQUET_SCHEMA: expected one type of the column "n", got DOUBLE, and INT32 in x/1.parquet, at x/2.parquet. To fix: convert one of the files, or write a directory (a name with / at its end), where each file keeps its own.\n',
  )
  await shop.dedupe('x', '-o', 'kept-x/')
  assert.deepEqual(schemaOf('kept-x/2.parquet'), schemaOf('x/2.parquet'))
})

test('shards of Parquet keep their own schema, also without a row', async () => {
  write('shards/a.parquet', columns)
  write('shards/b.parquet', [{ name: 'text', data: [a, b], type: 'STRING' }])
  const report = await shop.dedupe('shards', '-o', 'kept-shards/')
  assert.equal(report.counts.kept, 2)
  for (const name of ['a', 'b'])
    assert.deepEqual(schemaOf(`kept-shards/${name}.parquet`), schemaOf(`shards/${name}.parquet`))
  assert.deepEqual(await rowsOf('kept-shards/b.parquet'), [])
  const all = await rowsOf('shards/a.parquet')
  assert.deepEqual(await rowsOf('kept-shards/a.parquet'), [all[0], all[3]])
})

test('no rows, damaged files, other schemas and pipes', async () => {
  write('none.parquet', [{ name: 'text', data: [], type: 'STRING' }])
  assert.equal((await shop.dedupe('none.parquet', '-o', 'k.parquet')).counts.read, 0)
  assert.deepEqual(await rowsOf('k.parquet'), [])
  const bytes = shop.bytes('in.parquet')
  shop.write('cut.parquet', bytes.subarray(0, bytes.length - 40))
  shop.write('text.parquet', 'no Parquet')
  for (const name of ['cut.parquet', 'text.parquet']) {
    await shop.refused(3, 'PARQUET_INVALID', name, '-o', 'no.parquet')
  }
  await shop.refused(3, 'PARQUET_SCHEMA', 'in.parquet', 'body.parquet', '-o', 'no.parquet')
  assert(!shop.names().includes('no.parquet'))
  const damaged = Buffer.from(bytes)
  damaged.fill(0x55, 8, 40)
  shop.write('bad.parquet', damaged)
  const { status } = await shop.run('dedupe', 'bad.parquet', '-o', 'no.parquet')
  assert.equal(status, 3)
  assert(!shop.names().includes('no.parquet'))
})

test('a name of another format is refused for Parquet, and its name for others, before anything is read', async () => {
  shop.write('lines.jsonl', '{"text":"a b c"}\n{"broken')
  for (const name of ['no.txt', 'no.json', 'no.parquet.gz', 'no.parquet.zst'])
    await shop.refused(2, 'OUTPUT_FORMAT', 'in.parquet', '-o', name)
  for (const name of ['no.parquet.zst', 'no.parquet.gz'])
    await shop.refused(2, 'OUTPUT_FORMAT', 'lines.jsonl', '-o', name)
})

test('KEPT is written as Parquet under a name without a format', async () => {
  await shop.dedupe('in.parquet', '-o', 'kept.bin')
  const magic = Buffer.alloc(4)
  readSync(openSync('kept.bin', 'r'), magic)
  assert.equal(magic.toString(), 'PAR1')
})
