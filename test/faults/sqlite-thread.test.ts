/**
 * The writing thread of a collection dies: the outcome of the current write is exact, and the next write
 * works.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isNearsameError } from '../../src/ground/errors/nearsame-error.ts'
import { SqliteCollection } from '../../src/online/sqlite/collection.ts'
import { folderName, makeFolder } from '../../src/online/sqlite/directory/folder.ts'
import type { StoredDocument } from '../../src/online/store/store.ts'
import { noChanges, randomFrom, StoreWorld } from '../conformance/store-world.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'

const root = temporaryFolder()
const batch = 60
const header = { format: 1, agree: 1, options: {} }

async function collection(name: string): Promise<SqliteCollection> {
  await makeFolder(root, name, header, 0)
  return SqliteCollection.open(join(root, folderName(name)), { report: () => {}, checkHeld: () => {} })
}

/**
 * Documents too short for deflate, enough of them to keep the thread busy. Node ends the whole process
 * if a thread is terminated between the creation of a zlib stream and its start ("close before init").
 */
function shortDocuments(world: StoreWorld, document: number, cluster: number): StoredDocument[] {
  return Array.from({ length: batch }, (_, i) => {
    const added = world.document(document + i, cluster + i)
    return { ...added, body: added.body.subarray(0, 63) }
  })
}

async function assertAgrees(store: SqliteCollection, documents: number): Promise<void> {
  assert.equal((await store.counts()).documents, documents)
  assert.equal((await store.list(0, 10_000)).length, documents)
  for await (const problem of store.problems()) assert.fail(JSON.stringify(problem))
}

test('a write whose thread ends is refused with a reason, or done; a new thread takes the next one', async () => {
  const store = await collection('a')
  const world = new StoreWorld(4)
  const random = randomFrom(5)
  let documents = 0
  let refused = 0
  const add = () =>
    store.write(async writer => {
      const { document, cluster } = await writer.counters()
      assert.equal(document, documents + 1)
      const added = shortDocuments(world, document, cluster)
      await writer.apply({ ...noChanges, added, newClusters: added.length })
    })
  await add()
  documents += batch
  for (let round = 0; round < 15; round++) {
    const before = store.writer.worker
    const writing = add().then(
      () => true,
      error => {
        assert(isNearsameError(error) && error.code === 'WORKER_DIED', String(error))
        return false
      },
    )
    await sleep(random() * 12)
    await before?.terminate()
    if (await writing) documents += batch
    else refused++
    await add()
    documents += batch
    assert.notEqual(store.writer.worker, before)
  }
  assert(refused > 0)
  await assertAgrees(store, documents)
  await store.close()
})

test('the refusal says that nothing was stored', async () => {
  const store = await collection('b')
  const world = new StoreWorld(4)
  const apply = () =>
    store.write(writer => writer.apply({ ...noChanges, added: [world.document(1, 1)], newClusters: 1 }))
  const writing = apply()
  await sleep(0)
  await store.writer.worker?.terminate()
  await assert.rejects(writing, {
    code: 'WORKER_DIED',
    message:
      'WORKER_DIED: expected the writer thread of the collection to stay alive, got a thread that ended. To fix: try again: nothing of this was stored.',
  })
  await apply()
  await assertAgrees(store, 1)
  await store.close()
})

test('an error of the database within a write changes nothing', async () => {
  const store = await collection('c')
  const world = new StoreWorld(4)
  const apply = (numbers: readonly number[]) =>
    store.write(writer => {
      const added = numbers.map(number => world.document(number, number))
      return writer.apply({ ...noChanges, added, newClusters: added.length })
    })
  await apply([1, 2])
  // A number used twice, which an index over a store never does.
  await assert.rejects(apply([3, 2]), { code: 'STORE_CORRUPT' })
  await assertAgrees(store, 2)
  await apply([3])
  await assertAgrees(store, 3)
  await store.close()
})

test('a check can be abandoned early, and continues while documents are added', async () => {
  const store = await collection('d')
  const world = new StoreWorld(4)
  const add = (number: number) =>
    store.write(writer =>
      writer.apply({ ...noChanges, added: [world.document(number, number)], newClusters: 1 }),
    )
  for (let number = 1; number <= 200; number++) await add(number)
  let isDone = false
  const checking = (async () => {
    for await (const problem of store.problems()) assert.fail(JSON.stringify(problem))
    isDone = true
  })()
  let number = 200
  while (!isDone) await add(++number)
  await checking
  const left = store.problems()
  const first = left.next()
  await left.return(undefined)
  await first
  await store.close()
})
