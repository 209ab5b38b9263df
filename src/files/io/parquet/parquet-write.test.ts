import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { ByteWriter, parquetWriteBuffer } from 'hyparquet-writer'
import { writeMetadata } from 'hyparquet-writer/src/metadata.js'
import { spooledLines } from '../../../../test/ground/spooled-lines.ts'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { publishOutput } from '../output.ts'
import { spoolParquet } from '../parquet-records/parquet-read.ts'
import { parquetDecoders } from './parquet-codecs.ts'
import { openParquet, openParquetBuffer } from './parquet-file.ts'
import { schemaOfAll } from './parquet-schemas.ts'
import { filterParquet } from './parquet-write.ts'

const directory = temporaryFolder()
const at = (path: string) => join(directory, path)

// Six rows written for this test with pyarrow 26 (zstd, row groups of 4, no statistics): int64, string, int8,
// uint64, decimal(16, 2), timestamp[us, UTC], date, list of string, nested struct, binary, binary(2).
const columns = ['id', 'text', 'small', 'big', 'price', 'at', 'day', 'tags', 'st', 'raw', 'fix']
const fixture =
  'UEFSMRUEFUAVREwVCBUAEgAAKLUv/SAgzQAAiAAAQAEAQAIAQAMAAAAAAABAAxQAAmNgARUAFRQVJiwVCBUQFQYVBhwAAAAotS/9IApR' +
  'AAACAAAACAECA+QAFQQVKhU8TBUGFQASAAAotS/9IBWpAAAGAAAAw6kgImEiAgAAAGIKAQAAAGQVABUUFSYsFQgVEBUGFQYcAAAAKLUv' +
  '/SAKUQAAAgAAAAMLAgMkABUEFRgVKkwVBhUAEgAAKLUv/SAMYQAAAQAAAP7///8EAAAAFQAVFBUmLBUIFRAVBhUGHAAAACi1L/0gClEA' +
  'AAIAAAADCwIDJAAVBBUwFTpMFQYVABIAACi1L/0gGKUAAGD//wIAAwAAAAAAAAACAGDgAWABFQAVFBUmLBUIFRAVBhUGHAAAACi1L/0g' +
  'ClEAAAIAAAADDQIDJAAVBBUqFTxMFQYVABIAACi1L/0gFakAAAAAAAAAAG7/////////I4byb8D//xUAFRQVJiwVCBUQFQYVBhwAAAAo' +
  'tS/9IApRAAACAAAAAw0CAyQAFQQVMBVCTBUGFQASAAAotS/9IBjBAAD//////////0AiIBgkCgYAAAAAAAAAAAAVABUUFSYsFQgVEBUG' +
  'FQYcAAAAKLUv/SAKUQAAAgAAAAMNAgMkABUEFRgVKkwVBhUAEgAAKLUv/SAMYQAA/////0ZNAADNKgAAFQAVFBUmLBUIFRAVBhUGHAAA' +
  'ACi1L/0gClEAAAIAAAADDQIDJAAVBBUUFSZMFQQVABIAACi1L/0gClEAAAEAAAB4AQAAAHkVABUgFTIsFQoVEBUGFQYcAAAAKLUv/SAQ' +
  'gQAAAgAAAAMCAwAAAAMbAwEDAhUEFRAVIkwVBBUAEgAAKLUv/SAIQQAAAQAAAAIAAAAVABUUFSYsFQgVEBUGFQYcAAAAKLUv/SAKUQAA' +
  'AwAAAAOSAAEDAhUEFQoVHEwVAhUAEgAAKLUv/SAFKQAAAQAAAHUVABUUFSYsFQgVEBUGFQYcAAAAKLUv/SAKUQAAAwAAAAOTAAECABUE' +
  'FRwVLkwVBhUAEgAAKLUv/SAOcQAAAQAAAP8AAAAAAQAAAGEVABUUFSYsFQgVEBUGFQYcAAAAKLUv/SAKUQAAAgAAAAMLAgMkABUEFQQV' +
  'FkwVAhUAEgAAKLUv/SACEQAA/wAVABUSFSQsFQgVEBUGFQYcAAAAKLUv/SAJSQAAAgAAAAgBAQgAFQQVIBUyTBUEFQASAAAotS/9IBCB' +
  'AAAEAAAAAAAAQAUAAAAAAABAFQAVEhUkLBUEFRAVBhUGHAAAACi1L/0gCUkAAAIAAAAEAQEDAhUEFRIVJEwVBBUAEgAAKLUv/SAJSQAA' +
  'AQAAAGQAAAAAFQAVEhUkLBUEFRAVBhUGHAAAACi1L/0gCUkAAAIAAAAEAQEDAhUEFRAVIkwVBBUAEgAAKLUv/SAIQQAABQAAAAYAAAAV' +
  'ABUSFSQsFQQVEBUGFQYcAAAAKLUv/SAJSQAAAgAAAAQBAQMCFQQVIBUyTBUEFQASAAAotS/9IBCBAAAEAAAAAAAAAAUAAAAAAAAAFQAV' +
  'EhUkLBUEFRAVBhUGHAAAACi1L/0gCUkAAAIAAAAEAQEDAhUEFRwVJkwVBBUAEgAAKLUv/SAOVQAAIAAAAfQBABvAAhUAFRIVJCwVBBUQ' +
  'FQYVBhwAAAAotS/9IAlJAAACAAAABAEBAwIVBBUgFTJMFQQVABIAACi1L/0gEIEAAAEAAAAAAAAAAgAAAAAAAAAVABUSFSQsFQQVEBUG' +
  'FQYcAAAAKLUv/SAJSQAAAgAAAAQBAQMCFQQVEBUiTBUEFQASAAAotS/9IAhBAADOKgAAzyoAABUAFRIVJCwVBBUQFQYVBhwAAAAotS/9' +
  'IAlJAAACAAAABAEBAwIVBBUKFRxMFQIVABIAACi1L/0gBSkAAAEAAAB6FQAVIBUyLBUGFRAVBhUGHAAAACi1L/0gEIEAAAIAAAADAgMA' +
  'AAADHwABBAAVBBUIFRpMFQIVABIAACi1L/0gBCEAAAMAAAAVABUUFSYsFQQVEBUGFQYcAAAAKLUv/SAKUQAAAwAAAAMCAAECABUEFQoV' +
  'HEwVAhUAEgAAKLUv/SAFKQAAAQAAAHYVABUUFSYsFQQVEBUGFQYcAAAAKLUv/SAKUQAAAwAAAAMDAAECABUEFRQVJkwVBBUAEgAAKLUv' +
  '/SAKUQAAAQAAAGIBAAAAYxUAFRIVJCwVBBUQFQYVBhwAAAAotS/9IAlJAAACAAAABAEBAwIVBBUEFRZMFQIVABIAACi1L/0gAhEAAP8A' +
  'FQAVEhUkLBUEFRAVBhUGHAAAACi1L/0gCUkAAAIAAAADAQECABUEGfwRNQAYBnNjaGVtYRUWABUEJQIYAmlkABUMJQIYBHRleHQlAEwc' +
  'AAAAFQIlAhgFc21hbGwlHkysEwgRAAAAFQQlAhgDYmlnJRxMrBNAEgAAABUOFQ4VAhgFcHJpY2UlChUEFSAsXBUEFSAAAAAVBCUCGAJh' +
  'dCUUTIwRHCwAAAAAABUCJQIYA2RheSUMTGwAAAA1AhgEdGFncxUCFQZMPAAAADUEGARsaXN0FQIAFQwlAhgHZWxlbWVudCUATBwAAAA1' +
  'AhgCc3QVBAAVAiUCGAFhJSBMrBMQEQAAADUCGAFiFQIAFQwlAhgBYyUATBwAAAAVDCUCGANyYXcAFQ4VBBUCGANmaXgAFgwZLBnMJgAc' +
  'FQQZNQAGEBkYAmlkFQwWCBaWARasASZoJggpLBUEFQAVAgAVABUQFQIAPCkGGSYACAAAACYAHBUMGTUABhAZGAR0ZXh0FQwWCBaAARak' +
  'ASaMAia0ASksFQQVABUCABUAFRAVAgA8FhIZBhkmAgYAAAAmABwVAhk1AAYQGRgFc21hbGwVDBYIFm4WkgEmngMm2AIpLBUEFQAVAgAV' +
  'ABUQFQIAPCkGGSYCBgAAACYAHBUEGTUABhAZGANiaWcVDBYIFoYBFqIBJsAEJuoDKSwVBBUAFQIAFQAVEBUCADwpBhkmAgYAAAAmABwV' +
  'Dhk1AAYQGRgFcHJpY2UVDBYIFoABFqQBJuQFJowFKSwVBBUAFQIAFQAVEBUCADwpBhkmAgYAAAAmABwVBBk1AAYQGRgCYXQVDBYIFoYB' +
  'FqoBJo4HJrAGKSwVBBUAFQIAFQAVEBUCADwpBhkmAgYAAAAmABwVAhk1AAYQGRgDZGF5FQwWCBZuFpIBJqAIJtoHKSwVBBUAFQIAFQAV' +
  'EBUCADwpBhkmAgYAAAAmABwVDBk1AAYQGTgEdGFncwRsaXN0B2VsZW1lbnQVDBYKFnYWmgEmrgkm7AgpLBUEFQAVAgAVABUQFQIAPBYE' +
  'GSYIAhlGAgICBAAAACYAHBUCGTUABhAZKAJzdAFhFQwWCBZmFooBJsQKJoYKKSwVBBUAFQIAFQAVEBUCADwpBhk2AgIEAAAAJgAcFQwZ' +
  'NQAGEBk4AnN0AWIBYxUMFggWYBaEASbICyaQCyksFQQVABUCABUAFRAVAgA8FgIZBhlGAgICAgAAACYAHBUMGTUABhAZGANyYXcVDBYI' +
  'FnIWlgEm3gwmlAwpLBUEFQAVAgAVABUQFQIAPBYEGQYZJgIGAAAAJgAcFQ4ZNQAGEBkYA2ZpeBUMFggWWBZ8JtwNJqoNKSwVBBUAFQIA' +
  'FQAVEBUCADwpBhkmAAgAAAAWhAsWCCYIFp4OABnMJgAcFQQZNQAGEBkYAmlkFQwWBBZ0FpgBJvQOJqYOKSwVBBUAFQIAFQAVEBUCADwp' +
  'BhkmAAQAAAAmABwVDBk1AAYQGRgEdGV4dBUMFgQWZhaKASb+Dya+DyksFQQVABUCABUAFRAVAgA8FgIZBhkmAAQAAAAmABwVAhk1AAYQ' +
  'GRgFc21hbGwVDBYEFmQWiAEmhhEmyBApLBUEFQAVAgAVABUQFQIAPCkGGSYABAAAACYAHBUEGTUABhAZGANiaWcVDBYEFnQWmAEmnhIm' +
  '0BEpLBUEFQAVAgAVABUQFQIAPCkGGSYABAAAACYAHBUOGTUABhAZGAVwcmljZRUMFgQWcBaMASaqEyboEiksFQQVABUCABUAFRAVAgA8' +
  'KQYZJgAEAAAAJgAcFQQZNQAGEBkYAmF0FQwWBBZ0FpgBJsIUJvQTKSwVBBUAFQIAFQAVEBUCADwpBhkmAAQAAAAmABwVAhk1AAYQGRgD' +
  'ZGF5FQwWBBZkFogBJsoVJowVKSwVBBUAFQIAFQAVEBUCADwpBhkmAAQAAAAmABwVDBk1AAYQGTgEdGFncwRsaXN0B2VsZW1lbnQVDBYG' +
  'FmwWkAEmzBYmlBYpLBUEFQAVAgAVABUQFQIAPBYEGSYEAhlGAAIABAAAACYAHBUCGTUABhAZKAJzdAFhFQwWBBZeFoIBJtoXJqQXKSwV' +
  'BBUAFQIAFQAVEBUCADwpBhk2AgACAAAAJgAcFQwZNQAGEBk4AnN0AWIBYxUMFgQWYBaEASbeGCamGCksFQQVABUCABUAFRAVAgA8FgIZ' +
  'BhlGAgAAAgAAACYAHBUMGTUABhAZGANyYXcVDBYEFmgWjAEm7BkmqhkpLBUEFQAVAgAVABUQFQIAPBYEGQYZJgAEAAAAJgAcFQ4ZNQAG' +
  'EBkYA2ZpeBUMFgQWWBZ8JugaJrYaKSwVBBUAFQIAFQAVEBUCADwpBhkmAgIAAAAW5AkWBCamDhaMDQAoIHBhcnF1ZXQtY3BwLWFycm93' +
  'IHZlcnNpb24gMjYuMC4xGcwcAAAcAAAcAAAcAAAcAAAcAAAcAAAcAAAcAAAcAAAcAAAcAAAAEwcAAFBBUjE='
