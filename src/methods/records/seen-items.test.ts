import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordItems } from './record-items.ts'
import { SeenItems } from './seen-items.ts'

test('an item counts once per record, and counts are halved to stay small', () => {
  const seen = new SeenItems()
  const items = recordItems('palm palm')
  for (let i = 0; i < 10; i++) seen.add(items)
  assert.deepEqual([seen.rows, seen.frequencyOf(items[0])], [10, 10])
  assert.equal(seen.frequencyOf((items[0] + 2 ** 31) >>> 0), 0)
  for (let i = 10; i < 2 ** 16; i++) seen.add(items)
  assert.deepEqual([seen.rows, seen.frequencyOf(items[0])], [2 ** 15, 2 ** 15])
})
