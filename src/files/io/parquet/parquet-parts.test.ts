/** Pages of many MiB, as DuckDB writes them, are read in parts, and are what their bytes say. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { parquetSchema, type SchemaElement } from 'hyparquet'
import { spooledLines } from '../../../../test/ground/spooled-lines.ts'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { randomSource } from '../../../../test/worlds/world.ts'
import { publishOutput } from '../output.ts'
import { spoolParquet } from '../parquet-records/parquet-read.ts'
import { packSnappy } from '../snappy/snappy.ts'
import { ChunkReader, placeOfChunk } from './parquet-chunk.ts'
import { openParquet, openParquetBuffer } from './parquet-file.ts'
import { bitsFor, writeHybrid } from './parquet-hybrid.ts'
import { writerInside } from './parquet-inside.ts'
import { type Leaf, leavesOf } from './parquet-leaf.ts'
import { withLength } from './parquet-values.ts'
import { filterParquet } from './parquet-write.ts'

const directory = temporaryFolder()
const path = join(directory, 'large.parquet')

const optional = { repetition_type: 'OPTIONAL' } as const
const schemas: Record<'text' | 'list', SchemaElement[]> = {
  text: [
    { name: 'root', num_children: 1 },
    { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional },
  ],
  list: [
    { name: 'root', num_children: 1 },
    { name: 'text', num_children: 1, converted_type: 'LIST', ...optional },
    { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
    { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional },
  ],
}

/** An entry is a level and a text, if it has the highest one. */
interface Written {
  readonly rows: number
  readonly definitions: Uint8Array
  readonly repetitions: Uint8Array
  readonly texts: readonly string[]
}

const levels = (values: Uint8Array, most: number) =>
  most === 0 ? new Uint8Array(0) : withLength(writeHybrid(values, bitsFor(most)))

/** Writes a file of one column and one page. */
async function write(
  kind: keyof typeof schemas,
  { rows, definitions, repetitions, texts }: Written,
  pack = (bytes: Uint8Array) => packSnappy([bytes]).slice(),
  damage: (body: Uint8Array) => void = () => {},
): Promise<Leaf> {
  const { thrift } = await writerInside()
  const [leaf] = leavesOf(parquetSchema({ schema: schemas[kind] }))
  const page = Buffer.concat([
    levels(repetitions, leaf.maxRepetition),
    levels(definitions, leaf.maxDefinition),
    ...texts.map(text => withLength(Buffer.from(text))),
  ])
  const body = pack(page)
  const header = thrift({
    ...{ field_1: 0, field_2: page.length, field_3: body.length, field_4: crc32(body) | 0 },
    field_5: { field_1: definitions.length, field_2: 0, field_3: 3, field_4: 3 },
  })
  damage(body)
  const size = BigInt(header.length + body.length)
  const column = {
    ...{ field_1: 6, field_2: [0], field_3: leaf.path.slice(1).map(({ element }) => element.name) },
    ...{ field_4: 1, field_5: BigInt(definitions.length), field_6: size, field_7: size, field_9: 4n },
  }
  const repetitionOf = { REQUIRED: 0, OPTIONAL: 1, REPEATED: 2 }
  const footer = thrift({
    field_1: 2,
    field_2: schemas[kind].map(element => ({
      ...(element.type && { field_1: 6 }),
      ...(element.repetition_type && { field_3: repetitionOf[element.repetition_type] }),
      field_4: element.name,
      ...(element.num_children && { field_5: element.num_children }),
      ...(element.converted_type && { field_6: element.converted_type === 'UTF8' ? 0 : 3 }),
    })),
    field_3: BigInt(rows),
    field_4: [{ field_1: [{ field_2: 0n, field_3: column }], field_2: size, field_3: BigInt(rows) }],
  })
  const end = Buffer.alloc(8, '    PAR1')
  end.writeUInt32LE(footer.length)
  writeFileSync(path, Buffer.concat([Buffer.from('PAR1'), header, body, footer, end]))
  return leaf
}

/** The column as JSON lines. */
async function lines(from = path): Promise<string> {
  const spool = join(directory, 'spool')
  await spoolParquet(from, ['text'], spool)
  return spooledLines(spool).toString()
}

const textOf = (i: number) => `${i} ${`some words ${i * 7919} `.repeat((i * 31) % 90)}`
/** Texts of 13 MiB: every fifth row is null, the last 100 as well. */
const all = Array.from({ length: 20_000 }, (_, i) => (i % 5 === 3 || i >= 19_900 ? null : textOf(i)))
const flat: Written = {
  rows: all.length,
  definitions: Uint8Array.from(all, text => +(text !== null)),
  repetitions: new Uint8Array(0),
  texts: all.filter(text => text !== null),
}
const linesOf = (rows: readonly unknown[]) => rows.map(text => `${JSON.stringify({ text })}\n`).join('')

