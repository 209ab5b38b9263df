/** Signatures and band keys: every implementation against the reference, bit for bit, and their promised properties. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { fmix64 } from '../../src/texts/kernels/reference/mix.ts'
import { bandKey, minHashValues } from '../../src/texts/kernels/reference/signature.ts'
import { kernelsNamed } from '../../src/texts/kernels/select.ts'
import { runs } from '../ground/runs.ts'
import { guarded, placeBehind, reserveGuarded } from './guards.ts'
import { names } from './implementations.ts'

const shingles = (count: number, from = 1): bigint[] =>
  Array.from({ length: count }, (_, i) => fmix64(BigInt(from + i)))

function sign(kernels: Kernels, hashes: readonly bigint[], length: number, seed: number): Uint32Array {
  const target = { at: placeBehind(kernels.base + 8 * hashes.length), bytes: 4 * length, slack: 0 }
  reserveGuarded(kernels, target.at + target.bytes)
  new BigUint64Array(kernels.memory.buffer, kernels.base, hashes.length).set(hashes)
  guarded(kernels, [target], () => kernels.signature(kernels.base, hashes.length, length, seed, target.at))
  return new Uint32Array(kernels.memory.buffer.slice(target.at, target.at + target.bytes))
}

function keysOf(kernels: Kernels, values: Uint32Array, bands: number, rows: number): Uint32Array {
  const target = { at: placeBehind(kernels.base + 4 * values.length), bytes: 4 * bands, slack: 0 }
  reserveGuarded(kernels, target.at + target.bytes)
  new Uint32Array(kernels.memory.buffer, kernels.base, values.length).set(values)
  guarded(kernels, [target], () => kernels.bandKeys(kernels.base, bands, rows, target.at))
  return new Uint32Array(kernels.memory.buffer.slice(target.at, target.at + target.bytes))
}

interface Golden {
  readonly shingles: string[]
  readonly seed: number
  readonly length: number
  readonly values: string
  readonly bands: number
  readonly rows: number
  readonly keys: string
}
const folder = new URL('../golden/signature/', import.meta.url)
const files = readdirSync(folder).filter(file => file.endsWith('.json'))
const goldens: [string, Golden][] = files.map(file => [
  file,
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
])

/** Values as the format writes them: little-endian, lower-case hex. */
const hex = (values: Uint32Array): string =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('hex')

