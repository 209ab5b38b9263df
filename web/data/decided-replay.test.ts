/** What people decided counts at every threshold. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReplayColumns } from '../../src/files/report-page/report-data.ts'
import { neighboursOf, recluster } from '../replay/recluster.ts'
import { withDecisions } from './decided-replay.ts'

test('another threshold honours what people decided about a collection', () => {
  const replay: ReplayColumns = {
    ...{ threshold: 0.5, current: 0.5, measure: 'jaccard', cluster: 'components' as const, documents: 9 },
    ...{ id: ['a', 7, '7', 'd', 'e'], copyOf: [0, 1, 2, 3, 4] },
    ...{ left: [0, 3], right: [1, 4], similarities: [0.6, 0.9] },
  }
  const review = (id1: string | number, id2: string | number, decision: 'same' | 'different') => ({
    ...{ id1, id2, decision, by: '-', at: '2026-01-01T00:00:00.000Z' },
  })
  const survivors = (reviews: Parameters<typeof withDecisions>[1], threshold: number) => {
    const decided = withDecisions(replay, reviews)
    return [...recluster(decided, neighboursOf(decided), threshold).survivor]
  }
  assert.deepEqual(survivors([], 0.7), [0, 1, 2, 3, 3])
  const same = { ...review(7, '7', 'same'), survivor: '7' }
  assert.deepEqual(survivors([same], 0.7), [0, 2, 2, 3, 3])
  const others = [
    { ...review('a', 7, 'same'), survivor: null },
    { ...review('d', 'e', 'different'), survivor: null },
    { ...review('a', 'gone', 'same'), survivor: null },
  ]
  assert.deepEqual(survivors(others, 0.7), [0, 0, 2, 3, 4])
})
