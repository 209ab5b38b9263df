/**
 * Intervals of `measuredShare` against the truth: repeatedly draws probes from made-up corpora with known pairs; the
 * interval must contain the share of all pairs in at least 93 of 100 draws. Seeds are fixed.
 *
 * Misses are independent or correlated: by texts that are hard to find, or by whole clusters.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MeasuredShare, measuredShare } from '../../src/engine/evaluate/intervals.ts'
import { drawSample, seededRandom } from '../../src/engine/evaluate/random-sample.ts'

interface World {
  readonly texts: number
  readonly probes: number
  /** Sizes of clusters; all pairs within a cluster count. */
  readonly clusters: readonly number[]
}

/** Log-odds of finding a pair: a mean, and the spread by text and by cluster. */
interface Finding {
  readonly recall: number
  readonly byText: number
  readonly byCluster: number
}

const sizes = (count: number, size: number) => Array.from({ length: count }, () => size)

const worlds: Readonly<Record<string, World>> = {
  'few pairs': { texts: 20_000, probes: 2000, clusters: sizes(60, 2) },
  'many pairs': { texts: 20_000, probes: 2000, clusters: sizes(4000, 2) },
  'clusters of many sizes': {
    texts: 20_000,
    probes: 2000,
    clusters: [...sizes(1000, 2), ...sizes(100, 5), ...sizes(20, 20)],
  },
  'big clusters': { texts: 10_000, probes: 1000, clusters: [300, 100, 100, ...sizes(100, 3)] },
  'big clusters, half of all texts probes': {
    texts: 5000,
    probes: 2500,
    clusters: [200, 50, 50, ...sizes(100, 3)],
  },
  'one cluster with few probes': { texts: 10_000, probes: 500, clusters: [60, ...sizes(300, 2)] },
}

const findings: readonly Finding[] = [
  { recall: 0.5, byText: 0, byCluster: 2 },
  { recall: 0.9, byText: 2, byCluster: 0 },
  { recall: 0.97, byText: 0, byCluster: 0 },
  { recall: 0.99, byText: 0, byCluster: 2 },
  { recall: 0.999, byText: 2, byCluster: 0 },
]

/** Pairs and found pairs of every text. */
function corpus({ texts, clusters }: World, { recall, byText, byCluster }: Finding, seed: number) {
  const random = seededRandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const pairs = new Float64Array(texts)
  const found = new Float64Array(texts)
  let first = 0
  for (const size of clusters) {
    const odds = Math.log(recall / (1 - recall)) + byCluster * normal()
    const own = Array.from({ length: size }, () => byText * normal())
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < i; j++) {
        const isFound = random() < 1 / (1 + Math.exp(-odds - own[i] - own[j]))
        for (const text of [first + i, first + j]) {
          pairs[text]++
          if (isFound) found[text]++
        }
      }
    }
    first += size
  }
  return { pairs, found }
}

const corpora = 3
const draws = 250

for (const [name, world] of Object.entries(worlds)) {
  test(`the interval contains the truth in 93 of 100 draws: ${name}`, () => {
    for (const finding of findings) {
      let held = 0
      for (let number = 0; number < corpora; number++) {
        const { pairs, found } = corpus(world, finding, 17 * number + 3)
        const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)
        const truth = sum(found) / sum(pairs)
        for (let draw = 0; draw < draws; draw++) {
          const { low, high } = drawn(found, pairs, world.probes, 7919 * draw + number)
          if (low <= truth && truth <= high) held++
        }
      }
      const share = held / (corpora * draws)
      assert.ok(share >= 0.93, `${share} for ${JSON.stringify(finding)}`)
    }
  })
}

function drawn(found: Float64Array, pairs: Float64Array, probes: number, seed: number): MeasuredShare {
  const sample = drawSample(pairs.length, probes, seed)
  return measuredShare(
    Float64Array.from(sample, text => found[text]),
    Float64Array.from(sample, text => pairs[text]),
    pairs.length,
  )
}

test('without any pair the interval is all of [0, 1]', () => {
  const none = new Float64Array(1000)
  for (let seed = 0; seed < 20; seed++) {
    const { estimate, low, high } = drawn(none, none, 100, seed)
    assert.deepEqual([estimate, low, high], [null, 0, 1])
  }
})

test('the estimate has negligible bias, and more probes make the interval narrower', () => {
  const world = worlds['clusters of many sizes']
  const { pairs, found } = corpus(world, { recall: 0.9, byText: 1, byCluster: 0 }, 5)
  const truth = found.reduce((a, b) => a + b) / pairs.reduce((a, b) => a + b)
  const shares = Array.from({ length: 400 }, (_, seed) => drawn(found, pairs, world.probes, seed))
  const mean = shares.reduce((sum, { estimate }) => sum + (estimate ?? 0), 0) / shares.length
  assert.ok(Math.abs(mean - truth) < 0.005, `${mean}, truth ${truth}`)
  const widths = [500, 2000, 8000].map(probes => {
    const { low, high } = drawn(found, pairs, probes, 1)
    return high - low
  })
  assert.ok(widths[0] > widths[1] && widths[1] > widths[2])
})
