import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../ground/breath/steps.ts'
import { withoutBridges } from './bridges.ts'
import type { Evidence } from './evidence.ts'
import { neighboursOf } from './neighbours.ts'

/** Which of these pairs stay, by their scores. */
const kept = (
  rows: number,
  list: readonly (readonly [number, number, number])[],
  judged: number[] = [],
) => {
  const pairs = {
    left: Int32Array.from(list, pair => pair[0]),
    right: Int32Array.from(list, pair => pair[1]),
  }
  const evidence = { rows, pairs, neighbours: atOnce(neighboursOf(rows, pairs)) }
  const decided = Int8Array.from(list, (_, p) => judged[p] ?? 0)
  const scores = Float64Array.from(list, pair => pair[2])
  const accepted = new Uint8Array(list.length).fill(1)
  return [...atOnce(withoutBridges({ ...evidence, decided } as unknown as Evidence, scores, accepted))]
}

const bridge = [
  [0, 1, 0.9],
  [1, 2, 0.6],
  [2, 3, 0.9],
] as const

test('a pair between two clusters falls, unless a person accepted it', () => {
  assert.deepEqual(kept(4, bridge), [1, 0, 1])
  assert.deepEqual(kept(4, bridge, [0, 1, 0]), [1, 1, 1])
})

test('a weak pair inside a cluster stays', () => {
  const inside = [
    [0, 1, 0.9],
    [0, 2, 0.8],
    [1, 2, 0.6],
    [2, 3, 0.9],
  ] as const
  assert.deepEqual(kept(4, inside), [1, 1, 1, 1])
})

test('the last record of a chain stays', () => {
  assert.deepEqual(kept(3, bridge.slice(0, 2)), [1, 1])
})
