import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadPackage } from './optional-package.ts'

test('returns the default export of a package, else its named exports', async () => {
  assert.equal(await loadPackage('x', async () => ({ default: 7 }), 'go without'), 7)
  assert.deepEqual(await loadPackage('x', async () => ({ name: 7 }), 'go without'), { name: 7 })
})

test('names a missing package, and how to fix it', async () => {
  const missing = loadPackage('x', () => Promise.reject(new Error('not found')), 'go without')
  await assert.rejects(missing, {
    code: 'PACKAGE_MISSING',
    message:
      'PACKAGE_MISSING: expected the package x, got an error while loading it. To fix: run `npm install x`, or go without.',
  })
})
