/** A full disk: every output and every temporary file, on a disk of 1 MB; nothing remains. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { nearly, Workshop, wordsOf } from '../cli/command.ts'
import { jsonLines } from '../cli/json-lines.ts'

const shop = new Workshop()
const isMounted = mount()
const skip = isMounted ? false : 'a small disk needs root and mount'

function mount(): boolean {
  const path = mkdtempSync(join(tmpdir(), 'nearsame-disk-'))
  symlinkSync(path, 'disk')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    rmdirSync(path)
    return false
  }
  after(() => {
    execFileSync('umount', [path])
    rmdirSync(path)
  })
  return true
}

// Ids long enough to make every table larger than the disk; texts without repetition.
const documents = Array.from({ length: 6000 }, (_, i) => ({
  id: `${i}-${'x'.repeat(400)}`,
  text: i % 2 === 0 ? wordsOf(i) : nearly(i - 1, 1),
}))
shop.write('in.jsonl', jsonLines(...documents))
shop.write('bad.jsonl', `${jsonLines(documents[0])}${jsonLines(...documents).replaceAll('"text"', '"no"')}`)

/** Checks that the run fails for lack of room and leaves the disk empty. */
async function full(...args: string[]): Promise<void> {
  const message = await shop.refused(1, 'DISK_FULL', ...args)
  assert.match(message, /got a full disk, at disk\//)
  assert.deepEqual(readdirSync('disk'), [])
}

for (const flag of ['--removed', '--clusters', '--pairs']) {
  test(`${flag} on a full disk`, { skip }, async () => {
    await full('in.jsonl', '-o', 'k.jsonl', flag, 'disk/out.jsonl')
    assert(!existsSync('k.jsonl'))
  })
}

test('--bad on a full disk', { skip }, () =>
  full('bad.jsonl', '-o', 'k.jsonl', '--null', 'bad', '--max-bad', '1', '--bad', 'disk/bad.jsonl'),
)

test('the room for KEPT is checked before anything is read', { skip }, async () => {
  const message = await shop.refused(1, 'DISK_FULL', 'in.jsonl', '-o', 'disk/k.jsonl')
  assert.match(message, /expected \d+ free bytes, got \d+, at disk\. /)
})

test('room is checked on the disk that a link leads to, and not for a pipe', {
  skip,
}, async () => {
  symlinkSync('disk/k.jsonl', 'small.jsonl')
  const message = await shop.refused(1, 'DISK_FULL', 'in.jsonl', '-o', 'small.jsonl')
  assert.match(message, /expected \d+ free bytes, got \d+, at [^ ]*disk\. /)
  symlinkSync(join(shop.path, 'large.jsonl'), 'disk/link.jsonl')
  await shop.dedupe('in.jsonl', '-o', 'disk/link.jsonl')
  assert(lstatSync('disk/link.jsonl').isSymbolicLink() && existsSync('large.jsonl'))
  execFileSync('mkfifo', ['disk/pipe'])
  const reader = spawn('cat', ['disk/pipe'], { stdio: 'ignore' })
  await shop.dedupe('in.jsonl', '-o', 'disk/pipe')
  reader.kill()
  for (const name of readdirSync('disk')) rmSync(join('disk', name))
  symlinkSync('nowhere/k.jsonl', 'lost.jsonl')
  await shop.refused(2, 'OUTPUT_DIRECTORY', 'in.jsonl', '-o', 'lost.jsonl')
})

test('KEPT on a disk that fills while it is written, by one thread and by two', { skip }, async () => {
  // The size of an archive does not show the room it needs.
  shop.write('in.jsonl.gz', gzipSync(shop.bytes('in.jsonl')))
  for (const threads of ['1', '2']) {
    await full('in.jsonl.gz', '-o', 'disk/k.jsonl', '--temp', '.', '--threads', threads)
  }
})

test('compressed KEPT on a full disk', { skip }, async () => {
  const large = Array.from({ length: 8 }, (_, i) =>
    jsonLines({ id: i, text: randomBytes(300_000).toString('base64') }),
  )
  shop.write('noise.jsonl.gz', gzipSync(large.join('')))
  for (const extension of ['gz', 'zst']) {
    await full('noise.jsonl.gz', '-o', `disk/k.jsonl.${extension}`, '--temp', '.')
  }
})

test('the copy of an archive on a full disk', { skip }, () =>
  full('in.jsonl.gz', '-o', 'k.jsonl', '--temp', 'disk'),
)

test('columns of a run with a budget on a full disk', { skip }, async () => {
  await full('in.jsonl', '-o', 'k.jsonl', '--memory', '96MB', '--temp', 'disk')
  await full('in.jsonl.gz', '-o', 'disk/k.jsonl', '--memory', '96MB', '--temp', '.')
})

test('a run that can be resumed keeps its progress on a full disk, and goes on once there is room', {
  skip,
}, async () => {
  const small = jsonLines(...documents.slice(0, 2000).map(({ text }, i) => ({ id: i, text })))
  shop.write('small-in.jsonl', small)
  const { digest } = await shop.dedupe('small-in.jsonl', '-o', 'k.jsonl')
  const wanted = shop.read('k.jsonl')
  shop.remove('k.jsonl')
  writeFileSync('disk/other', Buffer.alloc(2 ** 20 - 3 * 4096 * 16))
  const args = ['small-in.jsonl', '-o', 'k.jsonl', '--resume', '--temp', 'disk']
  const message = await shop.refused(1, 'DISK_FULL', ...args)
  assert.match(
    message,
    /got a full disk, at .*disk\/.*To fix: free some space, or put temporary files elsewhere/,
  )
  assert(!existsSync('k.jsonl'))
  assert.equal(readdirSync('disk').filter(name => name.startsWith('.nearsame-progress-')).length, 1)
  rmSync('disk/other')
  assert.equal((await shop.dedupe(...args)).digest, digest)
  assert.equal(shop.read('k.jsonl'), wanted)
  assert.deepEqual(readdirSync('disk'), [])
})

test('Parquet on a full disk: KEPT and the copy of its columns', { skip }, async () => {
  const columnData = [
    { name: 'text', data: documents.map(({ text }, i) => `${i} ${text}`), type: 'STRING' as const },
    { name: 'id', data: documents.map(({ id }) => id), type: 'STRING' as const },
  ]
  shop.write('in.parquet', new Uint8Array(parquetWriteBuffer({ columnData, codec: 'UNCOMPRESSED' })))
  await full('in.parquet', '-o', 'k.parquet', '--temp', 'disk')
  const message = await shop.refused(1, 'DISK_FULL', 'in.parquet', '-o', 'disk/k.parquet', '--temp', '.')
  assert.match(message, /at disk/)
  assert.deepEqual(readdirSync('disk'), [])
})

test('a directory of documents on a full disk', { skip }, async () => {
  for (let i = 0; i < 20; i++) shop.write(`docs/${i}.txt.gz`, gzipSync(wordsOf(i, 2000)))
  shop.write('docs/large.bin', wordsOf(99, 200_000))
  const { status, err } = await shop.run('dedupe', 'docs', '-o', 'disk/kept')
  assert.equal(status, 1)
  assert.match(err, /^nearsame: DISK_FULL: /)
  assert.deepEqual(readdirSync('disk'), [])
})

test('a report on a full device', {
  skip: existsSync('/dev/full') ? false : 'there is no /dev/full',
}, async () => {
  const report = await shop.run('dedupe', 'in.jsonl', '-o', 'k.jsonl', '--report', '/dev/full', '--force')
  assert.equal(report.status, 1)
  assert.match(report.err, /^nearsame: DISK_FULL: .* at \/dev\/full\. /)
})

test('a state on a full disk', { skip }, async () => {
  writeFileSync('disk/other', Buffer.alloc(2 ** 20 - 4096 * 16))
  const message = await shop.refused(
    1,
    'DISK_FULL',
    'in.jsonl',
    '-o',
    'k.jsonl',
    '--force',
    '--state',
    'disk/state',
  )
  assert.match(message, /got a full disk, at .*disk\/.*To fix: free some space, or write to another disk\./)
  for (const name of readdirSync('disk')) rmSync(`disk/${name}`, { recursive: true })
})
