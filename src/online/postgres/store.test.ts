/** Errors of the client as ours: pools that fail in every way a server can. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { openPostgresCatalogue } from './open-catalogue.ts'

/** Pools that answer every statement like this. */
function postgresPool(query: () => Promise<{ readonly rows: number[][] }>) {
  const client = { query, release() {}, on() {}, removeListener() {} }
  return { connect: async () => client, end: async () => {} }
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

test('a client that is not installed is PACKAGE_MISSING, with the package to install', async () => {
  const load = () => Promise.reject(new Error('Cannot find package'))
  await assert.rejects(openPostgresCatalogue({ url: 'postgres://x/y', load }), {
    code: 'PACKAGE_MISSING',
    message: /npm install pg/,
  })
})

test('a URL that cannot be read is OPTION_VALUE and is not shown', async () => {
  const opening = openPostgresCatalogue({ url: 'postgres://me:secret@127.0.0.1:99999/x' })
  await assert.rejects(opening, ({ code, message }: NearsameError) => {
    return code === 'OPTION_VALUE' && !message.includes('secret')
  })
})

test('schemas are plain names', async () => {
  for (const name of ['', '1a', 'a"b', 'a;b', 'a.b', 'x'.repeat(64)]) {
    const options = { pool: postgresPool(failing({})), schema: name }
    await assert.rejects(openPostgresCatalogue(options), { code: 'OPTION_VALUE' })
  }
})

test('a store that is not open refuses calls', async () => {
  const catalogue = await openPostgresCatalogue({ pool: postgresPool(async () => ({ rows: [[0]] })) })
  const store = catalogue.store('a')
  await assert.rejects(store.list(0, 1), { code: 'STORE_UNAVAILABLE', message: /call `open` first/ })
  await assert.rejects(
    store.write(async () => {}),
    { code: 'STORE_UNAVAILABLE' },
  )
  await store.close()
})