/** Elements of the format that our packer does not write: one literal. */
const literal = (bytes: Uint8Array) => {
  const head = Buffer.alloc(5, 63 << 2)
  head.writeUInt32LE(bytes.length - 1, 1)
  return Buffer.concat([head, bytes])
}
const sizeOf = (bytes: Uint8Array) => {
  const packed = packSnappy([bytes])
  return packed.slice(0, packed.findIndex(byte => byte < 128) + 1)
}

test('a large page is read in parts, and has the bytes that were written', async () => {
  const leaf = await write('text', flat)
  const { metadata } = await openParquet(path)
  const file = await openParquetBuffer(path)
  const chunk = metadata.row_groups[0].columns[0].meta_data
  assert(chunk !== undefined)
  const reader = await ChunkReader.open(file, placeOfChunk(chunk), leaf)
  const counts: number[] = []
  while (reader.next !== undefined) counts.push((await reader.read())?.count ?? 0)
  await file.close()
  assert.ok(counts.length > 5 && Math.max(...counts) < 4000, `${counts}`)
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    all.length,
  )
  assert.equal(await lines(), linesOf(all))
})

test('rows of a large page are kept as those of small pages are', async () => {
  await write('text', flat)
  const out = join(directory, 'kept.parquet')
  await publishOutput(out, { force: true }, output =>
    filterParquet([path], (_, row) => row % 3 > 0, output),
  )
  assert.equal(await lines(out), linesOf(all.filter((_, row) => row % 3 > 0)))
  assert.ok(readFileSync(out).length < readFileSync(path).length)
})

test('rows of a large page go on in the next row group of the output', async () => {
  const draw = randomSource(7)
  const rows = Array.from({ length: 101_000 }, (_, i) =>
    i % 50 === 1 ? null : `${i} ${draw()} ${draw()} ${draw()}`,
  )
  const texts = rows.filter(text => text !== null)
  const definitions = Uint8Array.from(rows, text => +(text !== null))
  await write('text', { rows: rows.length, definitions, repetitions: new Uint8Array(0), texts })
  const out = join(directory, 'groups.parquet')
  await publishOutput(out, { force: true }, output => filterParquet([path], (_, row) => row > 0, output))
  assert.equal((await openParquet(out)).metadata.row_groups.length, 2)
  assert.equal(await lines(out), linesOf(rows.slice(1)))
})

test('lists of a large page that go on in the next part are whole', async () => {
  const texts = all.filter(text => text !== null)
  const rows = Array.from({ length: 300 }, (_, i) => texts.slice(i * 50, (i + 1) * 50))
  const entries = rows.flatMap(row => row.map((_, i) => +(i > 0)))
  const written = {
    rows: rows.length,
    definitions: new Uint8Array(entries.length).fill(3),
    repetitions: Uint8Array.from(entries),
    texts: rows.flat(),
  }
  await write('list', written)
  assert.equal(await lines(), linesOf(rows))
})

test('pages of larger literals than ours, at the beginning or later, are read whole', async () => {
  await write('text', flat, bytes => Buffer.concat([sizeOf(bytes), literal(bytes)]))
  assert.equal(await lines(), linesOf(all))
  await write('text', flat, bytes => {
    const first = packSnappy([bytes.subarray(0, 5 * 2 ** 20)]).slice()
    const behind = literal(bytes.subarray(5 * 2 ** 20))
    return Buffer.concat([
      sizeOf(bytes),
      first.subarray(sizeOf(bytes.subarray(0, 5 * 2 ** 20)).length),
      behind,
    ])
  })
  assert.equal(await lines(), linesOf(all))
})

test('a value of many MiB is read whole, with those around it', async () => {
  const rows = ['small', 'large '.repeat(2 ** 21), null, 'last']
  await write('text', {
    rows: rows.length,
    definitions: Uint8Array.of(1, 1, 0, 1),
    repetitions: new Uint8Array(0),
    texts: rows.filter(text => text !== null),
  })
  assert.equal(await lines(), linesOf(rows))
})

test('a large page that is damaged anywhere is refused, with its row group', async () => {
  const flipped = (share: number) => (body: Uint8Array) => {
    body[Math.floor(share * (body.length - 1))] ^= 1
  }
  for (const share of [0.0001, 0.3, 0.7, 1]) {
    await write('text', flat, undefined, flipped(share))
    await assert.rejects(lines(), /PARQUET_INVALID: .*row group 1/, `at ${share}`)
  }
  const fewer = { ...flat, texts: flat.texts.slice(0, -1) }
  await write('text', fewer)
  await assert.rejects(lines(), /PARQUET_INVALID: .*row group 1/)
})
