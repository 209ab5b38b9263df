import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findTwins } from '../../../doors/index.ts'
import { oddSketchWords } from '../../../texts/kernels/layout/plan-layout.ts'
import { oddSketch } from '../../../texts/kernels/reference/odd-sketches.ts'
import { memoryStore } from '../../store/memory-store.ts'
import { openIndex } from '../text-index.ts'
import { RememberedSketches } from './remembered-sketches.ts'

function sketchOf(members: readonly bigint[]): Uint32Array {
  const memory = new Uint8Array(8 * members.length + 4 * oddSketchWords)
  new BigUint64Array(memory.buffer, 0, members.length).set(members)
  oddSketch(memory, 0, members.length, 8 * members.length)
  return new Uint32Array(memory.buffer, 8 * members.length)
}

const set = fc.uniqueArray(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 1, maxLength: 50 })

test('no bound is below the similarity; of two documents in one slot the newer stays', () => {
  fc.assert(
    fc.property(set, set, set, (a, b, own) => {
      const query = [...own, ...a.slice(0, 20).filter(member => !own.includes(member))]
      const remembered = new RememberedSketches('jaccard')
      assert.equal(remembered.has(7), false)
      remembered.add(7, sketchOf(b))
      remembered.add(7 + 2 ** 16, sketchOf(a))
      assert.deepEqual([remembered.has(7), remembered.has(7 + 2 ** 16)], [false, true])
      remembered.add(8, sketchOf(b))
      remembered.query = sketchOf(query)
      for (const [number, of] of [
        [7 + 2 ** 16, a],
        [8, b],
      ] as const) {
        const shared = of.filter(member => query.includes(member)).length
        assert.ok(remembered.bound(number) >= shared / (of.length + query.length - shared))
      }
    }),
  )
})

/** 84 words shared by all and 20 of its own; every tenth text differs from the one before only in its last word. */
const texts = Array.from({ length: 800 }, (_, i) => {
  const words = (count: number, of: string) => Array.from({ length: count }, (_, k) => `${of}x${k}`)
  const own = words(20, String(i % 10 === 9 ? i - 1 : i))
  if (i % 10 === 9) own[19] = `last${i}`
  return [...words(84, 'all'), ...own].join(' ')
})

for (const storeText of [true, false]) {
  test(`each of many texts that flood an index is measured ${storeText ? '' : 'by its shingles '}once, and all matches are found`, async () => {
    let verified = 0
    let candidates = 0
    const observer = {
      matched(event: { readonly candidates: number; readonly verified: number }) {
        verified += event.verified
        candidates += event.candidates
      },
    }
    const index = await openIndex(memoryStore(), { storeText, observer })
    for (let from = 0; from < texts.length; from += 100) {
      const documents = texts.slice(from, from + 100).map((text, i) => ({ id: from + i, text }))
      for await (const { status } of index.addEach(documents)) assert.equal(status, 'added')
    }
    const { pairs } = await findTwins(texts, texts)
    const check = async () => {
      const found: [number, number, number][] = []
      for (const [left, text] of texts.entries()) {
        for (const { id, similarity } of await index.check({ text })) {
          found.push([left, id as number, similarity])
        }
      }
      return found.sort((a, b) => a[0] - b[0] || a[1] - b[1])
    }
    verified = 0
    candidates = 0
    const expected = pairs.map(({ left, right, similarity }) => [left, right, similarity])
    assert.ok(expected.length > texts.length)
    assert.deepEqual(await check(), expected)
    assert.ok(candidates > 100 * texts.length, `${candidates} candidates`)
    assert.ok(verified < 20 * texts.length, `${verified} measured of ${candidates}`)
  })
}
