import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clusterByKey } from './cluster-by-key.ts'

test('equal keys and checked pairs link documents, also through others', () => {
  assert.deepEqual(clusterByKey(['a', 'b', 'a', 'c', 'b'], [[2, 3]]), [
    [0, 2, 3],
    [1, 4],
  ])
})

test('no key equals no key, 0 and "0" are different keys', () => {
  assert.deepEqual(clusterByKey([undefined, undefined, 0, '0']), [[0], [1], [2], [3]])
  assert.deepEqual(clusterByKey([]), [])
})

test('a document whose key is missing from the list has none', () => {
  const keys: (string | undefined)[] = new Array(4)
  keys[1] = 'x'
  keys[3] = 'x'
  assert.deepEqual(clusterByKey(keys), [[0], [1, 3], [2]])
})
