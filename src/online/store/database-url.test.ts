import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { mariadbUrl, postgresUrl, redisDatabase, whyNoConnection } from './database-url.ts'

test('mysql: is another name of mariadb:', () => {
  const rest = '//me:p%40ss@host:3306/data?ssl=true'
  for (const scheme of ['mysql:', 'MySQL:', 'mariadb:'])
    assert.equal(mariadbUrl(scheme + rest), `mariadb:${rest}`)
})

test('the database of Redis is the last part of its URL, or number 0', () => {
  const numbers = {
    'redis://host': 0,
    'redis://host/': 0,
    'rediss://:p@host:6380/7': 7,
    'redis://host?db=3': 3,
  }
  for (const [url, number] of Object.entries(numbers)) assert.equal(redisDatabase(url), number, url)
})

test('other addresses that PostgreSQL accepts pass', () => {
  for (const url of [
    'postgres://me:secret@host/data',
    'postgresql://me@/data?host=/var/run',
    '/var/run data',
    'data',
  ])
    assert.equal(postgresUrl(url), url)
})

test('a URL that a client could not read is OPTION_VALUE, which shows only its scheme', () => {
  const bad = [
    () => mariadbUrl('mariadb://me:secret@host:3306'),
    () => mariadbUrl('mysql://me:secret@host/'),
    () => mariadbUrl('mysql://me:secret@host:99999/data'),
    () => mariadbUrl('mariadb://me:secret%zz@host/data'),
    () => mariadbUrl('secret://me:secret@host/data'.replace('secret:', 'postgres:')),
    () => mariadbUrl('me:secret@host/data'),
    () => mariadbUrl(''),
    () => postgresUrl('postgres://me:secret@host:99999/data'),
    () => redisDatabase('redis://:secret@host/secret'),
    () => redisDatabase('redis://:secret@host/-1'),
    () => redisDatabase('redis://:secret@host:99999/0'),
  ]
  for (const each of bad) {
    assert.throws(each, error => {
      assert(isNearsameError(error) && error.code === 'OPTION_VALUE' && error.cause === undefined)
      return !error.message.includes('secret')
    })
  }
  assert.throws(bad[1], {
    message:
      'OPTION_VALUE: expected a URL such as mariadb://user:password@host:3306/database, got one with mysql:// that ' +
      'names no database. To fix: write it like this, with `%40`, `%2F` and `%3A` for @, / and : in a name or password.',
  })
})

test('a pool without connections reports what the server said', () => {
  const cause = new Error('Access denied')
  const told = Object.assign(new Error('pool failed', { cause }), { errno: 45028 })
  assert.throws(() => whyNoConnection(told), cause)
  const silent = Object.assign(new Error('pool timeout'), { errno: 45028 })
  assert.throws(() => whyNoConnection(silent), silent)
})
