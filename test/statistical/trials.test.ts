/**
 * Trials against their odds: how often documents of known overlap count as duplicates, against equation (1) of
 * `trials.ts`. Seeds are fixed; by chance, one in 16,000 cells would miss its bound of four standard deviations.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreedTrials, defaultTrialShape, duplicateProbability } from '../../src/texts/lsh/trials.ts'
import { TrialKeys } from '../../src/texts/sketch/trial-keys.ts'

const rounds = 400
const size = 200

/** Two sets of 64-bit numbers with the share `overlap` of their union in common. */
function pairOf(round: number, overlap: number): [Uint32Array, Uint32Array] {
  const random = generator(round)
  const shared = Array.from({ length: Math.round(size * overlap) }, random)
  const rest = Array.from({ length: size - shared.length }, random)
  const half = Math.floor(rest.length / 2)
  const words = (numbers: readonly bigint[]) => new Uint32Array(BigUint64Array.from(numbers).buffer)
  return [words([...shared, ...rest.slice(0, half)]), words([...shared, ...rest.slice(half)])]
}

/** SplitMix64. */
function generator(seed: number): () => bigint {
  let state = BigInt(seed + 1) << 32n
  return () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n)
    let x = state
    x = BigInt.asUintN(64, (x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n)
    x = BigInt.asUintN(64, (x ^ (x >> 27n)) * 0x94d049bb133111ebn)
    return x ^ (x >> 31n)
  }
}

const { trials, hashes, agree } = defaultTrialShape

/** The numbers of agreeing trials for pairs with an overlap, each with its own hash functions. */
function agreements(overlap: number): number[] {
  return Array.from({ length: rounds }, (_, round) => {
    const keys = new TrialKeys({ trials, hashes, seed: 1000 * overlap * rounds + round })
    const [a, b] = pairOf(round, overlap).map(set => {
      const of = new Uint32Array(trials)
      keys.write(set, of)
      return of
    })
    return agreedTrials(a, b)
  })
}

for (const overlap of [0.99, 0.95, 0.92, 0.9, 0.85, 0.8]) {
  test(`at an overlap of ${overlap} pairs count as duplicates as often as the odds say`, () => {
    const agreed = agreements(overlap)
    const expected = duplicateProbability(defaultTrialShape, overlap)
    const share = agreed.filter(count => count >= agree).length / rounds
    const bound = 4 * Math.sqrt((expected * (1 - expected)) / rounds) + 1 / rounds
    assert.ok(Math.abs(share - expected) <= bound, `${share}, expected ${expected} within ${bound}`)
    // The mean number of agreeing trials is more sensitive than the share.
    const q = overlap ** hashes
    const mean = agreed.reduce((sum, count) => sum + count, 0) / rounds
    const meanBound = 4 * Math.sqrt((trials * q * (1 - q)) / rounds)
    assert.ok(
      Math.abs(mean - trials * q) <= meanBound,
      `${mean}, expected ${trials * q} within ${meanBound}`,
    )
  })
}

test('trials are independent: their variance is that of a binomial distribution', () => {
  const q = 0.9 ** hashes
  const agreed = agreements(0.9)
  const mean = agreed.reduce((sum, count) => sum + count, 0) / rounds
  const variance = agreed.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (rounds - 1)
  const expected = trials * q * (1 - q)
  assert.ok(
    Math.abs(variance / expected - 1) < 4 * Math.sqrt(2 / rounds),
    `${variance}, expected ${expected}`,
  )
})
