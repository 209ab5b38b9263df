import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { spooledLines } from '../../../../test/ground/spooled-lines.ts'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { openOutput } from '../output.ts'
import { spoolParquet } from '../parquet-records/parquet-read.ts'
import { parquetDecoders } from './parquet-codecs.ts'
import { openParquet, parquetError } from './parquet-file.ts'
import { schemaOfAll } from './parquet-schemas.ts'
import { filterParquet } from './parquet-write.ts'

const directory = temporaryFolder()
const file = join(directory, 'in.parquet')
const whole = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: 'id', data: [1, 2, 3], type: 'INT32' },
      { name: 'text', data: ['a', 'b', 'a'], type: 'STRING' },
    ],
  }),
)

/** The `got` of the error of a file with these bytes; '' if all of it can be read. */
async function gotOf(bytes: Uint8Array): Promise<string> {
  writeFileSync(file, bytes)
  try {
    await spoolParquet(file, ['id', 'text'], join(directory, 'spool'))
    return ''
  } catch (error) {
    return gotIn(error)
  }
}

function gotIn(error: unknown): string {
  const { message } = error as Error
  const [, got] =
    /^PARQUET_INVALID: expected a complete, unencrypted Parquet file, got (.*?), at /.exec(message) ?? []
  assert(got !== undefined, message)
  return got
}

const ended = (end: string, ...footer: number[]) => Uint8Array.of(...footer, ...Buffer.from(end))
const ours = new RegExp(
  `^(${[
    'an empty file',
    'a file of \\d+ bytes',
    'no "PAR1" at its end',
    'a footer (of \\d+ bytes in a file of \\d+|that cannot be read)',
    'values (outside of its \\d+ bytes|that cannot be read in row group 1|that cannot be written again)',
  ].join('|')})?$`,
)

test('says what is wrong with the end of a file', async () => {
  assert.equal(await gotOf(new Uint8Array(0)), 'an empty file')
  assert.equal(await gotOf(ended('PAR1')), 'a file of 4 bytes')
  assert.equal(await gotOf(ended('a page about an error')), 'no "PAR1" at its end')
  assert.equal(await gotOf(ended('PARE', ...whole)), 'an encrypted footer')
  assert.equal(await gotOf(ended('PAR1', 0, 0, 0, 0, 5, 0, 0, 0)), 'a footer of 5 bytes in a file of 12')
  assert.equal(await gotOf(ended('PAR1', 0, 0, 0, 0, 0, 0, 0, 0)), 'a footer that cannot be read')
  await assert.rejects(openParquet(file), { code: 'PARQUET_INVALID' })
})

test('a file truncated at any byte gives a message of ours', async () => {
  for (let length = 0; length < whole.length; length++)
    assert.match((await gotOf(whole.subarray(0, length))) || 'nothing', ours)
})

test('a file with any wrong byte in its footer is read, or gives a message of ours', async () => {
  const footer = whole.length - 8 - new DataView(whole.buffer).getUint32(whole.length - 8, true)
  for (let at = footer; at < whole.length; at++) {
    const bytes = Uint8Array.from(whole, (byte, i) => (i === at ? byte ^ 0x55 : byte))
    try {
      assert.match(await gotOf(bytes), ours)
    } catch (error) {
      assert.match(String(error), /PARQUET_SCHEMA/)
    }
    const out = await openOutput(join(directory, 'out'))
    try {
      await schemaOfAll([file])
      await filterParquet([file], () => true, out)
    } catch (error) {
      if (!/PARQUET_SCHEMA/.test(String(error))) assert.match(gotIn(error), ours)
    } finally {
      await out.abort()
    }
  }
  assert.equal(await gotOf(whole), '')
  assert.equal(spooledLines(join(directory, 'spool')).toString().split('\n')[2], '{"id":3,"text":"a"}')
})

test('a file with any wrong byte in its pages is read, or gives a message of ours, without allocating claimed room', async () => {
  const footer = whole.length - 8 - new DataView(whole.buffer).getUint32(whole.length - 8, true)
  for (let at = 4; at < footer; at++) {
    for (const wrong of [0x01, 0x40, 0x55, 0x80, 0xff]) {
      const bytes = Uint8Array.from(whole, (byte, i) => (i === at ? byte ^ wrong : byte))
      assert.match(await gotOf(bytes), ours)
      const out = await openOutput(join(directory, 'out'))
      try {
        await filterParquet([file], () => true, out)
      } catch (error) {
        assert.match(gotIn(error), ours)
      } finally {
        await out.abort()
      }
    }
  }
})

test('unsupported features keep the words of the library; errors of the system read as for any input', () => {
  const of = (cause: unknown) => parquetError(cause, 'f', 'values that cannot be read').message
  assert.match(
    of(new Error('parquet unsupported compression codec: LZO')),
    /got values that cannot be read: unsupported compression codec: LZO, at f\. /,
  )
  const failed = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })
  assert.match(of(failed), /^INPUT_UNREADABLE: expected a readable file, got EIO, at f\. /)
})

test('a Zstandard page is read completely, whether empty, of one frame or of several', async () => {
  const { ZSTD: unpack } = await parquetDecoders()
  assert(unpack)
  const read = (bytes: Uint8Array, length: number) => Buffer.from(unpack(bytes, length)).toString()
  const frame = zstdCompressSync('one ')
  assert.equal(read(new Uint8Array(0), 0), '')
  assert.equal(read(zstdCompressSync(''), 0), '')
  assert.equal(read(frame, 4), 'one ')
  assert.equal(read(Buffer.concat([frame, zstdCompressSync('two')]), 7), 'one two')
  assert.throws(() => unpack(frame, 3), { code: 'ERR_BUFFER_TOO_LARGE' })
})
