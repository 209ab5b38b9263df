import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doubtful, passes, sorted } from './cluster-filter.ts'
import { clusterOfMembers, type Member } from './findings.ts'

const member = (key: string, similarity: number, rule?: string): Member => ({
  ...{ id: key, key, similarity, rule, source: undefined },
  kind: rule === undefined ? 'kept' : 'near',
})
const chained = clusterOfMembers(
  [member('a', 1), member('b', 0.95, 'first'), member('c', Number.NaN, 'first')],
  3,
)
const direct = clusterOfMembers([member('d', 1), member('e', 0.8, 'first')], 2)
const judged = clusterOfMembers([member('f', 1), member('g', Number.NaN, 'decision')], 2)

test('a cluster joined by a chain is the most doubtful one, unless a person decided', () => {
  const clusters = [judged, direct, chained]
  assert.deepEqual(sorted(clusters, 'low'), [chained, direct, judged])
  assert.deepEqual(sorted(clusters, 'high'), [direct, chained, judged])
})

test('a cluster joined by a chain is less similar than each lower end of a range', () => {
  assert.deepEqual(
    [0, 0.7].map(from => passes(chained, { ...doubtful, from, to: 0.9 })),
    [true, false],
  )
})