// One row: int64 and the deprecated INT96 timestamp.
const int96 =
  'UEFSMRUEFRAVEEwVAhUAEgAAAQAAAAAAAAAVABUSFRIsFQIVEBUGFQYcAAAAAgAAAAIBAQIAFQQVGBUYTBUCFQASAAABAAAAAAAAAIw9' +
  'JQAVABUSFRIsFQIVEBUGFQYcAAAAAgAAAAIBAQIAFQQZPDUAGAZzY2hlbWEVBAAVBCUCGAJpZAAVBiUCGAJhdAAWAhkcGSwmABwVBBk1' +
  'AAYQGRgCaWQVABYCFmQWZCY0JggpLBUEFQAVAgAVABUQFQIAPCkGGSYAAgAAACYAHBUGGTUABhAZGAJhdBUAFgIWbBZsJqABJmwpLBUE' +
  'FQAVAgAVABUQFQIAPCkGGSYAAgAAABbQARYCJggW0AEAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRksHAAAHAAAAMoA' +
  'AABQQVIx'
writeFileSync(at('in.parquet'), Buffer.from(fixture, 'base64'))
writeFileSync(at('int96.parquet'), Buffer.from(int96, 'base64'))

async function rowsOf(path: string) {
  const file = await openParquetBuffer(path)
  try {
    return await parquetReadObjects({ file, compressors: await parquetDecoders(), utf8: false })
  } finally {
    await file.close()
  }
}

