/** Errors of the clients as ours: pools that fail in every way a server can. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { openMariadbCatalogue } from './mariadb/mariadb-store.ts'
import { openPostgresCatalogue } from './postgres/postgres-store.ts'

/** Pools that answer every statement like this. */
function postgresPool(query: () => Promise<{ readonly rows: number[][] }>) {
  const client = { query, release() {}, on() {}, removeListener() {} }
  return { connect: async () => client, end: async () => {} }
}

function mariadbPool(query: () => Promise<number[][]>) {
  const connection = { query, execute: query, batch: query, release: async () => {}, destroy() {} }
  return { getConnection: async () => connection, end: async () => {} }
}

const failing = (parts: object) => () => Promise.reject(Object.assign(new Error('it said so.'), parts))

test('an SQLSTATE of PostgreSQL becomes one of our codes', async () => {
  const codes = {
    '53100': 'DISK_FULL',
    XX001: 'STORE_CORRUPT',
    '55P03': 'STORE_BUSY',
    '42501': 'STORE_UNAVAILABLE',
    '57P01': 'STORE_UNAVAILABLE',
    ECONNRESET: 'STORE_UNAVAILABLE',
    EPIPE: 'STORE_UNAVAILABLE',
  }
  for (const [code, expected] of Object.entries(codes)) {
    const catalogue = openPostgresCatalogue({ pool: postgresPool(failing({ code })) })
    await assert.rejects(catalogue, { code: expected, message: /got it said so\. To fix/ }, code)
  }
})

test('an error number of MariaDB becomes one of our codes', async () => {
  const codes = [
    [{ errno: 1021 }, 'DISK_FULL'],
    [{ errno: 1877 }, 'STORE_CORRUPT'],
    [{ errno: 1205 }, 'STORE_BUSY'],
    [{ errno: 1142 }, 'STORE_UNAVAILABLE'],
    [{ errno: 1927, fatal: true }, 'STORE_UNAVAILABLE'],
    [{}, 'STORE_UNAVAILABLE'],
  ] as const
  for (const [parts, expected] of codes) {
    const catalogue = openMariadbCatalogue({ pool: mariadbPool(failing(parts)) })
    await assert.rejects(catalogue, { code: expected }, JSON.stringify(parts))
  }
})

test('a client that is not installed is PACKAGE_MISSING, with the package to install', async () => {
  const load = () => Promise.reject(new Error('Cannot find package'))
  await assert.rejects(openPostgresCatalogue({ url: 'postgres://x/y', load }), {
    code: 'PACKAGE_MISSING',
    message: /npm install pg/,
  })
  await assert.rejects(openMariadbCatalogue({ url: 'mariadb://x/y', load }), {
    code: 'PACKAGE_MISSING',
    message: /npm install mariadb/,
  })
})

test('a URL that cannot be read is OPTION_VALUE and is not shown', async () => {
  for (const opening of [
    openMariadbCatalogue({ url: 'mariadb://me:secret@127.0.0.1:1/' }),
    openMariadbCatalogue({ url: 'mysql://me:secret@127.0.0.1:99999/x' }),
    openPostgresCatalogue({ url: 'postgres://me:secret@127.0.0.1:99999/x' }),
  ]) {
    await assert.rejects(opening, ({ code, message }: NearsameError) => {
      return code === 'OPTION_VALUE' && !message.includes('secret')
    })
  }
})

test('schemas and prefixes are plain names', async () => {
  for (const name of ['', '1a', 'a"b', 'a;b', 'a.b', 'x'.repeat(64)]) {
    const options = { pool: postgresPool(failing({})), schema: name }
    await assert.rejects(openPostgresCatalogue(options), { code: 'OPTION_VALUE' })
    const others = { pool: mariadbPool(failing({})), prefix: name }
    await assert.rejects(openMariadbCatalogue(others), { code: 'OPTION_VALUE' })
  }
})

test('a store that is not open refuses calls', async () => {
  // A `max_allowed_packet` that is large enough, too.
  const rows = [[2 ** 30]]
  for (const catalogue of [
    await openPostgresCatalogue({ pool: postgresPool(async () => ({ rows })) }),
    await openMariadbCatalogue({ pool: mariadbPool(async () => rows) }),
  ]) {
    const store = catalogue.store('a')
    await assert.rejects(store.list(0, 1), { code: 'STORE_UNAVAILABLE', message: /call `open` first/ })
    await assert.rejects(
      store.write(async () => {}),
      { code: 'STORE_UNAVAILABLE' },
    )
    await store.close()
  }
})
