import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { RangeResult } from '../../work/scan-range.ts'
import { RecordNumbers } from './record-numbers.ts'

/** One range: a flag for each record, true if it is bad or without a text. */
const range = fc.record({ newSource: fc.boolean(), bad: fc.array(fc.boolean(), { maxLength: 12 }) })

function rangeResult(source: number, bad: readonly boolean[]): RangeResult {
  const places = bad.flatMap((isBad, index) => (isBad ? [index] : []))
  const documents = bad.length - places.length
  const [first, second] = [0, 1].map(rest => places.filter(index => index % 2 === rest))
  const others = { bad: { index: first }, nulls: second.map(index => ({ index, count: 1 })) }
  return { source, records: bad.length, documents, ...others } as unknown as RangeResult
}

test('record numbers agree with a list of all records, whatever the ranges', () => {
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 20 }), ranges => {
      const numbers = new RecordNumbers()
      const sources: boolean[][] = [[]]
      for (const { newSource, bad } of ranges) {
        if (newSource) sources.push([])
        const source = sources.length - 1
        assert.equal(numbers.append(rangeResult(source, bad)), sources[source].length)
        sources[source].push(...bad)
      }
      let document = 0
      let all = 0
      for (const [source, records] of sources.entries()) {
        const isSeen = source === 0 || records.length > 0
        if (isSeen) assert.equal(numbers.firstDocument(source), document)
        assert.equal(numbers.countOf(source), records.length)
        for (const [i, isBad] of records.entries()) {
          all++
          if (isBad) continue
          assert.equal(numbers.sourceOf(document), source)
          assert.equal(numbers.numberOf(document), i + 1)
          assert.equal(numbers.globalNumberOf(document), all)
          document++
        }
      }
      assert.equal(numbers.count, all)
      assert.equal(numbers.firstDocument(sources.length), document)
    }),
  )
})

test('the source of a document does not depend on which document was asked for before', () => {
  const numbers = new RecordNumbers()
  for (const [source, documents] of [3, 0, 2, 1].entries()) {
    numbers.append(rangeResult(source, new Array(documents).fill(false)))
  }
  const sources = [0, 0, 0, 2, 2, 3]
  for (const before of sources.keys()) {
    for (const [document, source] of sources.entries()) {
      numbers.sourceOf(before)
      assert.equal(numbers.sourceOf(document), source)
    }
  }
})
