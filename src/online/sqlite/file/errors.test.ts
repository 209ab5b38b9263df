import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { packError } from '../../../ground/errors/packed-error.ts'
import { sqliteError } from './errors.ts'

const file = '/nonexistent/store.sqlite'

function ofSqlite(errcode: number): Error {
  return Object.assign(new Error('it said'), { code: 'ERR_SQLITE_ERROR', errcode })
}

function ofFiles(code: string): Error {
  return Object.assign(new Error(`${code}: it said`), { code })
}

test('every SQLite error has one of our codes, also with extended result codes', () => {
  const wanted = {
    DISK_FULL: [13],
    STORE_CORRUPT: [11, 11 | (3 << 8), 19, 1555, 20, 26, 522, 8458],
    STORE_BUSY: [5, 5 | (2 << 8), 6],
    STORE_UNAVAILABLE: [3, 8, 8 | (4 << 8), 10, 778, 14, 14 | (2 << 8), 23],
    MEMORY_EXHAUSTED: [7],
    RECORD_TOO_LONG: [18],
    BUG: [1, 21],
  }
  for (const [code, given] of Object.entries(wanted)) {
    for (const errcode of given) assert.equal(sqliteError(ofSqlite(errcode), file).code, code, `${errcode}`)
  }
})

test('a missing or altered table and an impossible number are damage', () => {
  for (const message of [
    'no such table: links',
    'table header has no column named x',
    'unsupported file format',
  ])
    assert.equal(sqliteError(Object.assign(ofSqlite(1), { message }), file).code, 'STORE_CORRUPT')
  const large = Object.assign(new RangeError('Value is too large'), { code: 'ERR_OUT_OF_RANGE' })
  assert.equal(sqliteError(large, file).code, 'STORE_CORRUPT')
})

test('errors of files have one of our codes', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG'])
    assert.equal(sqliteError(ofFiles(code), file).code, 'DISK_FULL')
  for (const code of ['EACCES', 'EROFS', 'EIO', 'ENOENT']) {
    assert.equal(sqliteError(ofFiles(code), file).code, 'STORE_UNAVAILABLE')
  }
  assert.equal(sqliteError(new TypeError('x'), file).code, 'BUG')
  assert.equal(sqliteError('x', file).code, 'BUG')
})

test('messages say what is wrong and what to do', () => {
  assert.equal(
    sqliteError(ofSqlite(11), file).message,
    'STORE_CORRUPT: expected an undamaged file, got it said, at /nonexistent/store.sqlite. To fix: restore the data directory from a copy, or delete the collection and rebuild it from its documents.',
  )
  assert.equal(
    sqliteError(ofSqlite(13), file).message,
    'DISK_FULL: expected room on the disk, got a full disk, at /nonexistent/store.sqlite. To fix: free some space and try again; everything acknowledged before is kept.',
  )
  assert.equal(
    sqliteError(ofSqlite(5), file).message,
    'STORE_BUSY: expected a database that no other program has locked, got it said, at /nonexistent/store.sqlite. To fix: end the other program that has the file open, and try again.',
  )
})

test('our own errors pass unchanged, and all errors survive the way between threads', () => {
  const own = new NearsameError('STORE_FORMAT', {
    expected: 'a',
    got: 'b',
    fix: 'c',
    cause: new Error('d'),
  })
  assert.equal(sqliteError(own, file), own)
  const { code, parts } = structuredClone(packError(sqliteError(own, file)))
  assert.equal(new NearsameError(code, parts).message, own.message)
  assert.equal(parts.cause, 'Error: d')
  assert.equal(packError(sqliteError(ofSqlite(13), file)).code, 'DISK_FULL')
})
