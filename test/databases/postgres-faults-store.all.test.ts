/** Faults around a store in PostgreSQL: several servers, a database that goes away. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgresCatalogue } from '../../src/online/postgres/open-catalogue.ts'
import type { Catalogue } from '../../src/online/store/catalogue.ts'
import type { Store } from '../../src/online/store/store.ts'
import { oneMore, sqlHeader } from './collection-changes.ts'
import type { RunningServer } from './private-server.ts'
import { haltServer } from './restart-server.ts'
import { postgresSkip, startPostgres } from './start-postgres.ts'
import { problemsOf } from './store-problems.ts'

/** 5 s for a connection, started within 5 s, plus slack for a busy machine. */
const statedMs = 13_000

describe(`faults around a store in PostgreSQL`, { skip: postgresSkip() }, () => {
  let server: RunningServer
  let catalogue: Catalogue
  let stopResumed = async () => {}
  before(async () => {
    server = await startPostgres()
    catalogue = await openPostgresCatalogue({ url: server.url })
  })
  after(async () => {
    await catalogue?.close()
    await stopResumed()
    await server?.stop()
  })
  const restarted = async (between: () => Promise<void>) => {
    // At first the server is a child of the fixture, later of the last restart.
    const halted = await haltServer(server, 'SIGQUIT')
    await between()
    const { processId, stop } = await halted.resume()
    server = { ...server, processId }
    stopResumed = stop
  }

  test('two stores with separate connections add at once: no number is reused, all earlier ones are visible', async () => {
    const other = await openPostgresCatalogue({ url: server.url })
    const stores = [catalogue.store('both'), other.store('both')]
    await Promise.all(stores.map(store => store.open(sqlHeader)))
    const adding = stores
      .flatMap(store => [store, store])
      .map(async store => {
        const seen: { number: number; former: number[] }[] = []
        for (let i = 0; i < 25; i++) {
          const write = store.write(async writer => {
            const { document, cluster } = await writer.counters()
            const [former] = await writer.candidates([Uint32Array.of(7)])
            await writer.apply(oneMore(document, cluster))
            return { number: document, former: [...former] }
          })
          seen.push(await write)
        }
        return seen
      })
    const writes = (await Promise.all(adding)).flat().sort((a, b) => a.number - b.number)
    const numbers = Array.from({ length: 100 }, (_, i) => i + 1)
    assert.deepEqual(
      writes.map(({ number }) => number),
      numbers,
    )
    for (const { number, former } of writes) assert.deepEqual(former, numbers.slice(0, number - 1))
    assert.deepEqual(await problemsOf(stores[1]), [])
    for (const store of stores) await store.close()
    await other.close()
  })

  test('the next call replaces connections lost while idle', async () => {
    const store = catalogue.store('idle')
    await store.open(sqlHeader)
    await Promise.all(Array.from({ length: 8 }, () => store.list(0, 1)))
    await restarted(async () => {})
    await eventually(() => catalogue.ping())
    await store.write(writer => writer.apply(oneMore(1, 1, '"x"')))
    assert.deepEqual(await store.numbersOf(['"x"']), [1])
    await store.close()
  })

  test('calls fail in time with STORE_UNAVAILABLE while the database is down, and work when it is up again', async () => {
    const store = catalogue.store('away')
    await store.open(sqlHeader)
    await store.write(writer => writer.apply(oneMore(1, 1, '"before"')))
    await restarted(async () => {
      const start = Date.now()
      const calls = [store.list(0, 1), store.write(writer => writer.counters()), catalogue.ping()]
      for (const call of await Promise.allSettled(calls)) {
        assert.equal(call.status, 'rejected')
        assert.equal(call.reason.code, 'STORE_UNAVAILABLE')
      }
      assert(Date.now() - start < statedMs, `${Date.now() - start} ms`)
    })
    await eventually(() => catalogue.ping())
    await store.write(writer => writer.apply(oneMore(2, 2, '"after"')))
    assert.deepEqual(await store.numbersOf(['"before"', '"after"']), [1, 2])
    await store.close()
  })

  test('a crash under writes loses nothing that was acknowledged and leaves nothing half', async () => {
    const store = catalogue.store('crash')
    await store.open(sqlHeader)
    const acknowledged: string[] = []
    let isOver = false
    const adding = (async () => {
      for (let i = 0; !isOver; i++) {
        const name = `"crash-${i}"`
        const isIn = await added(store, name)
        if (isIn) acknowledged.push(name)
      }
    })()
    try {
      for (let crash = 0; crash < 3; crash++) {
        await sleep(150 + 100 * crash)
        await restarted(async () => {})
        await eventually(() => catalogue.ping())
      }
    } finally {
      isOver = true
      await adding
    }
    assert(acknowledged.length > 0)
    const numbers = await store.numbersOf(acknowledged)
    assert(numbers.every(number => number !== undefined))
    assert.equal(new Set(numbers).size, acknowledged.length)
    assert.deepEqual(await problemsOf(store), [])
    await store.close()
  })
})

async function added(store: Store, name: string): Promise<boolean> {
  try {
    await store.write(async writer => {
      const { document, cluster } = await writer.counters()
      await writer.apply(oneMore(document, cluster, name))
    })
    return true
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'STORE_UNAVAILABLE')
    return false
  }
}

/** Retries: a database accepts connections a little before it answers. */
async function eventually(call: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await call()
      return
    } catch (error) {
      if (attempt === 100) throw error
      await sleep(100)
    }
  }
}
