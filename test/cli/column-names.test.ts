/** Columns whose names every plain object has, too: they are read, written and missing as any other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { deduplicate } from '../../src/doors/index.ts'
import { Workshop } from './command.ts'

const place = new Workshop()

const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']
const header = ['id', 'name', ...names]
const rows = [
  ['1', 'Anna Smith', 'Renault Clio', 'x11', 'grey', 'first floor', 'one two'],
  ['2', 'Anna Smith', 'Ferrari Roma', 'x22', 'red', 'ground floor', 'six seven'],
  ['3', 'Bert Jones', 'Lotus Elan', 'x33', 'green', 'attic', 'eight nine'],
]
/** A record without any of the columns. */
const last = ['4', 'Cleo Jones', '', '', '', '', '']

const objectOf = (row: readonly string[]) =>
  JSON.stringify(Object.fromEntries(header.flatMap((name, i) => (row[i] === '' ? [] : [[name, row[i]]]))))
const table = `${[header, ...rows, last].map(row => row.join(',')).join('\n')}\n`

place.write('cars.jsonl', `${[...rows, last].map(objectOf).join('\n')}\n`)
place.write('cars.csv', table)
place.write('cars.json', `[${[...rows, last].map(objectOf).join(',')}]`)
const columnData = header.map((name, i) => ({
  name,
  type: 'STRING' as const,
  data: [...rows, last].map(row => row[i] || null),
}))
place.write('cars.parquet', new Uint8Array(parquetWriteBuffer({ columnData })))

const inputs = ['cars.jsonl', 'cars.csv', 'cars.json', 'cars.parquet']

test('all columns count for records, in every format', async () => {
  for (const input of inputs) {
    const report = await place.dedupe(input, '-o', `kept-${input}`, '--method', 'records', '--text', '*')
    assert.deepEqual([report.counts.exact, report.counts.kept], [0, 4], input)
    const columns = report.notes.columns.map(({ name }: { name: string }) => name)
    assert.deepEqual(columns, ['name', ...names], input)
  }
})

test('merged records have the values of these columns, and nothing for missing ones', async () => {
  for (const input of inputs.filter(name => name !== 'cars.parquet')) {
    const golden = ['--golden', 'golden.csv', '--golden-rule', 'newest:constructor']
    await place.dedupe(input, '-o', `kept-${input}`, '--text', 'name', '--near', 'off', ...golden)
    const [first, , third, fourth] = [rows[0], rows[1], rows[2], last]
    assert.equal(
      place.read('golden.csv'),
      `${[header, first, third, fourth].map(row => row.join(',')).join('\n')}\n`,
    )
  }
})

test('a path into such a column finds nothing that is not in the record', async () => {
  place.write('flat.jsonl', '{"id":1,"text":"a b"}\n{"id":2,"text":"c d","constructor":{"name":"a b"}}\n')
  const report = await place.dedupe('flat.jsonl', '-o', 'flat.out', '--text', 'text,constructor.name')
  assert.deepEqual([report.counts.exact, report.counts.kept], [0, 2])
  const within = await place.dedupe('cars.jsonl', '-o', 'w.out', '--text', 'name', '--within', 'toString')
  assert.equal(within.counts.kept, 4, 'the two Annas differ in it')
})

test('the library takes these columns, too', async () => {
  const documents = [...rows, last].map(row => JSON.parse(objectOf(row)))
  const { kept } = await deduplicate(documents, { method: 'records', text: ['*'] })
  assert.equal(kept.length, 4)
})

test('a struct has a field of this name in JSON, too', async () => {
  const text = {
    type: 'BYTE_ARRAY' as const,
    converted_type: 'UTF8' as const,
    repetition_type: 'OPTIONAL' as const,
  }
  const schema = [
    { name: 'root', num_children: 1 },
    { name: 'text', num_children: 2, repetition_type: 'OPTIONAL' as const },
    { name: 'a', ...text },
    { name: '__proto__', ...text },
  ]
  const line = '{"text":{"a":"one","__proto__":"two"}}'
  const columnData = [{ name: 'text', data: [JSON.parse(line).text] }]
  place.write('struct.parquet', new Uint8Array(parquetWriteBuffer({ schema, columnData })))
  await place.dedupe('struct.parquet', '-o', 'struct.jsonl', '--text', 'text.a,text.__proto__')
  assert.equal(place.read('struct.jsonl'), `${line}\n`)
})
