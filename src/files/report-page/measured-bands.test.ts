/** Shares of pairs that bands propose: counted where all pairs are known, else estimated without bias. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { agreeingProbability } from '../../texts/lsh/agreeing-bands.ts'
import type { Run } from '../run/run.ts'
import { countedBands, estimatedBands } from './measured-bands.ts'

/** Numbers in [0, 1), the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const shape = { bands: 25, rows: 5, agree: 3 }

/** A run in which each band of a pair of similarity s agrees with probability s^rows. */
function pairedRun(similarities: readonly number[]): { readonly run: Run; readonly all: PairRows } {
  const random = randomNumbers(7)
  const starts = [0]
  const numbers: number[] = []
  for (const [pair, similarity] of similarities.entries()) {
    const shared = Array.from({ length: shape.bands }, (_, band) => shape.bands * pair + band).filter(
      () => random() < similarity ** shape.rows,
    )
    for (let side = 0; side < 2; side++) {
      numbers.push(...shared)
      starts.push(numbers.length)
    }
  }
  const groups = { starts: Uint32Array.from(starts), numbers: Uint32Array.from(numbers) }
  const all = {
    left: Int32Array.from(similarities, (_, pair) => 2 * pair),
    right: Int32Array.from(similarities, (_, pair) => 2 * pair + 1),
    similarity: Float64Array.from(similarities),
  }
  return { run: { documents: { groups }, settings: { shape } } as unknown as Run, all }
}

test('the estimate from proposed pairs is what counting all pairs gives', () => {
  const levels = [0.425, 0.525, 0.625, 0.725, 0.825, 0.925, 1]
  const { run, all } = pairedRun(levels.flatMap(level => new Array(8000).fill(level)))
  const counted = countedBands(run, all)
  const estimated = estimatedBands(run, [all])
  assert.deepEqual(
    estimated.map(({ from }) => from),
    counted.map(({ from }) => from),
  )
  for (const [i, { share, pairs, isEstimated }] of estimated.entries()) {
    const expected = agreeingProbability(shape, levels[i])
    assert(Math.abs(share - expected) < 0.02, `${levels[i]}: ${share}, expected ${expected}`)
    assert(Math.abs(counted[i].share - expected) < 0.02)
    assert.equal(pairs, Math.round(counted[i].share * counted[i].pairs))
    assert.equal(isEstimated, true)
  }
})

test('pairs that no band proposes do not count, and a run without groups has no points', () => {
  const { run, all } = pairedRun([0.1, 0.1, 0.1])
  assert.deepEqual(estimatedBands(run, [all]), [])
  assert.deepEqual(estimatedBands({ documents: {}, settings: { shape } } as unknown as Run, [all]), [])
})
