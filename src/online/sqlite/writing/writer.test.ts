/** The thread that writes to a collection comes and goes, unnoticed except in memory use. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ModelStore } from '../../../../test/conformance/model-store.ts'
import { noChanges, randomFrom, StoreWorld } from '../../../../test/conformance/store-world.ts'
import { runs } from '../../../../test/ground/runs.ts'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import type { StoreProblem } from '../../store/store.ts'
import { SqliteCollection } from '../collection.ts'
import { openDataDirectory } from '../directory/data-directory.ts'
import { folderName, makeFolder } from '../directory/folder.ts'

const root = temporaryFolder()
const header = { format: 1, agree: 1, options: {} }
const seeds = [1, 2].slice(0, runs(2))

async function opened(name: string, idleMs: number): Promise<SqliteCollection> {
  const folder = join(root, folderName(name))
  const directory = { report: ({ problem }: StoreProblem) => assert.fail(problem), checkHeld: () => {} }
  const collection = await SqliteCollection.open(folder, directory)
  collection.writer.idleMs = idleMs
  return collection
}

async function made(name: string, idleMs: number): Promise<SqliteCollection> {
  await makeFolder(root, name, header, 0)
  return opened(name, idleMs)
}

async function ended({ writer }: SqliteCollection): Promise<void> {
  while (writer.worker !== undefined) await sleep(1)
}

function openFiles(under: string): string[] {
  const paths = readdirSync('/proc/self/fd').map(fd => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return paths.filter(path => path.startsWith(under))
}

/** Adds a document with an incompressible body. */
function add(collection: SqliteCollection, world: StoreWorld, bytes = 60): Promise<void> {
  return collection.write(async writer => {
    const { document, cluster } = await writer.counters()
    const body = Uint8Array.from({ length: bytes }, () => world.below(256))
    const added = [{ ...world.document(document, cluster), body }]
    await writer.apply({ ...noChanges, added, newClusters: 1 })
  })
}

async function assertHolds(collection: SqliteCollection, model: ModelStore): Promise<void> {
  const numbers = model.numbers()
  assert.deepEqual(await collection.list(0, 10_000), numbers)
  for (const [i, document] of (await collection.documents(numbers, { body: true })).entries()) {
    const wanted = model.documents.get(numbers[i])
    assert.deepEqual({ ...document, body: '' }, { ...wanted, body: '' })
    assert(Buffer.from(document?.body ?? []).equals(wanted?.body ?? new Uint8Array()))
  }
  assert.deepEqual(await collection.links(numbers), model.linksOf(numbers))
  assert.deepEqual(await collection.changes(0, 100_000), model.changes)
}

test('an idle thread ends and closes its files, and the next write starts another', async () => {
  const collection = await made('a', 20)
  const world = new StoreWorld(1)
  const files = openFiles(root).length
  let left = 0
  for (let round = 1; round <= 4; round++) {
    await add(collection, world)
    const { worker } = collection.writer
    assert(worker !== undefined)
    await once(worker, 'exit')
    assert.equal(collection.writer.worker, undefined)
    // SQLite keeps one open for reuse, because closing it would release the reader's lock.
    left = openFiles(root).length - files
    assert((await collection.counts()).documents === round && left <= 3, `${left} files`)
  }
  for await (const problem of collection.problems()) assert.fail(JSON.stringify(problem))
  await collection.close()
  assert.deepEqual(openFiles(root), [])
})

test('a thread that gets a request in time stays', async () => {
  const collection = await made('b', 1_500)
  const world = new StoreWorld(2)
  await add(collection, world)
  const { worker } = collection.writer
  for (let i = 0; i < 20; i++) {
    await sleep(100)
    await add(collection, world)
    assert.equal(collection.writer.worker, worker)
  }
  await collection.close()
  assert.equal(collection.writer.worker, undefined)
})

test('an ending thread checkpoints the WAL', async () => {
  const collection = await made('c', 5)
  await add(collection, new StoreWorld(3), 500_000)
  await ended(collection)
  const { database } = collection.reader
  database.exec('COMMIT')
  const { log, checkpointed } = database.prepare('PRAGMA wal_checkpoint(NOOP)').get() ?? {}
  assert(Number(log) >= 0 && log === checkpointed, `${checkpointed} of ${log}`)
  await collection.close()
})

test('requests during its end go to a new thread, in order, and closing waits for both', async () => {
  const collection = await made('d', 1e6)
  const world = new StoreWorld(4)
  for (let round = 0; round < 5; round++) {
    await add(collection, world)
    const { worker } = collection.writer
    const ending = collection.writer.close()
    const asked = [add(collection, world), add(collection, world), collection.compact()]
    if (round % 2 === 0) await ending
    await Promise.all(asked)
    assert.notEqual(collection.writer.worker, worker)
  }
  const last = add(collection, world)
  const closing = collection.writer.close()
  await Promise.all([last, closing, collection.close()])
  assert.equal(collection.writer.worker, undefined)
  const again = await opened('d', 1e6)
  assert.equal((await again.counts()).documents, 16)
  await again.close()
})

for (const seed of seeds) {
  test(`random writes and pauses agree with a model (seed ${seed})`, async () => {
    const world = new StoreWorld(seed)
    const random = randomFrom(seed)
    const model = new ModelStore(header.agree)
    const name = `random-${seed}`
    let collection = await made(name, 3)
    for (let step = 0; step < 20; step++) {
      collection.writer.idleMs = Math.floor(random() * 6)
      const writes = 1 + Math.floor(random() * 3)
      const writing = Array.from({ length: writes }, () =>
        collection.write(async writer => {
          if (random() < 0.3) await sleep(random() * 8)
          const changes = world.changes(model)
          await writer.apply(changes)
          model.apply(changes)
          if (random() < 0.3) await sleep(random() * 8)
        }),
      )
      if (random() < 0.1) writing.push(collection.compact().then(() => {}))
      if (random() < 0.5) await Promise.all(writing)
      if (random() < 0.15) {
        await collection.close()
        assert.equal(collection.writer.worker, undefined)
        collection = await opened(name, 3)
      }
      await Promise.all(writing)
      await sleep(random() * 12)
      if (step % 5 === 0) await assertHolds(collection, model)
    }
    await assertHolds(collection, model)
    for await (const problem of collection.problems()) assert.fail(JSON.stringify(problem))
    await collection.close()
    assert.deepEqual(openFiles(root), [])
  })
}

for (const way of ['closed', 'dropped']) {
  test(`a collection that is ${way} during a write that fills the WAL leaves no thread and no open file`, async () => {
    const path = mkdtempSync(join(root, 'late-'))
    const catalogue = await openDataDirectory(path, {
      report: (_, problem) => assert.fail(problem.problem),
    })
    const store = catalogue.store('a')
    await store.open(header)
    const body = randomBytes(6_000_000)
    const added = [{ ...new StoreWorld(5).document(1, 1), body }]
    const writing = store.write(writer => writer.apply({ ...noChanges, added, newClusters: 1 }))
    await Promise.all([writing, way === 'closed' ? store.close() : store.drop()])
    // What follows in the next turn of the event loop.
    await sleep(300)
    assert.deepEqual(
      openFiles(path).filter(file => !file.includes('lock.sqlite')),
      [],
    )
    await catalogue.close()
  })
}
