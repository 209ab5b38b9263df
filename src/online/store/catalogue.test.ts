import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCollectionName } from './catalogue.ts'
import { memoryCatalogue } from './memory-catalogue.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test makes calls that the types forbid
const wrong = (value: unknown) => value as any

test('names of collections consist of letters, digits and a few signs; any other value is refused', () => {
  const catalogue = memoryCatalogue()
  for (const name of ['a', '0', 'News.2024', 'a_b-c.', 'x'.repeat(64)]) {
    assert.equal(checkCollectionName(name), name)
    catalogue.store(name)
  }
  for (const name of [
    '',
    '.',
    '..',
    '../x',
    'a/b',
    '-a',
    'ä',
    'x'.repeat(65),
    'a\n',
    null,
    undefined,
    5,
    ['a'],
  ]) {
    assert.throws(() => checkCollectionName(name), { code: 'OPTION_VALUE' })
    assert.throws(() => catalogue.store(wrong(name)), {
      message:
        /^OPTION_VALUE: expected a collection name of 1 to 64 of a-z, .* To fix: choose such a name\.$/,
    })
  }
})

test('a wrong clock is refused', () => {
  assert.throws(() => memoryCatalogue(wrong(5)), /OPTION_VALUE: expected now to be a function, got 5/)
})
