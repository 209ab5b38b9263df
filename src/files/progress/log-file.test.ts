import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { LogFile } from './log-file.ts'

const path = join(temporaryFolder(), 'log')

function written(payloads: readonly Uint8Array[]): Buffer {
  const log = new LogFile(path)
  log.cutAt(0)
  for (const payload of payloads) log.append(payload)
  log.close()
  return readFileSync(path)
}

function read(): Buffer[] {
  const log = new LogFile(path)
  const frames = Array.from(log.frames(), frame => Buffer.from(frame))
  log.close()
  return frames
}

const payloads = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 6 })

test('a log cut anywhere has the frames that are whole, and goes on behind them', () => {
  fc.assert(
    fc.property(payloads, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
      const bytes = written(all)
      const cut = Math.floor(share * bytes.length)
      writeFileSync(path, bytes.subarray(0, cut))
      let whole = 0
      for (let at = 0; whole < all.length && at + 8 + all[whole].length <= cut; whole++)
        at += 8 + all[whole].length
      assert.deepEqual(
        read().map(frame => [...frame]),
        all.slice(0, whole).map(payload => [...payload]),
      )
      const log = new LogFile(path)
      for (const _ of log.frames());
      log.cutAt(log.length)
      log.append(Uint8Array.of(1, 2, 3))
      log.close()
      assert.equal(read().length, whole + 1)
    }),
  )
})

test('a frame with a changed byte ends the log', () => {
  const bytes = written([Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)])
  bytes[9 + 8] ^= 1
  writeFileSync(path, bytes)
  assert.deepEqual(
    read().map(frame => [...frame]),
    [[1]],
  )
})

test('a payload whose head was not written yet is not there, and an empty one is not written', () => {
  const bytes = written([Uint8Array.of(1), Uint8Array.of(), Uint8Array.of(2)])
  writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(8), Buffer.alloc(100, 7)]))
  assert.deepEqual(
    read().map(frame => [...frame]),
    [[1], [2]],
  )
})

test('frames are read one by one, in any order, near and far from each other; a damaged one is not', () => {
  const all = Array.from({ length: 40_000 }, (_, i) => Uint8Array.of(i & 255, i >> 8, 1, 2, 3, 4, 5, 6))
  const bytes = written(all)
  const log = new LogFile(path)
  for (const i of [3, 4, 7, 39_999, 20_000, 20_001, 39_998, 0, 1])
    assert.deepEqual(log.frameAt(16 * i, 8), Buffer.from(all[i]))
  assert.equal(log.frameAt(16 * 40_000, 8), undefined)
  assert.equal(log.frameAt(0, 16), undefined)
  log.close()
  bytes[16 * 5 + 8] ^= 1
  writeFileSync(path, bytes)
  const damaged = new LogFile(path)
  assert.deepEqual(damaged.frameAt(16 * 4, 8), Buffer.from(all[4]))
  assert.equal(damaged.frameAt(16 * 5, 8), undefined)
  damaged.close()
})

test('the error of a log that ends too early names it', () => {
  const log = new LogFile(path)
  assert.equal(
    log.damaged().message,
    `TEMPORARY_CORRUPT: expected the bytes that the run wrote, got others, at ${path}. ` +
      'To fix: check the disk, and run again with another directory as `temp`.',
  )
  log.close()
})
