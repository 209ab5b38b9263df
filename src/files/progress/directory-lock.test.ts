import assert from 'node:assert/strict'
import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ownerOfTemporaries } from '../io/leftovers.ts'
import { fileError, listTemporaries } from '../io/temporaries.ts'
import { DirectoryLock } from './directory-lock.ts'

const directory = mkdtempSync(join(tmpdir(), 'nearsame-lock-'))
after(() => rmSync(directory, { recursive: true }))

const locked = (name: string, mayRun = false) =>
  new DirectoryLock(join(directory, name), {
    mayRun: () => mayRun,
    failed: fileError,
    refused: where => new NearsameError('STATE_REFUSED', { expected: 'a', got: 'b', where, fix: 'c' }),
  })

test('a directory is locked once, in one process, too; released it is free again', () => {
  const lock = locked('one')
  assert.equal(readFileSync(join(directory, 'one/lock'), 'latin1'), ownerOfTemporaries())
  assert.throws(() => locked('one'), { code: 'STATE_REFUSED', where: join(directory, 'one/lock') })
  lock.release()
  assert.deepEqual(readdirSync(join(directory, 'one')), [])
  locked('one').release()
  assert.deepEqual(listTemporaries(), [])
})

test('a missing directory is made with its parents, and one that no system makes is refused at once', () => {
  locked('a/b/c').release()
  assert.deepEqual(readdirSync(join(directory, 'a/b/c')), [])
  writeFileSync(join(directory, 'file'), '')
  assert.throws(() => locked('file/b'), { code: 'OUTPUT_DIRECTORY' })
  const { mkdirSync } = fs
  fs.mkdirSync = () => {
    throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' }) // as /proc does, whose own directory is there
  }
  syncBuiltinESMExports()
  try {
    assert.throws(() => locked('d/e'), { code: 'OUTPUT_DIRECTORY' })
  } finally {
    fs.mkdirSync = mkdirSync
    syncBuiltinESMExports()
  }
})

test('the lock of a run that has ended is taken over, and one of a run that may go on is not', () => {
  mkdirSync(join(directory, 'two'))
  writeFileSync(join(directory, 'two/lock'), 'another')
  assert.throws(() => locked('two', true), { code: 'STATE_REFUSED' })
  assert.equal(readFileSync(join(directory, 'two/lock'), 'latin1'), 'another')
  const lock = locked('two')
  assert.equal(readFileSync(join(directory, 'two/lock'), 'latin1'), ownerOfTemporaries())
  assert.deepEqual(readdirSync(join(directory, 'two')), ['lock'])
  lock.release()
})

test('a directory is locked where the file system has no hard links', () => {
  const { linkSync } = fs
  fs.linkSync = () => {
    throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
  }
  syncBuiltinESMExports()
  try {
    const lock = locked('three')
    assert.deepEqual(readdirSync(join(directory, 'three')), ['lock'])
    assert.throws(() => locked('three'), { code: 'STATE_REFUSED' })
    lock.release()
  } finally {
    fs.linkSync = linkSync
    syncBuiltinESMExports()
  }
})

test('a directory that cannot be made is an error of the path', () => {
  writeFileSync(join(directory, 'file'), '')
  assert.throws(() => locked('file/below'), { code: 'OUTPUT_DIRECTORY' })
})
