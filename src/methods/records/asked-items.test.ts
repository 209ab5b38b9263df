/** Asked items: their choice, and how many matching pairs share enough of them, against all pairs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { people } from '../../../test/golden/records/samples.ts'
import { restaurants } from '../../../test/golden/restaurant/naive.ts'
import { askedItems, type ItemFrequency } from './asked-items.ts'
import { comparedText } from './candidates/record-text.ts'
import { ItemTable } from './item-table.ts'
import { itemAgree } from './params.ts'
import { isGram, recordItems, wordKey } from './record-items.ts'
import { recordSimilarity, weighRecord } from './record-similarity.ts'
import { SeenItems } from './seen-items.ts'

const none = new ItemTable(0, new Uint32Array(0), new Uint32Array(0))

test('asks the rarest items, at least eight, and stops once enough entries are read', () => {
  const items = recordItems('palm grill 9001 sunset')
  const record = weighRecord(items, none)
  assert.equal(items.length, 4 + 22)
  const rare = wordKey('grill')
  const asked = (frequency: number): Uint32Array =>
    askedItems(record, { frequencyOf: key => (key === rare ? 0 : frequency) })
  assert.equal(asked(1000).length, 8)
  assert.equal(asked(1000)[0], rare)
  assert.equal(asked(150).length, 14)
  assert.ok(asked(1).length > 8 && asked(1).length < 26)
})

test('without known frequencies asks sixteen 3-grams, and for a single character also its word', () => {
  const asked = askedItems(weighRecord(recordItems('palm grill 9001 sunset'), none))
  assert.deepEqual([asked.length, asked.every(isGram)], [16, true])
  assert.equal(askedItems(weighRecord(recordItems('x'), none)).length, itemAgree)
})

test('0.99 of the pairs above a threshold share enough of the asked items, from either side', () => {
  for (const texts of [restaurants().map(({ text }) => text), people(400, 0.4, 9)]) {
    const records = [...new Set(texts.map(comparedText))].map(recordItems)
    const seen = new SeenItems()
    for (const items of records) seen.add(items)
    const table = ItemTable.of(records)
    const cases: [ItemTable, ItemFrequency | undefined, number][] = [
      [table, table, 0.55],
      [none, seen, 0.75],
      [none, undefined, 0.8],
    ]
    for (const [weights, known, threshold] of cases) {
      const weighed = records.map(items => weighRecord(items, weights))
      const asked = weighed.map(record => new Set(askedItems(record, known)))
      let [all, found] = [0, 0]
      const isAsked = (a: number, b: number) =>
        asked[a].intersection(new Set(records[b])).size >= itemAgree ? 1 : 0
      weighed.forEach((record, a) => {
        for (let b = a + 1; b < records.length; b++) {
          if (recordSimilarity(record, records[b], weights) < threshold) continue
          all += 2
          found += isAsked(a, b) + isAsked(b, a)
        }
      })
      assert.ok(all > 100 && found >= 0.99 * all, `${found} of ${all}`)
    }
  }
})
