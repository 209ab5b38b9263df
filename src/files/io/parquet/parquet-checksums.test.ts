import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { type DataReader, parquetMetadata } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'
import { ByteWriter, parquetWriteBuffer } from 'hyparquet-writer'
import { writePageHeader } from 'hyparquet-writer/src/datapage.js'
import { writeMetadata } from 'hyparquet-writer/src/metadata.js'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { spoolParquet } from '../parquet-records/parquet-read.ts'

const directory = temporaryFolder()
const path = join(directory, 'in.parquet')

/** A file of one column and one page, whose header has the checksum; and where the bytes of the page are. */
function withChecksum(texts: readonly string[]) {
  const plain = parquetWriteBuffer({
    columnData: [{ name: 'text', data: [...texts], type: 'STRING', encoding: 'PLAIN' }],
    codec: 'UNCOMPRESSED',
  })
  const metadata = parquetMetadata(plain)
  const chunk = metadata.row_groups[0].columns[0].meta_data
  assert(chunk !== undefined)
  const reader: DataReader = { view: new DataView(plain, Number(chunk.data_page_offset)), offset: 0 }
  const header = parquetHeader(reader)
  const from = Number(chunk.data_page_offset) + reader.offset
  const page = new Uint8Array(plain, from, header.compressed_page_size)
  const writer = new ByteWriter()
  writer.appendBytes(Buffer.from('PAR1'))
  writePageHeader(writer, { ...header, crc: crc32(page) | 0 })
  const start = writer.offset
  writer.appendBytes(page)
  chunk.data_page_offset = 4n
  chunk.total_compressed_size = BigInt(writer.offset - 4)
  writeMetadata(writer, metadata)
  writer.appendBytes(Buffer.from('PAR1'))
  return { bytes: new Uint8Array(writer.getBuffer()), start, end: start + page.length }
}

const read = () => spoolParquet(path, ['text'], join(directory, 'spool'))

test('every flipped bit of a page with a checksum is found, with its column and row group', async () => {
  const { bytes, start, end } = withChecksum(['quartz', 'hedge', 'violin'])
  writeFileSync(path, bytes)
  await read()
  for (let at = start; at < end; at++) {
    const damaged = bytes.slice()
    damaged[at] ^= 1 << (at % 8)
    writeFileSync(path, damaged)
    await assert.rejects(read(), ({ message }: Error) => {
      const got =
        'values that cannot be read in row group 1: a page of the column "text" does not have its checksum'
      assert(
        message.startsWith('PARQUET_INVALID: ') && message.includes(`got ${got}, at ${path}. `),
        message,
      )
      return true
    })
  }
})
