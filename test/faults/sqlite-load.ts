/**
 * Mixed load on a SQLite collection, in a process of its own to be killed: `node sqlite-load.ts DIR
 * SEED [IDLE]`. With IDLE the writing thread ends after that many milliseconds without a write, and about
 * every second step comes later than that.
 *
 * Every step follows from the seed and the steps before, so the number of steps determines the content.
 * An acknowledged step prints a line `ack N`; its number is also a value of the collection.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { segmentNumbers } from '../../src/online/postings/segment-numbers.ts'
import { SqliteCollection } from '../../src/online/sqlite/collection.ts'
import {
  type DataDirectoryOptions,
  openDataDirectory,
} from '../../src/online/sqlite/directory/data-directory.ts'
import { folderName } from '../../src/online/sqlite/directory/folder.ts'
import { databaseFile } from '../../src/online/sqlite/file/schema.ts'
import type { Store, StoreChanges, StoreHeader } from '../../src/online/store/store.ts'
import { ModelStore } from '../conformance/model-store.ts'
import { randomFrom, StoreWorld } from '../conformance/store-world.ts'

export const loadHeader: StoreHeader = { format: 1, agree: 1, options: {} }
export const loadCollection = 'Load.1'

/** Opens the collection while `work` runs. */
export async function reopened(
  path: string,
  use: (store: Store) => Promise<void>,
  options?: DataDirectoryOptions,
): Promise<void> {
  const catalogue = await openDataDirectory(path, options)
  try {
    const store = catalogue.store(loadCollection)
    await store.open(loadHeader)
    await use(store)
  } finally {
    await catalogue.close()
  }
}

/** Numbers used up before the first document, so that a segment is sealed soon. */
const numbersBefore = segmentNumbers - 60

/** The effects of the steps, one after the other. */
export class Steps {
  readonly model = new LateModel(loadHeader.agree)
  readonly #world: StoreWorld
  taken = 0

  constructor(seed: number) {
    this.#world = new StoreWorld(seed)
  }

  next(): StoreChanges {
    const changes = this.#world.changes(this.model)
    this.taken++
    this.model.apply(changes)
    const step = new Uint8Array(Uint32Array.of(this.taken).buffer)
    return { ...changes, values: { ...changes.values, step } }
  }

  take(steps: number): void {
    while (this.taken < steps) this.next()
  }
}

class LateModel extends ModelStore {
  override counters() {
    const counters = super.counters()
    return { ...counters, document: counters.document + numbersBefore }
  }
}

/** Creates the collection as if its first documents had been removed. */
export async function prepareLoad(path: string): Promise<void> {
  const catalogue = await openDataDirectory(path)
  await catalogue.store(loadCollection).open(loadHeader)
  await catalogue.close()
  const database = new DatabaseSync(databaseFile(join(path, folderName(loadCollection))))
  database.exec(`UPDATE counters SET document = ${numbersBefore + 1}`)
  database.close()
}

export async function stepsTaken(store: Pick<Store, 'value'>): Promise<number> {
  const bytes = await store.value('step')
  return bytes === undefined ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
}

async function opened(path: string, idleMs: number | undefined) {
  const folder = join(path, folderName(loadCollection))
  if (idleMs !== undefined) {
    const collection = await SqliteCollection.open(folder, { report: () => {}, checkHeld: () => {} })
    collection.writer.idleMs = idleMs
    return collection
  }
  const store = (await openDataDirectory(path)).store(loadCollection)
  await store.open(loadHeader)
  return store
}

async function main(path: string, seed: number, idleMs: number | undefined): Promise<void> {
  const store = await opened(path, idleMs)
  const steps = new Steps(seed)
  steps.take(await stepsTaken(store))
  const random = randomFrom(process.pid)
  for (;;) {
    await store.write(writer => writer.apply(steps.next()))
    process.stdout.write(`ack ${steps.taken}\n`)
    if (steps.taken % 40 === 0) await store.compact()
    if (idleMs !== undefined) await sleep(2 * idleMs * random())
  }
}

if (process.argv[1] === import.meta.filename) {
  const [path, seed, idleMs] = process.argv.slice(2)
  await main(path, Number(seed), idleMs === undefined ? undefined : Number(idleMs))
}
