/**
 * Signatures as estimators: bias, variance and the band curve, at set sizes from 1 to 500, with 128 values.
 *
 * Each line below draws `trials` pairs of sets of fresh random hashes with exactly the given numbers of shared and
 * own shingles. A fixed seed makes every run see the same numbers; the bounds suit random ones: a correct estimator
 * would fail any one bound with a probability below 1e-5 (4.5 standard errors).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { fastestKernels, kernelsNamed } from '../../src/texts/kernels/select.ts'
import { type BandShape, candidateProbability } from '../../src/texts/lsh/banding.ts'

const length = 128
const errors = 4.5
const shapes: readonly BandShape[] = [
  { bands: 21, rows: 6 },
  { bands: 25, rows: 5 },
]

/** Shared shingles, own ones of A, own ones of B; set sizes 1, 2, 3, 5, 10, 20, 50, 500. */
const mixes: readonly [number, number, number][] = [
  [1, 0, 1],
  [1, 1, 1],
  [2, 0, 1],
  [3, 0, 1],
  [4, 1, 1],
  [8, 2, 2],
  [9, 1, 1],
  [18, 2, 2],
  [12, 8, 8],
  [45, 5, 5],
  [30, 20, 20],
  [450, 50, 50],
  [300, 200, 200],
]

interface Measured {
  readonly trials: number
  readonly bias: number
  readonly variance: number
  /** For each shape, the share of pairs that agree on a band. */
  readonly found: readonly number[]
}

/** Fills with random 32-bit numbers: SplitMix32, continuing where it stopped. */
let state = 2024
function randomise(values: Uint32Array): void {
  for (let i = 0; i < values.length; i++) {
    state = (state + 0x9e3779b9) | 0
    let z = state
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    values[i] = z ^ (z >>> 15)
  }
}

function hasEqualBand(isEqual: Uint8Array, { bands, rows }: BandShape): boolean {
  for (let band = 0; band < bands; band++) {
    let row = 0
    while (row < rows && isEqual[band * rows + row]) row++
    if (row === rows) return true
  }
  return false
}

function measure(
  kernels: Kernels,
  [shared, ownA, ownB]: readonly [number, number, number],
  trials: number,
): Measured {
  const union = shared + ownA + ownB
  const jaccard = shared / union
  // In memory: own shingles of A, shared ones, own ones of B. A is a prefix and B a suffix.
  const b = kernels.base + 8 * ownA
  const out = kernels.base + 8 * union + 64
  kernels.reserve(out + 8 * length + 64)
  const hashes = new Uint32Array(kernels.memory.buffer, kernels.base, 2 * union)
  const values = new Uint32Array(kernels.memory.buffer, out, 2 * length)
  const isEqual = new Uint8Array(length)
  const found = shapes.map(() => 0)
  let sum = 0
  let squares = 0
  for (let trial = 0; trial < trials; trial++) {
    randomise(hashes)
    // B second: the first signature may write into the 64 bytes after its target.
    kernels.signature(kernels.base, ownA + shared, length, trial, out)
    kernels.signature(b, shared + ownB, length, trial, out + 4 * length)
    for (let i = 0; i < length; i++) isEqual[i] = Number(values[i] === values[length + i])
    const error = isEqual.reduce((agreed, bit) => agreed + bit, 0) / length - jaccard
    sum += error
    squares += error * error
    shapes.forEach((shape, i) => {
      found[i] += Number(hasEqualBand(isEqual, shape))
    })
  }
  return {
    trials,
    bias: sum / trials,
    variance: squares / trials,
    found: found.map(count => count / trials),
  }
}

const name = await fastestKernels()
const kernels = await kernelsNamed(name)
// The reference takes a millisecond, the others two microseconds.
const trialsFor = (union: number): number => (name === 'reference' ? 40 : union > 100 ? 4000 : 10_000)

for (const mix of mixes) {
  const [shared, ownA, ownB] = mix
  const union = shared + ownA + ownB
  const jaccard = shared / union
  const { trials, bias, variance, found } = measure(kernels, mix, trialsFor(union))
  const independent = (jaccard * (1 - jaccard)) / length

  test(`${shared} shared and ${ownA} + ${ownB} own shingles: the estimate has no bias`, () => {
    assert.ok(Math.abs(bias) < errors * Math.sqrt(independent / trials), `bias ${bias} in ${trials} trials`)
  })

  test(`${shared} shared and ${ownA} + ${ownB} own shingles: the variance is at most J(1 - J)/t`, () => {
    // A sample variance has a relative standard error of about sqrt(2 / trials).
    const most = 1 + errors * Math.sqrt(2 / trials)
    assert.ok(variance <= most * independent, `${variance / independent} of J(1 - J)/t in ${trials} trials`)
  })

  shapes.forEach((shape, i) => {
    test(`${shared} shared and ${ownA} + ${ownB} own shingles: ${shape.bands} x ${shape.rows} bands find them as often as the equation says`, () => {
      const expected = candidateProbability(shape, jaccard)
      const noise = errors * Math.sqrt((expected * (1 - expected)) / trials) + 1 / trials
      // Values of small sets are not independent but balanced: the curve is up to 0.02 off, steeper than (1).
      const message = `found ${found[i]}, by equation ${expected}, in ${trials} trials`
      assert.ok(Math.abs(found[i] - expected) < noise + 0.02, message)
      // If the equation promises to find most pairs, the bands find no fewer.
      if (expected > 0.8) assert.ok(found[i] > expected - noise, message)
    })
  })
}

test('sets without a shared shingle agree nowhere', () => {
  const { bias, found } = measure(kernels, [0, 20, 20], Math.min(2000, trialsFor(40)))
  // 2000 * 128 comparisons, each equal with probability 2^-32.
  assert.equal(bias, 0)
  assert.deepEqual(found, [0, 0])
})

test('equal sets agree everywhere', () => {
  for (const size of [1, 2, 3, 5, 10, 20, 50, 500]) {
    assert.equal(measure(kernels, [size, 0, 0], 5).bias, 0)
  }
})

test('estimates of one pair under two seeds are independent', () => {
  // Averaging s seeds divides the variance by s only if they are independent: 16 seeds of 8 values, fixed sets.
  const own = 10
  const hashes = new Uint32Array(2 * 40)
  const trials = name === 'reference' ? 40 : 3000
  let squares = 0
  for (let trial = 0; trial < trials; trial++) {
    randomise(hashes)
    let agreed = 0
    const out = kernels.base + 4 * hashes.length + 64
    kernels.reserve(out + 256)
    new Uint32Array(kernels.memory.buffer, kernels.base, hashes.length).set(hashes)
    const values = new Uint32Array(kernels.memory.buffer, out, 16)
    for (let seed = 0; seed < 16; seed++) {
      kernels.signature(kernels.base, 30, 8, seed, out)
      kernels.signature(kernels.base + 8 * own, 30, 8, seed, out + 32)
      for (let i = 0; i < 8; i++) agreed += Number(values[i] === values[8 + i])
    }
    squares += (agreed / 128 - 0.5) ** 2
  }
  const ratio = squares / trials / (0.25 / 128)
  assert.ok(ratio < 1 + errors * Math.sqrt(2 / trials), `variance is ${ratio} of J(1 - J)/t`)
})
