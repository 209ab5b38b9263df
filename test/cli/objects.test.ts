/** Objects of an S3 store as inputs and outputs, on a real S3 server. Skipped if it cannot be installed. */
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { GetObjectCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { listObjects, objectBytes } from '../../src/files/io/objects/object-store.ts'
import { ObjectUploads } from '../../src/files/io/objects/object-upload.ts'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'
import { type ObjectServer, objectServerForTests } from './object-server.ts'

const shop = new Workshop()
const testWith = objectServerForTests()

const records = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) =>
    jsonLines({ id: from + i, text: wordsOf((from + i) % 150) }),
  ).join('')

const isAbsent = async ({ client, bucket }: ObjectServer, key: string) =>
  client
    .send(new GetObjectCommand({ Bucket: bucket, Key: key }))
    .then(() => false)
    .catch((error: Error) => error.name === 'NoSuchKey')

testWith('objects give the digest and the bytes of the same files', async server => {
  const shards = { 'a.jsonl': records(0, 120), 'b.jsonl': records(120, 200) }
  for (const [name, text] of Object.entries(shards)) {
    shop.write(`data/${name}`, text)
    await server.put(`data/${name}`, text)
  }
  await server.put('packed/a.jsonl.gz', gzipSync(shards['a.jsonl']))
  await server.put('packed/b.jsonl.gz', gzipSync(shards['b.jsonl']))
  await server.put('packed/_SUCCESS', '')
  const local = await shop.dedupe('data', '-o', 'kept.jsonl', '--removed', 'removed.jsonl')
  assert.equal(local.counts.kept, 150)
  const sources = ['s3://corpus/data', 's3://corpus/packed/', 's3://corpus/packed/*.gz']
  for (const [number, source] of sources.entries()) {
    const [kept, removed] = ['kept.jsonl', 'removed.jsonl'].map(name => `out/${number}/${name}`)
    const args = ['-o', `s3://corpus/${kept}`, '--removed', `s3://corpus/${removed}`]
    const report = await shop.dedupe(source, ...args)
    assert.equal(report.digest, local.digest)
    assert.deepEqual(await server.get(kept), shop.bytes('kept.jsonl'))
    const places = String(await server.get(removed)).replaceAll(/s3:\/\/corpus\/(?:data|packed)/g, 'data')
    assert.equal(places.replaceAll('.jsonl.gz:', '.jsonl:'), shop.read('removed.jsonl'))
  }
  assert.deepEqual(shop.names('.'), ['data', 'kept.jsonl', 'removed.jsonl'])
})

testWith('a prefix as output gets a shard for each object, with its name and compression', async () => {
  await shop.dedupe('s3://corpus/packed/', '-o', 's3://corpus/shards/')
  const found = await listObjects({ bucket: 'corpus', key: 'shards/' })
  assert.deepEqual(
    found.map(({ key }) => key),
    ['shards/a.jsonl.gz', 'shards/b.jsonl.gz'],
  )
  const again = await shop.refused(2, 'OUTPUT_EXISTS', 's3://corpus/packed/', '-o', 's3://corpus/shards/')
  assert.match(again, /expected a prefix without an object/)
})

testWith('each document of a prefix of texts is copied byte for byte', async server => {
  const wide = Buffer.from(`\ufeff${wordsOf(7)}`, 'utf16le')
  await server.put('texts/sub/a.md', wordsOf(1))
  await server.put('texts/b.md', wordsOf(1))
  await server.put('texts/c.md', wide)
  const report = await shop.dedupe('s3://corpus/texts', '-o', 's3://corpus/kept-texts/')
  assert.equal(report.counts.kept, 2)
  assert.deepEqual(await server.get('kept-texts/c.md'), wide)
  assert.equal(String(await server.get('kept-texts/b.md')), wordsOf(1))
})

