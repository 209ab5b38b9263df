import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadPackage } from './optional-package.ts'

test('what a package exports by default is taken, else what it exports by name', async () => {
  assert.equal(await loadPackage('x', async () => ({ default: 7 }), 'go without'), 7)
  assert.deepEqual(await loadPackage('x', async () => ({ name: 7 }), 'go without'), { name: 7 })
})

test('a package that is not there is named, with what to do', async () => {
  const missing = loadPackage('x', () => Promise.reject(new Error('not found')), 'go without')
  await assert.rejects(missing, {
    code: 'PACKAGE_MISSING',
    message:
      'PACKAGE_MISSING: expected the package x, got an error on loading it. To fix: run `npm install x`, or go without.',
  })
})
