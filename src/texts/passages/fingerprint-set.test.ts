import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FingerprintSet, knownOf, occurrences } from './fingerprint-set.ts'

/** Numbers below 2^32, always the same. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield (state ^ (state >>> 13)) >>> 0
  }
}

/** Fingerprints at places 0, 1, 2 ... */
const given = (lows: Uint32Array) => ({
  count: lows.length,
  grams: Uint32Array.from({ length: 2 * lows.length }, (_, i) => (i % 2 === 0 ? lows[i / 2] : 7)),
  rows: Uint32Array.from({ length: 2 * lows.length }, (_, i) => (i % 2 === 0 ? i / 2 : 0)),
})

test('a set knows what occurs twice, and in which surroundings, as a map does', () => {
  for (const count of [0, 1, 300, 40_000]) {
    const random = numbers(count + 1)
    const set = new FingerprintSet()
    const known = new Map<number, number[]>()
    for (let added = 0; added < count; ) {
      const prints = new Uint32Array(3 * Math.min(count - added, 1000))
      for (let i = 0; i < prints.length; i += 3, added++) {
        const low = (random.next().value % Math.ceil(count / 2)) * 0x9e3779b1
        const around = random.next().value % 3
        // Two bits of a fingerprint are not kept.
        prints.set([low >>> 0, random.next().value, around], i)
        const kept = (low & ~3) >>> 0 || 4
        known.set(kept, [...(known.get(kept) ?? []), around])
      }
      set.add(prints)
    }
    assert.equal(set.count, known.size)
    const wanted = set.take(false, bytes => new ArrayBuffer(bytes))
    const lows = Uint32Array.from([...known.keys(), 8, 0xfffffff0])
    const kinds = knownOf(wanted, given(lows)).subarray(0, lows.length)
    const expected = Array.from(lows, low => {
      const around = known.get(low) ?? []
      if (around.length < 2) return occurrences.once
      return around.every(each => each === around[0]) ? occurrences.alike : occurrences.mixed
    })
    assert.deepEqual([...kinds], expected)
    assert.equal(set.count, 0)
  }
})

test('all fingerprints are wanted of one side of two', () => {
  const set = new FingerprintSet()
  set.add(Uint32Array.of(0, 1, 2, 100, 1, 2))
  const wanted = set.take(true, bytes => new ArrayBuffer(bytes))
  const kinds = knownOf(wanted, given(Uint32Array.of(0, 100, 200)))
  assert.deepEqual([...kinds.subarray(0, 3)], [occurrences.mixed, occurrences.mixed, occurrences.once])
})
