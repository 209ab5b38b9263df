import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deduplicate } from './deduplicate.ts'
import { findPairs } from './find-pairs.ts'

/** Texts of which half come twice with a word changed: much to describe and much to measure. */
const texts = Array.from({ length: 12_000 }, (_, at) =>
  Array.from({ length: 120 }, (_, word) => (word === at % 2 ? `w${at}` : `w${at >> 1}x${word}`)).join(' '),
)

for (const [name, work] of [
  ['deduplicate', deduplicate],
  ['findPairs', findPairs],
] as const) {
  test(`while ${name} works others are answered, many times`, async () => {
    let answers = 0
    const timer = setInterval(() => answers++, 1)
    try {
      await work(texts)
    } finally {
      clearInterval(timer)
    }
    // Without a breath there is none but by chance: reading, describing and measuring take no turn of their own.
    assert.ok(answers >= 3, `${answers}`)
  })
}
