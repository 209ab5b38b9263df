/** Rankings: lengths in a byte. Their scores are compared with Lucene's in `inverted-index.test.ts`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { luceneLength, luceneNorm } from './rankings.ts'

test('a length in a byte is exact below 40 and at most an eighth too short', () => {
  let before = 0
  for (let length = 0; length < 20_000; length++) {
    const kept = luceneLength(length)
    if (length < 40) assert.equal(kept, length)
    assert(kept <= length && kept > (7 / 8) * length - 1 && kept >= before, `${length}: ${kept}`)
    assert.equal(luceneLength(kept), kept)
    before = kept
  }
})

test('lengths take 256 values over all of int32, so they fit in a byte', () => {
  const values = new Set<number>()
  for (let length = 0; length < 2 ** 31; length = length < 4096 ? length + 1 : Math.ceil(length * 1.001)) {
    values.add(luceneLength(length))
  }
  assert.equal(values.size, 256)
})

test('a norm of Lucene 4 is at most a fifth too small', () => {
  for (let length = 1; length < 5000; length++) {
    const norm = 1 / Math.sqrt(length)
    const kept = luceneNorm(norm)
    assert(kept <= norm + 1e-7 && kept >= 0.8 * norm, `${length}: ${kept}`)
  }
})
