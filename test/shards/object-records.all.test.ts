/** Records of objects are fetched block by block into a file with holes, from a real S3 server. */
import assert from 'node:assert/strict'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { listObjects } from '../../src/files/io/objects/object-store.ts'
import { ObjectRecords } from '../../src/shards/processes/object-records.ts'
import { Workshop } from '../cli/command.ts'
import { objectServerForTests } from '../cli/object-server.ts'

new Workshop() // files are in a directory of their own
const mebi = 2 ** 20
const lines = Array.from({ length: 8 * mebi }, (_, i) => (i % 1000 === 999 ? 10 : 97 + (i % 23)))
const content = Buffer.from(lines)
const testWith = objectServerForTests(server => server.put('big.jsonl', content))
const { signal } = new AbortController()

/** Whether the file holds the object in [from, to). */
function isThere(path: string, from: number, to: number): boolean {
  const bytes = Buffer.alloc(to - from)
  const file = openSync(path, 'r')
  readSync(file, bytes, 0, bytes.length, from)
  closeSync(file)
  return bytes.equals(content.subarray(from, to))
}

testWith('the head and the wanted ranges are fetched, the rest are holes', async server => {
  const [object] = await listObjects({ bucket: server.bucket, key: 'big.jsonl' })
  const path = 'records'
  const records = await ObjectRecords.open(object, path, signal)
  assert.equal(statSync(path).size, content.length)
  assert.ok(isThere(path, 0, mebi))
  const ends = [5 * mebi + 17, content.length - 3000, 5 * mebi + 70_000, content.length - 1]
  const sizes = [4000, 3000, 2000, 1]
  await records.fetch(ends, sizes)
  for (const [range, at] of ends.entries()) assert.ok(isThere(path, at, at + sizes[range]), `${at}`)
  assert.ok(!isThere(path, 3 * mebi, 4 * mebi))
  assert.ok(statSync(path).blocks * 512 < 3 * mebi)
  await records.fetch([0], [content.length])
  assert.ok(isThere(path, 0, content.length))
  await records.close()
})

testWith('a first line of several MB is fetched to its end', async server => {
  const line = Buffer.concat([
    Buffer.alloc(3 * mebi, 'x'),
    Buffer.from('\n'),
    Buffer.alloc(4 * mebi, 'y\n'),
  ])
  await server.put('line.jsonl', line)
  const [object] = await listObjects({ bucket: server.bucket, key: 'line.jsonl' })
  const path = 'line'
  await (await ObjectRecords.open(object, path, signal)).close()
  const bytes = Buffer.alloc(3 * mebi + 1)
  const file = openSync(path, 'r')
  readSync(file, bytes, 0, bytes.length, 0)
  closeSync(file)
  assert.ok(bytes.equals(line.subarray(0, bytes.length)))
})

testWith('an object replaced since it was listed is refused', async server => {
  const [object] = await listObjects({ bucket: server.bucket, key: 'big.jsonl' })
  await server.put('big.jsonl', Buffer.from('other'))
  const opening = ObjectRecords.open(object, 'replaced', signal)
  await assert.rejects(opening, { code: 'INPUT_CHANGED' })
})
