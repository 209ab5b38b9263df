/**
 * Private members: written `#name`, which also protects them at run time. Only constructors, which cannot have such a
 * name, may be `private`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSource, sourceFiles } from './sources.ts'

test('only constructors use the keyword private', () => {
  const found = sourceFiles().flatMap(file =>
    [...readSource(file).matchAll(/^ +private (.+)/gm)].map(([, member]) => ({ file, member })),
  )
  assert(found.length > 0, 'the check sees private constructors')
  assert.deepEqual(
    found.filter(({ member }) => !member.startsWith('constructor(')),
    [],
  )
})
