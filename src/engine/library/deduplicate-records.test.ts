/** Deduplication by records: equal rows form one cluster, however many there are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deduplicate } from './deduplicate.ts'

const many = 1002 // more than the limit up to which all pairs are listed
const cafe = Array<string>(many).fill('Golden Dragon Cafe 12 Main Street')
const others = ['Blue Lotus 99 Side Road', 'Green Tea House 4 Park Lane']

test('keeps one of many equal rows, under every keep rule and way of clustering', async () => {
  const spellings = cafe.map((text, row) => (row % 2 === 0 ? text : `${text.toUpperCase()}.`))
  for (const cluster of ['star', 'components', 'complete'] as const) {
    for (const keep of ['first', 'last', 'longest,last']) {
      const options = { method: 'records', cluster, keep } as const
      const blanks = Array<string>(many).fill('')
      for (const texts of [cafe, spellings, blanks, Array<string>(many).fill('!!!')]) {
        const { kept, removed } = await deduplicate([...texts, ...others], options)
        assert.equal(kept.length, 1 + others.length, `${cluster} ${keep} ${texts[1]}`)
        assert.ok(removed.every(({ similarity }) => similarity === 1))
      }
    }
  }
})
