/** Lookup3 on texts: Solr's values, and the 64-bit hash written with BigInt. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { foldLookup3, lookup3ycs, lookup3ycs64 } from './lookup3.ts'

test("gives Solr's hashes", () => {
  assert.equal(lookup3ycs64('abc'), 0x2219db7ae9075109n)
  assert.equal(lookup3ycs64('', 0n), 0xdeadbeeedeadbeefn)
  assert.equal(lookup3ycs('', 0), 0xdeadbeef)
  const text = '\udadd d\u2e1bed\u0084\u0944\u033f E\u44f2'
  assert.equal(lookup3ycs64(text, 0x2bc515c215d95366n), 0xf9270b6dd66c2d72n)
  assert.equal(lookup3ycs(text, 0x15d95366), 0x8240acc3)
})

test('a high surrogate swallows the unit after it, and counts by itself at the end', () => {
  // \ud83d and U+2E1B make the symbol of \ud83d and \ude00 minus 0xde00 - 0x2e1b.
  const symbol = 0x1f600 - (0xde00 - 0x2e1b)
  const pair = String.fromCodePoint(symbol)
  assert.equal(lookup3ycs64('\ud83d\u2e1b'), lookup3ycs64(pair))
  assert.notEqual(lookup3ycs64('\ud83d'), lookup3ycs64('\ud83d\u0000'))
})

const texts = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)),
})
const seeds = fc.bigInt(0n, 2n ** 64n - 1n)

test('equals the definition in 64 bits, and the short hash for a 32-bit seed', () => {
  const property = fc.property(texts, seeds, (text, seed) => {
    assert.equal(lookup3ycs64(text, seed), naive(text, seed))
    const low = BigInt.asUintN(32, seed)
    assert.equal(lookup3ycs(text, Number(low)), Number(BigInt.asUintN(32, lookup3ycs64(text, low))))
  })
  fc.assert(property, { numRuns: runs(500), seed: 17 })
})

test('folding a text into a state equals hashing it with the state as seed', () => {
  const property = fc.property(texts, seeds, (text, seed) => {
    const state = Int32Array.of(Number(BigInt.asIntN(32, seed >> 32n)), Number(BigInt.asIntN(32, seed)))
    foldLookup3(state, text)
    assert.equal((BigInt(state[0] >>> 0) << 32n) | BigInt(state[1] >>> 0), lookup3ycs64(text, seed))
  })
  fc.assert(property, { numRuns: runs(200), seed: 18 })
})

/** Steps of lookup3: which of a, b, c changes by which, and the number of bits. */
const mixSteps = [
  [0, 2, 4, 1],
  [1, 0, 6, 2],
  [2, 1, 8, 0],
  [0, 2, 16, 1],
  [1, 0, 19, 2],
  [2, 1, 4, 0],
] as const
const finalSteps = [
  [2, 1, 14],
  [0, 2, 11],
  [1, 0, 25],
  [2, 1, 16],
  [0, 2, 4],
  [1, 0, 14],
  [2, 1, 24],
] as const

function naive(text: string, seed: bigint): bigint {
  const u32 = (value: bigint) => BigInt.asUintN(32, value)
  const rotate = (value: bigint, by: number) => u32((value << BigInt(by)) | (value >> BigInt(32 - by)))
  const symbols = symbolsOf(text)
  const word = u32(0xdeadbeefn + u32(seed))
  const s = [word, word, u32(word + (seed >> 32n))]
  for (let at = 0; at < symbols.length; at += 3) {
    for (const [i, symbol] of symbols.slice(at, at + 3).entries()) s[i] = u32(s[i] + symbol)
    if (at + 3 < symbols.length) {
      for (const [x, y, by, z] of mixSteps) {
        s[x] = u32(s[x] - s[y]) ^ rotate(s[y], by)
        s[y] = u32(s[y] + s[z])
      }
    } else for (const [x, y, by] of finalSteps) s[x] = u32((s[x] ^ s[y]) - rotate(s[y], by))
  }
  return BigInt.asUintN(64, BigInt.asIntN(32, s[2]) + (s[1] << 32n))
}

function symbolsOf(text: string): bigint[] {
  const symbols: bigint[] = []
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const isPair = unit >= 0xd800 && unit < 0xdc00 && i + 1 < text.length
    symbols.push(BigInt(isPair ? (unit - 0xd800) * 1024 + text.charCodeAt(++i) - 0xdc00 + 0x10000 : unit))
  }
  return symbols
}