async function filter(paths: string[], isKept: (file: number, row: number) => boolean, name: string) {
  return publishOutput(at(name), { force: true }, out => filterParquet(paths, isKept, out))
}

const metadataOf = (path: string) => {
  const bytes = readFileSync(path)
  return parquetMetadata(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

test('gives the columns and the number of rows of a file', async () => {
  const info = await openParquet(at('in.parquet'))
  assert.equal(info.rowCount, 6)
  assert.deepEqual(
    info.columns.map(column => column.name),
    columns,
  )
  assert.deepEqual(
    info.columns.filter(column => column.type === 'a string').map(column => column.name),
    ['text', 'raw'],
  )
})

test('spools the wanted columns: all digits, ISO times', async () => {
  const wanted = ['id', 'text', 'big', 'at', 'day', 'tags', 'st.b.c', 'absent']
  const seen: number[] = []
  const size = await spoolParquet(at('in.parquet'), wanted, at('spool'), bytes => seen.push(bytes))
  const lines = spooledLines(at('spool')).toString().split('\n')
  assert.equal(lines.length, 7)
  assert.equal(
    lines[0],
    '{"id":4611686018427387904,"text":"é \\"a\\"","big":18446744073709551615,"at":"1969-12-31T23:59:59.999999Z","day":"1969-12-31","tags":["x",null],"st":{"a":1,"b":{"c":"u"}}}',
  )
  assert.match(lines[1], /^\{"id":4611686018427387905,"text":"b\\n","big":null,.*"tags":\[\]/)
  assert.match(lines[2], /"at":"2023-11-14T22:13:20.123456Z","day":"2024-02-29"/)
  const bytes = readFileSync(at('spool'))
  // The head, and two row groups.
  assert.equal(seen.length, 3)
  for (const end of seen) assert.equal(bytes[end - 1], 10)
  assert.deepEqual([size, bytes.length], [seen[2], seen[2]])
})

test('spools a string that is not UTF-8 unchanged, so that it becomes a bad record', async () => {
  await spoolParquet(at('in.parquet'), ['raw'], at('spool'))
  const bytes = spooledLines(at('spool'))
  assert.deepEqual(bytes.subarray(0, 11), Buffer.from('{"raw":"\xff"}', 'latin1'))
})

test('keeps the number of rows even if no column is wanted', async () => {
  await spoolParquet(at('in.parquet'), ['absent'], at('spool'))
  assert.equal(spooledLines(at('spool')).toString(), '{}\n'.repeat(6))
})

test('keeps rows with the same values and the same schema, byte for byte', async () => {
  const paths = [at('in.parquet'), at('in.parquet')]
  await schemaOfAll(paths)
  const isKept = (file: number, row: number) => (file === 0 ? row % 2 === 0 : row === 3)
  assert.equal(await filter(paths, isKept, 'out.parquet'), 4)
  const before = await rowsOf(at('in.parquet'))
  assert.deepEqual(await rowsOf(at('out.parquet')), [before[0], before[2], before[4], before[3]])
  const [source, result] = ['in.parquet', 'out.parquet'].map(name => metadataOf(at(name)))
  assert.deepEqual(result.schema, source.schema)
  assert.equal(result.row_groups[0].columns[0].meta_data?.codec, 'ZSTD')
})

test('writing its own output again changes nothing', async () => {
  await filter([at('in.parquet')], () => true, 'once.parquet')
  await filter([at('once.parquet')], () => true, 'twice.parquet')
  assert.deepEqual(readFileSync(at('twice.parquet')), readFileSync(at('once.parquet')))
})

test('keeps INT96 times', async () => {
  await filter([at('int96.parquet')], () => true, 'int96-out.parquet')
  assert.equal(metadataOf(at('int96-out.parquet')).schema[2].type, 'INT96')
  assert.deepEqual(await rowsOf(at('int96-out.parquet')), await rowsOf(at('int96.parquet')))
})

test('writes the same bytes whatever the division of the rows into files and row groups', async () => {
  const rows = 250_000
  const write = (name: string, from: number, to: number, rowGroupSize: number) => {
    const numbers = Array.from({ length: to - from }, (_, i) => from + i)
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'id', data: numbers.map(BigInt), type: 'INT64' },
        { name: 'text', data: numbers.map(n => `text ${n}`), type: 'STRING' },
      ],
      rowGroupSize,
      kvMetadata: [{ key: 'made', value: 'wörks' }],
    })
    writeFileSync(at(name), Buffer.from(buffer))
    return at(name)
  }
  const whole = [write('whole.parquet', 0, rows, 250_000)]
  const parts = [write('part1.parquet', 0, 70_001, 3000), write('part2.parquet', 70_001, rows, 40_000)]
  await filter(whole, (_, row) => row % 3 > 0, 'from-whole.parquet')
  await filter(parts, (file, row) => (row + file * 70_001) % 3 > 0, 'from-parts.parquet')
  assert.deepEqual(readFileSync(at('from-parts.parquet')), readFileSync(at('from-whole.parquet')))
  assert.deepEqual(
    metadataOf(at('from-whole.parquet')).row_groups.map(group => Number(group.num_rows)),
    [100_000, 66_666],
  )
  assert.deepEqual(metadataOf(at('from-parts.parquet')).key_value_metadata, [
    { key: 'made', value: 'wörks' },
  ])
})

