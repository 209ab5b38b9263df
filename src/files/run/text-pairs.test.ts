/** Methods that look at all texts at once yield to the event loop, and a signal ends them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnsDuring } from '../../../test/ground/turns.ts'
import { breather } from '../../ground/breath/breath.ts'
import { decisionOf } from '../../methods/options/decision.ts'
import { resolveResultOptions } from '../../methods/options/result-options.ts'

const methods = ['records', 'longest-words', 'restaurants-shingles', 'restaurants-minhash'] as const
/** Neighbours are near copies. */
const texts = Array.from({ length: 4000 }, (_, i) => {
  const words = Array.from({ length: 9 }, (_, k) => `word${((i >> 1) * 31 + k * k * 17) % 997}`)
  return `${words.join(' ')} ${i & 1}`
})

async function pairsBy(method: (typeof methods)[number]) {
  const decision = decisionOf(resolveResultOptions({ method }))
  assert(decision.kind === 'pairs')
  return decision.pairs()
}

for (const method of methods) {
  test(`${method} yields now and then, with the same result`, async () => {
    const pairs = await pairsBy(method)
    let breaths = 0
    const breath = async () => {
      breaths++
    }
    assert.deepEqual(await pairs(texts, { breath }), await pairs(texts))
    // At least one yield per 64 texts.
    assert(breaths >= 4000 / 64, `${breaths} breaths`)
    const turns = await turnsDuring(() => pairs(texts, { breath: breather(1) }))
    assert(turns >= 10, `${turns} turns`)
  })

  test(`${method} ends when a yield throws`, async () => {
    const pairs = await pairsBy(method)
    let breaths = 0
    const breath = async () => {
      if (++breaths === 50) throw new Error('aborted')
    }
    await assert.rejects(pairs(texts, { breath }), { message: 'aborted' })
    assert.equal(breaths, 50)
  })
}
