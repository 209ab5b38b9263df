/**
 * Private members: written `#name`, which holds when the program runs, too. A constructor has no such name, so it alone
 * may be `private`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSource, sourceFiles } from './sources.ts'

test('private is the word for constructors only', () => {
  const found = sourceFiles().flatMap(file =>
    [...readSource(file).matchAll(/^ +private (.+)/gm)].map(([, member]) => ({ file, member })),
  )
  assert(found.length > 0, 'the check sees private constructors')
  assert.deepEqual(
    found.filter(({ member }) => !member.startsWith('constructor(')),
    [],
  )
})