test('lists go on in the next row group of the output, wherever the pages of the input end', async () => {
  const path = at('lists.parquet')
  const rows = Array.from({ length: 100_500 }, (_, i) =>
    Array.from({ length: i % 4 }, (_, at) => `${i}-${at}`),
  )
  const schema = [
    { name: 'root', num_children: 1 },
    { name: 'tags', num_children: 1, converted_type: 'LIST', repetition_type: 'OPTIONAL' },
    { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
    { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  ] as const
  const columnData = [{ name: 'tags', data: rows }]
  const settings = { columnData, schema: [...schema], rowGroupSize: rows.length, pageSize: 20_000 }
  writeFileSync(path, Buffer.from(parquetWriteBuffer(settings)))
  assert.equal(await filter([path], (_, row) => row % 100 > 0, 'fewer.parquet'), 99_495)
  assert.equal(await filter([path], () => true, 'lists-out.parquet'), rows.length)
  const groups = metadataOf(at('lists-out.parquet')).row_groups.map(group => Number(group.num_rows))
  assert.deepEqual(groups, [100_000, 500])
  for (const name of ['lists.parquet', 'lists-out.parquet']) {
    await spoolParquet(at(name), ['tags'], at('spool'))
    const lines = rows.map(tags => `${JSON.stringify({ tags })}\n`)
    assert.equal(spooledLines(at('spool')).toString(), lines.join(''), name)
  }
})

test('writes a valid file when nothing is kept', async () => {
  assert.equal(await filter([at('in.parquet')], () => false, 'none.parquet'), 0)
  assert.deepEqual(await rowsOf(at('none.parquet')), [])
  assert.deepEqual(metadataOf(at('none.parquet')).schema, metadataOf(at('in.parquet')).schema)
})

test('refuses binary columns as text, with column and reason', async () => {
  await assert.rejects(spoolParquet(at('in.parquet'), ['fix'], at('spool')), {
    message: `PARQUET_SCHEMA: expected text, numbers or times in the selected columns, each with a name of its own, got bytes of fixed length in the column "fix", at ${at('in.parquet')}. To fix: choose other columns with \`text\` and \`id\`, and write KEPT as Parquet.`,
  })
})

test('nested columns that a file lacks are null in its rows, whichever file comes first', async () => {
  const texts = [{ name: 'text', data: ['only', 'texts'], type: 'STRING' as const }]
  writeFileSync(at('texts.parquet'), new Uint8Array(parquetWriteBuffer({ columnData: texts })))
  const all = await rowsOf(at('in.parquet'))
  // The library gives undefined for lists and structs that are null.
  const isNested = (name: string) => name === 'tags' || name === 'st'
  const nulls = Object.fromEntries(columns.map(name => [name, isNested(name) ? undefined : null]))
  const alone = texts[0].data.map(text => ({ ...nulls, text }))
  await schemaOfAll([at('texts.parquet'), at('in.parquet')])
  await filter([at('texts.parquet'), at('in.parquet')], () => true, 'after.parquet')
  assert.deepEqual(await rowsOf(at('after.parquet')), [...alone, ...all])
  await filter([at('in.parquet'), at('texts.parquet')], (_, row) => row !== 1, 'before.parquet')
  const kept = [...all.filter((_, row) => row !== 1), alone[0]]
  assert.deepEqual(await rowsOf(at('before.parquet')), kept)
  const { schema } = metadataOf(at('in.parquet'))
  assert.deepEqual(metadataOf(at('before.parquet')).schema, schema)
  assert.deepEqual(
    metadataOf(at('after.parquet'))
      .schema.map(({ name }) => name)
      .slice(0, 3),
    ['root', 'text', 'id'],
  )
})

test('refuses files whose columns differ, or cannot be kept', async () => {
  await assert.rejects(schemaOfAll([at('in.parquet'), at('int96.parquet')]), {
    message: `PARQUET_SCHEMA: expected one type of the column "at", got INT96, and INT64 (TIMESTAMP_MICROS) in ${at('in.parquet')}, at ${at('int96.parquet')}. To fix: convert one of the files, or write a directory (a name with / at its end), where each file keeps its own.`,
  })
  await schemaOfAll([at('in.parquet'), at('in.parquet')])
  const metadata = metadataOf(at('in.parquet'))
  metadata.row_groups[0].columns[0].file_path = 'elsewhere'
  const writer = new ByteWriter()
  writeMetadata(writer, metadata)
  const magic = Buffer.from('PAR1')
  writeFileSync(at('apart.parquet'), Buffer.concat([magic, writer.getBytes(), magic]))
  await assert.rejects(schemaOfAll([at('apart.parquet')]), {
    message: `PARQUET_SCHEMA: expected columns that can be written with the same schema, got the column "id" stored in another file, at ${at('apart.parquet')}. To fix: leave the column out, or convert the files to JSON lines.`,
  })
})

test('refuses files that are not Parquet, or truncated', async () => {
  const bytes = readFileSync(at('in.parquet'))
  writeFileSync(at('cut.parquet'), bytes.subarray(0, -100))
  await assert.rejects(openParquet(at('cut.parquet')), { code: 'PARQUET_INVALID' })
  const spoiled = Buffer.from(bytes)
  spoiled.fill(0xff, 4, 200)
  writeFileSync(at('spoiled.parquet'), spoiled)
  await assert.rejects(spoolParquet(at('spoiled.parquet'), ['id'], at('spool')), {
    code: 'PARQUET_INVALID',
  })
  await assert.rejects(
    filter([at('spoiled.parquet')], () => true, 'spoiled-out.parquet'),
    { code: 'PARQUET_INVALID' },
  )
  await assert.rejects(openParquet(at('absent.parquet')), { code: 'INPUT_MISSING' })
})

test('a damaged schema is refused or read, whatever its values', async () => {
  const bytes = readFileSync(at('in.parquet'))
  const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8)
  const codes = new Set<string>()
  for (let changed = footer; changed < footer + 300; changed++) {
    for (const by of [15, 34]) {
      const damaged = Buffer.from(bytes)
      damaged[changed] = (damaged[changed] + by) % 256
      writeFileSync(at('damaged.parquet'), damaged)
      await schemaOfAll([at('damaged.parquet')]).catch(error => codes.add(error.code))
    }
  }
  assert.deepEqual([...codes].sort(), ['PARQUET_INVALID', 'PARQUET_SCHEMA'])
})
