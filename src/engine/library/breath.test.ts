import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnsDuring } from '../../../test/ground/turns.ts'
import { deduplicate } from './deduplicate.ts'
import { findPairs, findTwins } from './find-pairs.ts'

/** Texts in pairs that differ only in the first two words: much to describe and much to measure. */
const texts = Array.from({ length: 12_000 }, (_, at) =>
  Array.from({ length: 120 }, (_, word) => (word === at % 2 ? `w${at}` : `w${at >> 1}x${word}`)).join(' '),
)

for (const [name, work] of [
  ['deduplicate', (some: string[]) => deduplicate(some)],
  ['findPairs', (some: string[]) => findPairs(some)],
  [
    'findTwins',
    (some: string[]) =>
      findTwins(
        some.filter((_, at) => at % 2 === 0),
        some.filter((_, at) => at % 2 === 1),
      ),
  ],
] as const) {
  test(`${name} yields to the event loop many times`, async () => {
    await work([]) // loads the kernels, which takes turns of the event loop itself
    const answers = await turnsDuring(() => work(texts))
    assert.ok(answers >= 3, `${answers}`)
  })
}
