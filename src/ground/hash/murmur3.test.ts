/** MurmurHash3 against published values, SMHasher's verification, and a definition in BigInt. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { fmix64, rotateLeft, u64 } from '../../texts/kernels/reference/mix.ts'
import {
  codecHash32,
  codecHash128,
  foldHash128,
  murmur3Hash32,
  murmur3Hash128,
  murmur3Hex128,
} from './murmur3.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const fox = 'The quick brown fox jumps over the lazy dog'
const bytes = fc.uint8Array({ maxLength: 100 })
const seeds = fc.integer({ min: -(2 ** 31), max: 2 ** 32 - 1 })

test('x86_32 gives the published values', () => {
  const published: [string, number, number][] = [
    ['', 0, 0],
    ['', 1, 0x514e28b7],
    ['', 0xffffffff, 0x81f16f39],
    ['test', 0, 0xba6bd213],
    ['test', 0x9747b28c, 0x704b81dc],
    ['Hello, world!', 0, 0xc0363e43],
    ['Hello, world!', 0x9747b28c, 0x24884cba],
    [fox, 0, 0x2e4ff723],
    [fox, 0x9747b28c, 0x2fa826cd],
  ]
  for (const [text, seed, hash] of published) assert.equal(murmur3Hash32(bytesOf(text), seed), hash)
})

test('x64_128 gives the published values', () => {
  const published: [string, string][] = [
    ['', '00000000000000000000000000000000'],
    ['hello', 'cbd8a7b341bd9b025b1e906a48ae1d19'],
    [fox, 'e34bbc7bbc071b6c7a433ca9c49a9347'],
  ]
  for (const [text, hash] of published) assert.equal(murmur3Hex128(murmur3Hash128(bytesOf(text))), hash)
})

/** SMHasher hashes the keys 0, 0 1, 0 1 2, … with seeds 256, 255, …, and then all hashes together. */
function verification(hash: (bytes: Uint8Array, seed: number) => Uint32Array): number {
  const hashes = Array.from({ length: 256 }, (_, length) => {
    const key = Uint8Array.from({ length }, (_, i) => i)
    return [...hash(key, 256 - length)].flatMap(word => [word, word >>> 8, word >>> 16, word >>> 24])
  })
  return hash(Uint8Array.from(hashes.flat()), 0)[0]
}

test('both variants give the verification values of SMHasher', () => {
  const hash32 = (key: Uint8Array, seed: number) => Uint32Array.of(murmur3Hash32(key, seed))
  assert.equal(verification(hash32), 0xb0f57ee3)
  assert.equal(verification(murmur3Hash128), 0x6384ba69)
})

/** The definition with 64-bit words. */
function naiveHash128(key: Uint8Array, seed: number): string {
  const word = (part: Uint8Array) => part.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
  const [c1, c2] = [0x87c37b91114253d5n, 0x4cf5ad432745937fn]
  let [h1, h2] = [BigInt(seed >>> 0), BigInt(seed >>> 0)]
  for (let p = 0; p < key.length; p += 16) {
    h1 ^= u64(rotateLeft(u64(word(key.subarray(p, p + 8)) * c1), 31n) * c2)
    if (p + 16 <= key.length) h1 = u64((rotateLeft(h1, 27n) + h2) * 5n + 0x52dce729n)
    h2 ^= u64(rotateLeft(u64(word(key.subarray(p + 8, p + 16)) * c2), 33n) * c1)
    if (p + 16 <= key.length) h2 = u64((rotateLeft(h2, 31n) + h1) * 5n + 0x38495ab5n)
  }
  const length = BigInt(key.length)
  h1 = u64((h1 ^ length) + (h2 ^ length))
  h2 = fmix64(u64((h2 ^ length) + h1))
  h1 = u64(fmix64(h1) + h2)
  return ((h1 << 64n) | u64(h2 + h1)).toString(16).padStart(32, '0')
}

test('x64_128 equals its definition in 64-bit words', () => {
  const property = fc.property(bytes, seeds, (key, seed) => {
    assert.equal(murmur3Hex128(murmur3Hash128(key, seed)), naiveHash128(key, seed))
  })
  fc.assert(property, { numRuns: runs(1000), seed: 1 })
})

test('a range of bytes is hashed as if it stood alone', () => {
  const property = fc.property(bytes, bytes, bytes, (before, key, after) => {
    const state = new Uint32Array(4)
    foldHash128(
      Uint8Array.from([...before, ...key, ...after]),
      before.length,
      before.length + key.length,
      state,
    )
    assert.deepEqual(state, murmur3Hash128(key))
  })
  fc.assert(property, { numRuns: runs(200), seed: 2 })
})

test('the deprecated variants differ only for bytes from 128 in the tail, and for negative seeds', () => {
  const property = fc.property(bytes, seeds, (key, seed) => {
    const tail = key.subarray(key.length & ~3)
    if (tail.every(byte => byte < 128)) assert.equal(codecHash32(key, seed), murmur3Hash32(key, seed))
    const isEqual = murmur3Hex128(codecHash128(key, seed)) === murmur3Hex128(murmur3Hash128(key, seed))
    assert.equal(isEqual, (seed | 0) >= 0)
  })
  fc.assert(property, { numRuns: runs(500), seed: 3 })
  assert.equal(codecHash32(Uint8Array.of(0xe8, 0x2d), 3927955533), 0xb1436b4a)
  const three = Uint8Array.of(0x7d, 0x39, 0x61)
  assert.equal(murmur3Hex128(codecHash128(three, 3783557309)), '062f99e108c069d333d208468ea7c722')
})
