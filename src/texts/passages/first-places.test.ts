import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FirstPlaces, firstPlaceIn } from './first-places.ts'

test('the first place of each hash is kept while the table grows, as in a map', () => {
  const places = new FirstPlaces()
  const known = new Map<string, number>()
  const hashes = new Uint32Array(2 * 60_000)
  for (let i = 0; i < hashes.length; i += 2) {
    const value = Math.imul(i % 40_006, 0x9e3779b1)
    // Some with equal first halves, at the end of the table.
    hashes[i] = i % 400 > 0 ? value : 0xffffffff - (value & 1)
    hashes[i + 1] = value >>> 7
  }
  for (let i = 0; i < hashes.length; i += 2) {
    const key = `${hashes[i]} ${hashes[i + 1]}`
    const expected = known.get(key) ?? i
    if (places.noteFirst(hashes[i], hashes[i + 1], i) !== expected) assert.fail(`place ${i}`)
    known.set(key, expected)
  }
  assert.equal(places.count, known.size)
  for (let i = 0; i < hashes.length; i += 1000) {
    const first = known.get(`${hashes[i]} ${hashes[i + 1]}`)
    assert.equal(places.firstOf(hashes[i], hashes[i + 1]), first)
    assert.equal(firstPlaceIn(places.table, hashes[i], hashes[i + 1]), first)
  }
  assert.equal(places.firstOf(1, 2), -1)
})
