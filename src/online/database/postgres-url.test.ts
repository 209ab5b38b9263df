import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { postgresUrl } from './postgres-url.ts'

test('addresses that PostgreSQL accepts pass', () => {
  for (const url of [
    'postgres://me:secret@host/data',
    'postgresql://me@/data?host=/var/run',
    '/var/run data',
    'data',
  ])
    assert.equal(postgresUrl(url), url)
})

test('a URL that the client could not read is OPTION_VALUE, which shows only its scheme', () => {
  const bad = ['postgres://me:secret@host:99999/data', 'postgres://me:secret%zz@host/data']
  for (const url of bad) {
    assert.throws(
      () => postgresUrl(url),
      error => {
        assert(isNearsameError(error) && error.code === 'OPTION_VALUE' && error.cause === undefined)
        return !error.message.includes('secret')
      },
    )
  }
  assert.throws(() => postgresUrl(bad[0]), {
    message:
      'OPTION_VALUE: expected a URL such as postgres://user:password@host:5432/database, got one with postgres:// ' +
      'that cannot be read. To fix: write it like this, with `%40`, `%2F` and `%3A` for @, / and : in a name or password.',
  })
})