testWith('what cannot be read or written is refused before anything is read', async () => {
  const a = 's3://corpus/data/a.jsonl'
  const refusals: [args: string[], code: string, message: RegExp][] = [
    [
      ['s3://corpus/none.jsonl', '-o', 'x.jsonl'],
      'INPUT_MISSING',
      /NotFound, at s3:\/\/corpus\/none\.jsonl/,
    ],
    [['s3://no-bucket/a.jsonl', '-o', 'x.jsonl'], 'INPUT_MISSING', /NoSuchBucket/],
    [['s3://', '-o', 'x.jsonl'], 'OPTION_VALUE', /s3:\/\/BUCKET\/KEY/],
    [[a, '-o', 's3://no-bucket/x.jsonl'], 'OUTPUT_DIRECTORY', /NoSuchBucket/],
    [[a, '-o', 's3://corpus/data/b.jsonl'], 'OUTPUT_EXISTS', /a new object/],
    [[a, '-o', a, '--force'], 'OUTPUT_IS_INPUT', /data\/a\.jsonl/],
  ]
  for (const [args, code, message] of refusals) assert.match(await shop.refused(2, code, ...args), message)
  assert.ok(!shop.names().includes('x.jsonl'))
})

testWith('an object that is replaced while it is read ends the run', async server => {
  await server.put('changing.jsonl', records(0, 10))
  const [object] = await listObjects({ bucket: 'corpus', key: 'changing.jsonl' })
  assert.equal(Buffer.from(await objectBytes(object, 0, 7)).toString(), '{"id":0')
  await server.put('changing.jsonl', records(10, 20))
  await assert.rejects(objectBytes(object, 7, 20), { name: 'NearsameError', code: 'INPUT_CHANGED' })
})

testWith('a large file is sent in parts, and appears as a whole or leaves nothing', async server => {
  const bytes = Buffer.alloc(25 * 2 ** 20, 'part after part ')
  shop.write('large', bytes)
  const sent = await ObjectUploads.upload([{ temporary: 'large', path: 's3://corpus/large' }])
  assert.ok(await isAbsent(server, 'large'))
  await sent.complete()
  assert.ok(bytes.equals(await server.get('large')))
  const stop = new AbortController()
  const files = [{ temporary: 'large', path: 's3://corpus/stopped' }]
  const sending = assert.rejects(ObjectUploads.upload(files, stop.signal), { name: 'AbortError' })
  const parts = async () =>
    (await server.client.send(new ListMultipartUploadsCommand({ Bucket: 'corpus' }))).Uploads ?? []
  while ((await parts()).length === 0) await new Promise(setImmediate)
  stop.abort()
  await sending
  assert.deepEqual(await parts(), [])
  assert.ok(await isAbsent(server, 'stopped'))
})

testWith(
  'an object with the name of a directory of others is refused, and nothing is left',
  async server => {
    for (const key of ['both/j', 'both/j/a.jsonl', 'both/j/b.jsonl']) await server.put(key, records(0, 3))
    const refused = await shop.refused(3, 'INPUT_UNREADABLE', 's3://corpus/both', '-o', 'x.jsonl')
    assert.match(refused, /got both\/j and both\/j\/a\.jsonl, at s3:\/\/corpus\//)
    assert.equal((await shop.dedupe('s3://corpus/both/j/', '-o', 'x.jsonl')).counts.read, 6)
    const long = `long/${'x'.repeat(300)}.jsonl`
    await server.put(long, records(0, 3))
    await shop.refused(3, 'INPUT_UNREADABLE', 's3://corpus/long/', '-o', 'y.jsonl')
  },
)

testWith('directories are none of a store', async () => {
  shop.write('a.jsonl', records(0, 3))
  const state = ['a.jsonl', '-o', 'z.jsonl', '--state', 's3://corpus/state']
  assert.match(await shop.refused(2, 'OUTPUT_DIRECTORY', ...state), /got the URL of an object store/)
  await shop.run('index create data')
  assert.match((await shop.run('index backup data s3://corpus/b.tar')).err, /OPTION_VALUE: .*got a URL/)
  assert.match(
    await shop.refused(2, 'OUTPUT_DIRECTORY', 'a.jsonl', '-o', 'gs://b/z.jsonl'),
    /s3:\/\/BUCKET/,
  )
  assert.ok(!shop.names().includes('s3:'))
})
