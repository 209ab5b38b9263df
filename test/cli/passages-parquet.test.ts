/** Passages of Parquet: rows without them keep every other value; and of objects of an S3 store. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parquetMetadata } from 'hyparquet'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'
import { objectServerForTests } from './object-server.ts'
import { parquetBytes, parquetFile, parquetRows } from './parquet-files.ts'

const place = new Workshop()
const notice = 'Alle Rechte vorbehalten – © the owners, 東京'

const texts = Array.from({ length: 60 }, (_, i) => {
  const own = wordsOf(i).slice(0, 80)
  return i % 7 === 3 ? '' : i % 2 === 0 ? `${own} ${notice}. ${i}` : `${i} ${own}`
})
const titles = texts.map((_, i) => (i % 5 === 0 ? `${notice} (${i})` : `Title ${i}`))

const columnsOf = (from: number, to: number): ColumnSource[] => [
  { name: 'id', data: texts.map((_, i) => BigInt(i)).slice(from, to), type: 'INT64' },
  { name: 'text', data: texts.slice(from, to), type: 'STRING' },
  {
    name: 'score',
    data: texts.map((_, i) => (i % 3 === 0 ? null : i / 3)).slice(from, to),
    type: 'DOUBLE',
    nullable: true,
  },
  { name: 'title', data: titles.slice(from, to), type: 'STRING' },
  { name: 'tags', data: texts.map((_, i) => ['x', i]).slice(from, to), type: 'JSON' },
]

async function passagesOf(...args: string[]) {
  const run = await place.run('passages', ...args, '--least', '5', '--report', 'report.json', '--force')
  assert.equal(run.status, 0, run.err)
  return JSON.parse(place.read('report.json'))
}

const rowsOf = (name: string) => parquetRows(place.bytes(name))

test('rows without their passages have the texts of the same JSON lines, and all other values', async () => {
  const small = parquetWriteBuffer({ columnData: columnsOf(0, 40), rowGroupSize: 7 })
  place.write('1.parquet', new Uint8Array(small))
  place.write('2.parquet', parquetBytes(columnsOf(40, 60)))
  const records = texts.map((text, id) => ({ id, text, title: titles[id] }))
  place.write('all.jsonl', jsonLines(...records))
  for (const fields of [['text'], ['title', 'text']]) {
    const options = fields.flatMap(field => ['--text', field])
    const lines = await passagesOf('all.jsonl', ...options, '--kept', 'kept.jsonl')
    const report = await passagesOf('1.parquet', '2.parquet', ...options, '--kept', 'kept.parquet')
    assert.equal(report.digest, lines.digest)
    assert.deepEqual(report.counts.kept, lines.counts.kept)
    assert(report.counts.withPassages > 20)
    const all = [...(await rowsOf('1.parquet')), ...(await rowsOf('2.parquet'))]
    const wanted = place.rows('kept.jsonl').map(({ id, text, title }) => ({ ...all[id], text, title }))
    assert.deepEqual(await rowsOf('kept.parquet'), wanted)
    const schemaOf = (name: string) => parquetMetadata(parquetFile(place.bytes(name))).schema
    assert.deepEqual(schemaOf('kept.parquet'), schemaOf('1.parquet'))
    await passagesOf('1.parquet', '2.parquet', ...options, '--kept', `shards-${fields.length}/`)
    const [one, two] = ['1', '2'].map(name => `shards-${fields.length}/${name}.parquet`)
    assert.deepEqual([...(await rowsOf(one)), ...(await rowsOf(two))], wanted)
  }
})

test('a text that is no string of Parquet is refused before anything is read, unless nothing is cut', async () => {
  const args = ['1.parquet', '--text', 'tags', '--least', '5', '--kept', 'no.parquet']
  const refused = await place.run('passages', ...args)
  assert.equal(refused.status, 2)
  assert.match(refused.err, /OUTPUT_FORMAT: expected a text in a column of strings.*got the column "tags"/)
  assert.doesNotMatch(refused.err, /read/)
})

objectServerForTests()(
  'passages of objects, kept as an object, are those of the same files',
  async server => {
    const records = texts.map((text, id) => jsonLines({ id, text }))
    const shards = { 'a.jsonl': records.slice(0, 30).join(''), 'b.jsonl': records.slice(30).join('') }
    for (const [name, text] of Object.entries(shards)) {
      place.write(`data/${name}`, text)
      await server.put(`data/${name}`, text)
    }
    await server.put('eval.jsonl', jsonLines({ id: 'e', text: notice }))
    place.write('eval.jsonl', jsonLines({ id: 'e', text: notice }))
    const local = await passagesOf('data', '-o', 'found.jsonl', '--kept', 'kept.jsonl')
    const out = 's3://corpus/out'
    const report = await passagesOf('s3://corpus/data', '-o', `${out}/f.jsonl`, '--kept', `${out}/k.jsonl`)
    assert.equal(report.digest, local.digest)
    assert.deepEqual(await server.get('out/k.jsonl'), place.bytes('kept.jsonl'))
    const found = String(await server.get('out/f.jsonl')).replaceAll('s3://corpus/', '')
    assert.equal(found, place.read('found.jsonl'))
    const against = await passagesOf('data', '--against', 'eval.jsonl', '-o', 'found.jsonl')
    const remote = await passagesOf(
      's3://corpus/data',
      '--against',
      's3://corpus/eval.jsonl',
      '-o',
      'r.jsonl',
    )
    assert.equal(remote.digest, against.digest)
    assert(against.counts.passages > 20)
  },
)
