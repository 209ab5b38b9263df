/** A data directory on a full, limited or read-only disk. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { folderName } from '../../src/online/sqlite/directory/folder.ts'
import { databaseFile } from '../../src/online/sqlite/file/schema.ts'
import type { Store } from '../../src/online/store/store.ts'
import { noChanges, StoreWorld } from '../conformance/store-world.ts'
import { add, type Filled } from './sqlite-fill.ts'
import { loadCollection, loadHeader, prepareLoad, reopened } from './sqlite-load.ts'

const root = mkdtempSync(join(tmpdir(), 'nearsame-disks-'))
const mounts: string[] = []
after(() => {
  for (const mount of mounts) spawnSync('umount', ['-l', mount])
  rmSync(root, { recursive: true, force: true })
})

/** A small disk for the given number of files; undefined without permission to mount one. */
function disk(size: string, files = 1000): string | undefined {
  const path = mkdtempSync(join(root, 'disk-'))
  const options = `size=${size},nr_inodes=${files}`
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path])
  if (status !== 0) return undefined
  mounts.push(path)
  return path
}

const script = join(import.meta.dirname, 'sqlite-fill.ts')

/** Fills the disk; calls `between` after the failure. @returns the output */
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

test('a full disk refuses a write and keeps the others; when there is room again, the same process goes on', {
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

test('a segment without room to save it is built when the collection is opened, and reported', {
  skip: small === undefined && 'a small disk needs root and mount',
}, async () => {
  const path = join(disk('6m', 40) ?? '', 'data')
  await prepareLoad(path)
  const told: string[] = []
  const opened = (use: (store: Store) => Promise<void>) =>
    reopened(path, use, { report: (_, { problem }) => told.push(problem) })
  const world = new StoreWorld(4)
  let names: string[] = []
  await opened(async store => {
    for (let i = 0; i < 2; i++)
      await store.write(async writer => {
        const { document, cluster } = await writer.counters()
        const added = Array.from({ length: 50 }, (_, at) => world.document(document + at, cluster + at))
        names = [...names, ...added.map(({ name }) => name)]
        await writer.apply({ ...noChanges, added, newClusters: 50 })
      })
  })
  const folder = join(path, folderName(loadCollection))
  const snapshots = () => readdirSync(folder).filter(file => file.endsWith('.snapshot'))
  for (const file of snapshots()) rmSync(join(folder, file))
  const fillers = allFiles(path)
  // For the WAL and its files, without which nothing can be opened.
  for (const filler of fillers.splice(0, 2)) rmSync(filler)
  const assertAll = async (store: Store) =>
    assert.deepEqual(await store.numbersOf(names), await store.list(0, 1000))
  await opened(assertAll)
  assert.match(told.join(), /it is missing.*could not be saved: DISK_FULL: expected room on the disk/)
  assert.deepEqual(snapshots(), [])
  for (const filler of fillers) rmSync(filler)
  await opened(assertAll)
  assert.equal(snapshots().length, 1)
})

test('a write waits for another program even after a checkpoint found no room in the database', {
  skip: small === undefined && 'a small disk needs root and mount',
}, async () => {
  const mount = disk('10m') ?? ''
  const path = join(mount, 'data')
  const ballast = join(mount, 'ballast')
  const problems: string[] = []
  const catalogue = await openDataDirectory(path, { report: (_, { problem }) => problems.push(problem) })
  const store = catalogue.store(loadCollection)
  await store.open(loadHeader)
  writeFileSync(ballast, new Uint8Array(4_500_000))
  // The next one finds no room itself.
  while (problems.length === 0) await add(store).catch(() => {})
  assert.match(problems[0], /^could not be checkpointed for now: DISK_FULL/)
  rmSync(ballast)
  const other = new DatabaseSync(databaseFile(join(path, folderName(loadCollection))))
  other.exec('BEGIN IMMEDIATE')
  const writing = add(store)
  await sleep(300)
  other.exec('ROLLBACK')
  other.close()
  await writing
  await catalogue.close()
})

test('a collection that is not open can be dropped from a disk that accepts no more files', {
  skip: small === undefined && 'a small disk needs root and mount',
}, async () => {
  const path = join(disk('6m', 40) ?? '', 'data')
  const catalogue = await openDataDirectory(path)
  const store = catalogue.store(loadCollection)
  await store.open(loadHeader)
  // An open one releases its WAL first.
  await store.close()
  const fillers = allFiles(path)
  await store.drop()
  assert.deepEqual(readdirSync(path).sort(), [...fillers.map(file => basename(file)), 'lock.sqlite'].sort())
  await catalogue.close()
})

test('a limit on the size of files counts as a full disk', async () => {
  const path = join(root, 'limited')
  // Blocks of 512 or 1,024 bytes, depending on the shell.
  const said = await filled(path, 'ulimit -f 3000;', () => {})
  assert.match(said.error, /^DISK_FULL: expected room on the disk, got a limit on the size of files, at /)
  assert.equal(said.there, said.acknowledged)
  assert(said.acknowledged > 3)
  await assertWhole(path, said.acknowledged)
})

const isRoot = process.getuid?.() === 0

test('a read-only data directory is refused', {
  skip: isRoot && small === undefined && 'root may write everywhere but on a disk that is read-only',
}, async () => {
  const path = isRoot ? join(small ?? '', 'data') : join(root, 'read-only')
  if (isRoot) execFileSync('mount', ['-o', 'remount,ro', small ?? ''])
  else mkdirSync(path, { mode: 0o500 })
  try {
    const message =
      /^STORE_UNAVAILABLE: expected a readable and writable data directory, got .*, at .*lock\.sqlite\. To fix: check that its disk/
    await assert.rejects(openDataDirectory(path), { code: 'STORE_UNAVAILABLE', message })
    await assert.rejects(openDataDirectory(join(path, 'beneath')), { code: 'STORE_UNAVAILABLE' })
  } finally {
    if (isRoot) execFileSync('mount', ['-o', 'remount,rw', small ?? ''])
  }
})

/** Creates empty files until the disk accepts no more. */
function allFiles(path: string): string[] {
  const files: string[] = []
  try {
    for (;;) {
      const file = join(path, `filler-${files.length}`)
      writeFileSync(file, '')
      files.push(file)
    }
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'ENOSPC')
  }
  return files
}

function fill(path: string): void {
  for (const size of [1 << 16, 1 << 12]) {
    try {
      for (;;) writeFileSync(path, new Uint8Array(size), { flag: 'a' })
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'ENOSPC')
    }
  }
}
