import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { kindOf } from '../file-kind.ts'
import type { Compression } from '../file-name.ts'
import { decompressed } from './decompress.ts'
import { spoolChunks } from './spool.ts'

const directory = temporaryFolder()
const spool = join(directory, 'spool')

async function* inSteps(bytes: Buffer, step: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
}
const copy = async (bytes: Buffer, compression: Compression, step = 65536) => {
  await spoolChunks(decompressed(inSteps(bytes, step), compression, 'data.gz'), spool)
  return readFileSync(spool)
}

const first = Buffer.from('first part\n'.repeat(20_000))
const second = Buffer.from(Array.from({ length: 30_000 }, (_, i) => (i * 7919) % 10007).join(' '))
const both = Buffer.concat([first, second])
const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
// A skippable frame: magic 0x184D2A50, length 5, content.
const skippable = Buffer.from('502a4d180500000068656c6c6f', 'hex')

test('copies a stream and reports the size after each chunk', async () => {
  const seen: number[] = []
  const size = await spoolChunks(inSteps(first, 100_000), spool, bytes => seen.push(bytes))
  assert.equal(size, first.length)
  assert.deepEqual(seen, [100_000, 200_000, 220_000])
  assert.deepEqual(readFileSync(spool), first)
})

test('reads all members of a gzip file', async () => {
  for (const step of [1 << 20, 777]) {
    assert.deepEqual(await copy(Buffer.concat([gzipSync(first), gzipSync(second)]), 'gz', step), both)
  }
})

test('reads what stands behind zero bytes between members, and refuses what is no member', async () => {
  const [one, two, zeros] = [gzipSync(first), gzipSync(second), Buffer.alloc(512)]
  const bytes = 1024 + one.length + two.length
  for (const step of [1 << 20, 4096, 777]) {
    assert.deepEqual(await copy(Buffer.concat([one, zeros, two, zeros]), 'gz', step), both)
    await assert.rejects(
      copy(Buffer.concat([one, zeros, two, zeros, Buffer.from('{"id":1}\n')]), 'gz', step),
      {
        message: `ARCHIVE_CORRUPT: expected sound gzip data, got "incorrect header check" between the bytes ${bytes} and ${bytes + 9}, at data.gz. To fix: transfer or write the file again.`,
      },
    )
    await assert.rejects(copy(Buffer.concat([one, zeros, two.subarray(0, -9)]), 'gz', step), {
      code: 'ARCHIVE_TRUNCATED',
    })
    await assert.rejects(copy(Buffer.concat([zstdCompressSync(first), zeros]), 'zst', step), {
      code: 'ARCHIVE_CORRUPT',
    })
  }
})

test('reads any sequence of small gzip members and zero bytes, however it is chunked', async () => {
  // Letters: other bytes may look like UTF-16 or another kind of file.
  const letters = fc.uint8Array({ min: 97, max: 122, maxLength: 300 })
  const part = fc.tuple(letters, fc.nat(40))
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 50 }),
      async (parts, step) => {
        const archive = Buffer.concat(
          parts.flatMap(([bytes, zeros]) => [gzipSync(bytes), Buffer.alloc(zeros)]),
        )
        assert.deepEqual(await copy(archive, 'gz', step), Buffer.concat(parts.map(([bytes]) => bytes)))
      },
    ),
    { numRuns: runs(50) },
  )
})

test('reads all frames of a zstd file, in one chunk or many, ignoring skippable ones', async () => {
  const parts = [
    skippable,
    zstdCompressSync(first),
    skippable,
    zstdCompressSync(second, checked),
    skippable,
  ]
  const archive = Buffer.concat([...parts, zstdCompressSync(Buffer.alloc(0))])
  for (const step of [1 << 20, 4096, 777]) assert.deepEqual(await copy(archive, 'zst', step), both)
})

test('reads any sequence of small zstd frames, however it is chunked', async () => {
  const content = fc.uint8Array({ maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(content, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 50 }),
      async (all, step) => {
        const content = Buffer.concat(all)
        // Archives inside the archive, UTF-16 and other foreign content are refused.
        fc.pre(kindOf(content) === undefined)
        const archive = Buffer.concat(
          all.map((bytes, i) => zstdCompressSync(bytes, i % 2 === 0 ? checked : {})),
        )
        assert.deepEqual(await copy(archive, 'zst', step), content)
      },
    ),
    { numRuns: runs(50) },
  )
})

test('refuses a truncated archive with its name and offset', async () => {
  const gz = gzipSync(second)
  await assert.rejects(copy(gz.subarray(0, -3), 'gz'), {
    message: `ARCHIVE_TRUNCATED: expected a complete gzip file, got its end at byte ${gz.length - 3}, in the middle of the data, at data.gz. To fix: transfer or write the file again.`,
  })
  const zst = zstdCompressSync(second)
  await assert.rejects(copy(zst.subarray(0, -3), 'zst'), { code: 'ARCHIVE_TRUNCATED' })
  await assert.rejects(copy(Buffer.concat([zst, zst.subarray(0, 3)]), 'zst'), { code: 'ARCHIVE_TRUNCATED' })
  await assert.rejects(copy(gz.subarray(0, 1), 'gz'), { code: 'ARCHIVE_TRUNCATED' })
})

test('refuses a corrupt archive with its name and offset', async () => {
  await assert.rejects(copy(Buffer.from('no archive at all'), 'gz'), {
    message:
      'ARCHIVE_CORRUPT: expected gzip data, got other bytes from the start, at data.gz. To fix: if it was unpacked on its way, take the compression out of its name; else transfer it again.',
  })
  await assert.rejects(copy(Buffer.from('no archive at all'), 'zst'), /expected zstd data, got other bytes/)
  const summed = zstdCompressSync(second, checked)
  summed[summed.length - 1] ^= 1
  await assert.rejects(copy(summed, 'zst'), { code: 'ARCHIVE_CORRUPT' })
  await assert.rejects(copy(Buffer.concat([zstdCompressSync(first), Buffer.from('junk')]), 'zst'), {
    code: 'ARCHIVE_CORRUPT',
  })
})

test('says that the disk is full, and which input could not be read', async () => {
  await assert.rejects(spoolChunks(inSteps(first, 1000), '/dev/full'), {
    message:
      'DISK_FULL: expected room on the disk, got a full disk, at /dev/full. To fix: free some space, or put temporary files elsewhere with `temp`.',
  })
  const failing = new Readable({
    read: () => failing.destroy(Object.assign(new Error('io'), { code: 'EIO' })),
  })
  await assert.rejects(spoolChunks(decompressed(failing, 'gz', 'data.gz'), spool), {
    message:
      'INPUT_UNREADABLE: expected a readable file, got EIO, at data.gz. To fix: check its permissions and the disk.',
  })
})
