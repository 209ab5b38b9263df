/** Disks that are full, limited or read-only, under a data directory. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDataDirectory } from '../../src/sqlite/directory/data-directory.ts'
import type { Filled } from './sqlite-fill.ts'
import { loadCollection, loadHeader } from './sqlite-load.ts'

const root = mkdtempSync(join(tmpdir(), 'nearsame-disks-'))
const mounts: string[] = []
after(() => {
  for (const mount of mounts) spawnSync('umount', ['-l', mount])
  rmSync(root, { recursive: true, force: true })
})

/** A small disk; undefined for who may not mount one. */
function disk(size: string): string | undefined {
  const path = mkdtempSync(join(root, 'disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path])
  if (status !== 0) return undefined
  mounts.push(path)
  return path
}

const script = join(import.meta.dirname, 'sqlite-fill.ts')

/** Runs the filling; `between` is called when it failed. @returns what it said */
async function filled(
  path: string,
  command: string,
  between: () => void,
): Promise<Filled & { status: number }> {
  const child = spawn('sh', ['-c', `${command} exec "$0" "$@"`, process.execPath, script, path])
  let said = ''
  let complained = ''
  child.stderr.on('data', bytes => {
    complained += bytes
  })
  const ended = once(child, 'close')
  const line = new Promise<void>(resolve => {
    child.stdout.on('data', bytes => {
      said += bytes
      if (said.includes('\n')) resolve()
    })
  })
  await Promise.race([line, ended])
  assert.notEqual(said, '', complained)
  between()
  child.stdin.end('go\n')
  const [status] = await ended
  assert.equal(status === 0 || command !== '', true, complained)
  return { ...(JSON.parse(said) as Filled), status: Number(status) }
}

async function assertWhole(path: string, atLeast: number): Promise<void> {
  const catalogue = await openDataDirectory(path)
  const store = catalogue.store(loadCollection)
  await store.open(loadHeader)
  const { documents } = await store.counts()
  assert(documents >= atLeast, `${documents} of ${atLeast}`)
  for await (const problem of store.problems()) assert.fail(JSON.stringify(problem))
  await catalogue.close()
}

const small = disk('6m')

test('a full disk refuses a write and keeps the others; with room again the same process goes on', {
  skip: small === undefined && 'a small disk needs root and mount',
}, async () => {
  const path = join(small ?? '', 'data')
  const ballast = join(small ?? '', 'ballast')
  writeFileSync(ballast, new Uint8Array(3_000_000))
  const said = await filled(path, '', () => rmSync(ballast))
  assert.match(
    said.error,
    /^DISK_FULL: expected room on the disk, got a full disk, at .*store\.sqlite\. To fix: free/,
  )
  assert.deepEqual([said.there, said.status], [said.acknowledged, 0])
  assert(said.acknowledged > 3)
  await assertWhole(path, said.acknowledged + 1)
})

test('a full disk refuses a new collection and leaves nothing of it', {
  skip: small === undefined && 'a small disk needs root and mount',
}, async () => {
  const path = join(small ?? '', 'data')
  const catalogue = await openDataDirectory(path)
  const ballast = join(small ?? '', 'ballast')
  fill(ballast)
  await assert.rejects(catalogue.store('other').open(loadHeader), { code: 'DISK_FULL' })
  assert.deepEqual(
    (await catalogue.list()).map(({ name }) => name),
    [loadCollection],
  )
  rmSync(ballast)
  await catalogue.store('other').open(loadHeader)
  await catalogue.close()
})

test('a limit on the size of files counts as a full disk', async () => {
  const path = join(root, 'limited')
  // Blocks of 512 or 1,024 bytes, as the shell likes.
  const said = await filled(path, 'ulimit -f 3000;', () => {})
  assert.match(said.error, /^DISK_FULL: expected room on the disk, got a limit on the size of files, at /)
  assert.equal(said.there, said.acknowledged)
  assert(said.acknowledged > 3)
  await assertWhole(path, said.acknowledged)
})

const isRoot = process.getuid?.() === 0

test('a data directory that may only be read is refused', {
  skip: isRoot && small === undefined && 'root may write everywhere but on a disk that is read-only',
}, async () => {
  const path = isRoot ? join(small ?? '', 'data') : join(root, 'read-only')
  if (isRoot) execFileSync('mount', ['-o', 'remount,ro', small ?? ''])
  else mkdirSync(path, { mode: 0o500 })
  try {
    const message =
      /^STORE_UNAVAILABLE: expected to read and write the data directory, got .*, at .*lock\.sqlite\. To fix: check that its disk/
    await assert.rejects(openDataDirectory(path), { code: 'STORE_UNAVAILABLE', message })
    await assert.rejects(openDataDirectory(join(path, 'beneath')), { code: 'STORE_UNAVAILABLE' })
  } finally {
    if (isRoot) execFileSync('mount', ['-o', 'remount,rw', small ?? ''])
  }
})

function fill(path: string): void {
  for (const size of [1 << 16, 1 << 12]) {
    try {
      for (;;) writeFileSync(path, new Uint8Array(size), { flag: 'a' })
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'ENOSPC')
    }
  }
}