for (const name of names) {
  test(`${name}: has the golden values`, async () => {
    const kernels = await kernelsNamed(name)
    assert.equal(kernels.name, name)
    assert.ok(goldens.length >= 4)
    for (const [file, golden] of goldens) {
      const values = sign(
        kernels,
        golden.shingles.map(h => BigInt(`0x${h}`)),
        golden.length,
        golden.seed,
      )
      assert.equal(hex(values), golden.values, file)
      assert.equal(hex(keysOf(kernels, values, golden.bands, golden.rows)), golden.keys, file)
    }
  })

  test(`${name}: signatures of every size and length equal the reference`, async () => {
    const kernels = await kernelsNamed(name)
    for (const count of [1, 2, 3, 4, 5, 31, 33, 100]) {
      for (const length of [1, 2, 3, 16, 65, 128]) {
        const hashes = shingles(count)
        assert.deepEqual(
          sign(kernels, hashes, length, length),
          minHashValues(new Set(hashes), length, length),
        )
      }
    }
    const hashes = shingles(70)
    assert.deepEqual(
      sign(kernels, hashes, 4096, 2 ** 32 - 1),
      minHashValues(new Set(hashes), 4096, 2 ** 32 - 1),
    )
  })

  test(`${name}: signatures of any hashes equal the reference, also of badly mixed ones`, async () => {
    const kernels = await kernelsNamed(name)
    const hash = fc.oneof(fc.bigInt(0n, 2n ** 64n - 1n), fc.bigInt(0n, 9n), fc.constant(2n ** 64n - 1n))
    const property = fc.property(
      fc.array(hash, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }),
      fc.nat(2 ** 32 - 1),
      (hashes, length, seed) => {
        assert.deepEqual(sign(kernels, hashes, length, seed), minHashValues(new Set(hashes), length, seed))
      },
    )
    fc.assert(property, { numRuns: runs(200), seed: 7 })
  })

  test(`${name}: order and repeats do not matter`, async () => {
    const kernels = await kernelsNamed(name)
    for (const count of [2, 9, 60]) {
      const hashes = shingles(count)
      const expected = sign(kernels, hashes, 50, 1)
      assert.deepEqual(sign(kernels, hashes.toReversed(), 50, 1), expected)
      assert.deepEqual(sign(kernels, [...hashes, ...hashes.slice(0, 2), ...hashes], 50, 1), expected)
    }
  })

  test(`${name}: a few shingles repeated many times have the signature of one of each`, async () => {
    const kernels = await kernelsNamed(name)
    // Up to 2,048 distinct ones are extracted; there may also be many of 0.
    for (const [count, length] of [
      [1, 1],
      [5, 128],
      [60, 128],
      [2048, 2048],
      [2049, 2048],
    ]) {
      const hashes = [...shingles(count - 1), 0n]
      const expected = sign(kernels, hashes, length, 3)
      const often = Array.from(
        { length: 6 * Math.max(count, length) },
        (_, i) => hashes[(i * 7919) % count],
      )
      assert.deepEqual(sign(kernels, [...hashes, ...often], length, 3), expected, `${count}, ${length}`)
    }
  })

  test(`${name}: an earlier signature does not affect the next`, async () => {
    const kernels = await kernelsNamed(name)
    const first = sign(kernels, shingles(3), 100, 1)
    sign(kernels, shingles(200, 1000), 300, 2)
    assert.deepEqual(sign(kernels, shingles(3), 100, 1), first)
  })

  test(`${name}: a value of the union is a value of a part, and shared values win if both agree`, async () => {
    const kernels = await kernelsNamed(name)
    const a = sign(kernels, shingles(20, 1), 64, 5)
    const b = sign(kernels, shingles(20, 11), 64, 5)
    const both = sign(kernels, shingles(30, 1), 64, 5)
    both.forEach((value, i) => {
      assert.ok(value === a[i] || value === b[i])
      if (a[i] === b[i]) assert.equal(value, a[i])
    })
  })

  test(`${name}: another seed gives other values`, async () => {
    const kernels = await kernelsNamed(name)
    const one = sign(kernels, shingles(50), 128, 1)
    const two = sign(kernels, shingles(50), 128, 2)
    assert.equal(one.filter((value, i) => value === two[i]).length, 0)
  })

  test(`${name}: band keys equal those of naive slices, for every shape`, async () => {
    const kernels = await kernelsNamed(name)
    const values = sign(kernels, shingles(40), 60, 1)
    for (const [bands, rows] of [
      [1, 1],
      [60, 1],
      [1, 60],
      [12, 5],
      [8, 7],
      [20, 3],
    ]) {
      const naive = Uint32Array.from({ length: bands }, (_, i) =>
        bandKey(values.slice(i * rows, (i + 1) * rows)),
      )
      assert.deepEqual(keysOf(kernels, values, bands, rows), naive)
    }
  })
}

test('band keys of 100,000 different bands have about one collision, and differ by order and length', () => {
  const seen = new Set<number>()
  for (let i = 0; i < 100_000; i++) seen.add(bandKey([i, 7]))
  // Expected collisions: 100000^2 / 2^33 = 1.2; nine or more have a probability below 1e-5.
  assert.ok(seen.size > 100_000 - 9)
  assert.notEqual(bandKey([1, 2]), bandKey([2, 1]))
  assert.notEqual(bandKey([0]), bandKey([0, 0]))
})
