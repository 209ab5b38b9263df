/** Pages that promise more than they hold: refused by file and row group, without room for what they promise. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { CompressionCodec } from 'hyparquet'
import { spooledLines } from '../../../../test/ground/spooled-lines.ts'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { spoolParquet } from '../parquet-records/parquet-read.ts'
import { unpackerOf } from './parquet-codecs.ts'
import { writerInside } from './parquet-inside.ts'

const directory = temporaryFolder()
const path = join(directory, 'hostile.parquet')

interface Promised {
  readonly rows: bigint
  readonly values: number
  readonly body: Uint8Array
  readonly encoding?: number
  /** A dictionary page in front. */
  readonly dictionary?: Uint8Array
}

/** Reads a file of one required column of strings, in one page that is not packed. */
async function read({ rows, values, body, encoding = 0, dictionary }: Promised): Promise<string> {
  const { thrift } = await writerInside()
  const sizes = (bytes: Uint8Array) => ({ field_2: bytes.length, field_3: bytes.length })
  const first = dictionary && [
    thrift({ field_1: 2, ...sizes(dictionary), field_7: { field_1: 1, field_2: 0 } }),
    dictionary,
  ]
  const header = thrift({
    ...{ field_1: 0, ...sizes(body) },
    field_5: { field_1: values, field_2: encoding, field_3: 3, field_4: 3 },
  })
  const chunk = Buffer.concat([...(first ?? []), header, body])
  const column = {
    ...{ field_1: 6, field_2: [encoding], field_3: ['text'], field_4: 0, field_5: rows },
    ...{ field_6: BigInt(chunk.length), field_7: BigInt(chunk.length), field_9: 4n },
  }
  const footer = thrift({
    field_1: 2,
    field_2: [
      { field_4: 'root', field_5: 1 },
      { field_1: 6, field_3: 0, field_4: 'text', field_6: 0 },
    ],
    field_3: rows,
    field_4: [
      { field_1: [{ field_2: 0n, field_3: column }], field_2: BigInt(chunk.length), field_3: rows },
    ],
  })
  const end = Buffer.alloc(8, '    PAR1')
  end.writeUInt32LE(footer.length)
  writeFileSync(path, Buffer.concat([Buffer.from('PAR1'), chunk, footer, end]))
  const spool = join(directory, 'spool')
  await spoolParquet(path, ['text'], spool)
  return spooledLines(spool).toString()
}

const refused = {
  message: `PARQUET_INVALID: expected a complete, unencrypted Parquet file, got values that cannot be read in row group 1, at ${path}. To fix: transfer or write the file again.`,
}
const one = Buffer.from('\x01\0\0\0a', 'latin1')

test('rows and values that are not there are refused', async () => {
  assert.equal(await read({ rows: 1n, values: 1, body: one }), '{"text":"a"}\n')
  for (const rows of [2n, 2n ** 31n, 2n ** 40n, -1n]) {
    for (const values of [1, 2, 2 ** 30])
      await assert.rejects(read({ rows, values, body: one }), refused, `${rows} rows, ${values} values`)
  }
  for (const length of [2, 2 ** 31, 2 ** 32 - 1]) {
    const body = Buffer.from(one)
    body.writeUInt32LE(length)
    await assert.rejects(read({ rows: 1n, values: 1, body }), refused, `a length of ${length}`)
  }
})

test('an index behind the end of a dictionary is refused', async () => {
  const page = { rows: 1n, values: 1, encoding: 8 }
  const index = (value: number) => Uint8Array.of(8, 2, value) // 8 bits, a run of one
  assert.equal(await read({ ...page, body: index(0), dictionary: one }), '{"text":"a"}\n')
  await assert.rejects(read({ ...page, body: index(1), dictionary: one }), refused)
  await assert.rejects(read({ ...page, body: index(255), dictionary: one }), refused)
  await assert.rejects(read({ ...page, body: index(0) }), refused)
})

test('a page is unpacked to the bytes that it promises, never to more', async () => {
  const zeros = new Uint8Array(2 ** 24)
  const packed: [CompressionCodec, Uint8Array][] = [
    ['GZIP', gzipSync(zeros)],
    ['ZSTD', zstdCompressSync(zeros)],
    ['BROTLI', brotliCompressSync(zeros)],
    ['SNAPPY', Uint8Array.of(0x80, 0x80, 0x80, 8, 0, 0)], // promises 2^24 bytes
  ]
  for (const [codec, bytes] of packed) {
    const unpack = await unpackerOf(codec)
    for (const length of [1000, 2 ** 24 + 1, 2 ** 31])
      assert.throws(() => unpack(bytes, length), `${codec} to ${length} bytes`)
    if (codec !== 'SNAPPY') assert.equal(unpack(bytes, zeros.length).length, zeros.length)
  }
})
