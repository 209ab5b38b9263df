import assert from 'node:assert/strict'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { GzipBlocks } from './gzip-blocks.ts'

async function packed(blocks: readonly Uint8Array[], threads: number): Promise<Buffer> {
  const stream = new GzipBlocks(threads)
  const all = buffer(stream)
  for (const block of blocks) await new Promise(done => stream.write(block, done))
  stream.end()
  return all
}

/** Similar lines, cut into blocks. */
const text = Buffer.from(
  Array.from({ length: 60_000 }, (_, i) => `${(i * 7919) % 10007} of ${i}\n`).join(''),
)
const blocks = Array.from({ length: 10 }, (_, i) => text.subarray(i * 100_000, (i + 1) * 100_000))

test('any number of threads gives the same bytes, which readers see as one member', async () => {
  const whole = Buffer.concat(blocks)
  const one = await packed(blocks, 1)
  assert(gunzipSync(one).equals(whole))
  for (const threads of [2, 3, 64]) assert((await packed(blocks, threads)).equals(one))
  // This reader refuses a second member.
  const stream = new Blob([Uint8Array.from(one)]).stream().pipeThrough(new DecompressionStream('gzip'))
  assert((await buffer(stream)).equals(whole))
})

test('is hardly longer than compressed in one go', async () => {
  const whole = Buffer.concat(blocks)
  const [ours, atOnce, usual] = [await packed(blocks, 2), gzipSync(whole, { level: 2 }), gzipSync(whole)]
  assert(ours.length < 1.01 * atOnce.length, `${ours.length}, at once ${atOnce.length}`)
  assert(ours.length < 1.25 * usual.length, `${ours.length}, at the usual level ${usual.length}`)
})

test('no block, an empty block and blocks shorter than the history are valid, too', async () => {
  assert.equal(gunzipSync(await packed([], 2)).length, 0)
  assert.equal(gunzipSync(await packed([Buffer.alloc(0)], 2)).length, 0)
  const short = ['a', '', 'ab', 'abc'.repeat(20_000), 'b'].map(part => Buffer.from(part))
  assert(gunzipSync(await packed(short, 2)).equals(Buffer.concat(short)))
})

test('may be destroyed while blocks are in progress', async () => {
  const stream = new GzipBlocks(4)
  for (const block of blocks.slice(0, 3)) stream.write(block)
  stream.destroy()
  await once(stream, 'close')
  assert(stream.destroyed)
})
