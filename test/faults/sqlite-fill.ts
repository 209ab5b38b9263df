/**
 * Fills a data directory until a write fails, prints the error and the content, and tries once more for each
 * line of input: `node sqlite-fill.ts DIR`.
 */
import { once } from 'node:events'
import { isNearsameError } from '../../src/ground/errors/nearsame-error.ts'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import type { Store } from '../../src/online/store/store.ts'
import { noChanges, StoreWorld } from '../conformance/store-world.ts'
import { loadCollection, loadHeader } from './sqlite-load.ts'

export interface Filled {
  readonly acknowledged: number
  readonly there: number
  readonly error: string
}

const world = new StoreWorld(21)

/** A document whose body is 100,000 bytes. */
export async function add(store: Store): Promise<void> {
  await store.write(async writer => {
    const { document, cluster } = await writer.counters()
    const body = Uint8Array.from({ length: 100_000 }, () => world.below(256))
    await writer.apply({
      ...noChanges,
      added: [{ ...world.document(document, cluster), body }],
      newClusters: 1,
    })
  })
}

async function main(path: string): Promise<void> {
  const catalogue = await openDataDirectory(path)
  const store = catalogue.store(loadCollection)
  await store.open(loadHeader)
  for (let acknowledged = 0; ; acknowledged++) {
    try {
      await add(store)
    } catch (error) {
      if (!isNearsameError(error)) throw error
      const there = (await store.list(0, 1000)).length
      const [last] = await store.documents([there], { body: true })
      if (last?.body.length !== 100_000) throw new Error('the last document is not whole')
      process.stdout.write(
        `${JSON.stringify({ acknowledged, there, error: error.message } satisfies Filled)}\n`,
      )
      break
    }
  }
  await once(process.stdin, 'data')
  await add(store)
  for await (const problem of store.problems()) throw new Error(JSON.stringify(problem))
  await catalogue.close()
  process.exit(0)
}

if (process.argv[1] === import.meta.filename) await main(process.argv[2])
