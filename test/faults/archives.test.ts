/** Damaged archives and unreadable inputs: refused as a whole, leaving nothing. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { Workshop, wordsOf } from '../cli/command.ts'
import { jsonLines } from '../cli/json-lines.ts'

const shop = new Workshop()
const records = Array.from({ length: 20_000 }, (_, i) => jsonLines({ id: i, text: wordsOf(i) })).join('')
const packed: Readonly<Record<string, Buffer>> = { gz: gzipSync(records), zst: zstdCompressSync(records) }

async function refused(code: string, name: string, content: Uint8Array): Promise<string> {
  shop.write(name, content)
  const message = await shop.refused(3, code, name, '-o', 'no.jsonl', '--removed', 'no-r.jsonl')
  assert(message.includes(`, at ${name}.`), message)
  assert(!shop.names().some(found => found.startsWith('no')))
  return message
}

test('truncated archives, wherever they are cut', async () => {
  for (const [extension, bytes] of Object.entries(packed)) {
    for (const length of [bytes.length - 1, bytes.length >> 1, 11]) {
      const message = await refused(
        'ARCHIVE_TRUNCATED',
        `cut.jsonl.${extension}`,
        bytes.subarray(0, length),
      )
      assert.match(message, new RegExp(`got its end at byte ${length}, `))
    }
  }
  await refused(
    'ARCHIVE_TRUNCATED',
    'cut.jsonl.gz',
    Buffer.concat([gzipSync('{"text":"a"}\n'), packed.gz.subarray(0, 500)]),
  )
})

test('an archive that needs a dictionary says so', async () => {
  const packed = Buffer.from('KLUv/Sfdx0YmRn0AABgifQoDfAA9W+MygOQKDW/i80s=', 'base64')
  assert.match(
    await refused('ARCHIVE_CORRUPT', 'dictionary.jsonl.zst', packed),
    /got "Dictionary mismatch" .* To fix: decompress it with its dictionary first, as with `zstd -d -D DICTIONARY`/,
  )
})

test('damaged archives', async () => {
  for (const [extension, bytes] of Object.entries(packed)) {
    const damaged = Buffer.from(bytes)
    damaged.fill(0xa5, bytes.length >> 1, (bytes.length >> 1) + 400)
    await refused('ARCHIVE_CORRUPT', `bad.jsonl.${extension}`, damaged)
    await refused('ARCHIVE_CORRUPT', `text.jsonl.${extension}`, Buffer.from('no archive at all, but text'))
  }
})

test('a truncated archive among intact inputs, and beside standard input', async () => {
  shop.write('good.jsonl', jsonLines({ id: 1, text: wordsOf(1) }))
  shop.write('cut.jsonl.gz', packed.gz.subarray(0, 1000))
  await shop.refused(3, 'ARCHIVE_TRUNCATED', 'good.jsonl', 'cut.jsonl.gz', 'good.jsonl', '-o', 'no.jsonl')
})

test('a missing directory for temporary files', async () => {
  shop.write('in.jsonl.gz', packed.gz)
  await shop.refused(2, 'OUTPUT_DIRECTORY', 'in.jsonl.gz', '-o', 'no.jsonl', '--temp', 'nowhere')
  assert(!shop.names().includes('no.jsonl'))
})

test('a file without permission to read is refused with its name', t => {
  if (process.getuid?.() !== 0) return t.skip('needs root, to run the command as another user')
  shop.write('secret.jsonl', jsonLines({ id: 1, text: 'a' }))
  chmodSync('secret.jsonl', 0o600)
  chmodSync('.', 0o777)
  const { status, err } = shop.child(['dedupe', 'secret.jsonl', '-o', 'no.jsonl'], { uid: 65534 })
  assert.equal(status, 3, err)
  assert.match(
    err,
    /^nearsame: INPUT_UNREADABLE: expected a readable file, got EACCES, at secret\.jsonl\. /,
  )
  assert(!shop.names().includes('no.jsonl'))
})

test('a pipe is read once, like standard input', async t => {
  try {
    execFileSync('mkfifo', ['pipe.jsonl'])
  } catch {
    return t.skip('there is no mkfifo')
  }
  const { ended } = shop.start('dedupe', 'pipe.jsonl', '-o', 'piped.jsonl', '--quiet')
  shop.write('pipe.jsonl', jsonLines({ id: 1, text: 'a b' }, { id: 2, text: 'a b' }))
  assert.deepEqual(await ended, { status: 0, out: '', err: '' })
  assert.equal(shop.read('piped.jsonl'), jsonLines({ id: 1, text: 'a b' }))
})
