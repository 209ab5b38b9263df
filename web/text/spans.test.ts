/** Pieces of spans are the text again, whatever overlaps. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { spanPieces } from './spans.ts'

test('overlapping spans share no character, and every character of a span is marked', () => {
  const span = fc.record({ from: fc.nat(12), length: fc.nat(6), mark: fc.integer({ min: 1, max: 5 }) })
  fc.assert(
    fc.property(fc.array(span, { maxLength: 6 }), given => {
      const text = 'abcdefghijkl'
      const spans = given.map(({ from, length, mark }) => ({ from, to: from + length, mark }))
      const pieces = spanPieces(text, spans)
      assert.equal(pieces.map(piece => piece.text).join(''), text)
      const marked = pieces.flatMap(piece => Array.from(piece.text, () => piece.mark > 0))
      for (const [at, isMarked] of marked.entries())
        assert.equal(
          isMarked,
          spans.some(({ from, to }) => from <= at && at < to),
        )
    }),
  )
})

test('a span keeps its mark; of two that overlap the earlier one goes first', () => {
  const spans = [
    { from: 3, to: 6, mark: 2 },
    { from: 1, to: 4, mark: 1 },
  ]
  const pieces = spanPieces('abcdefg', spans).map(({ text, mark }) => `${text}${mark}`)
  assert.deepEqual(pieces, ['a0', 'bcd1', 'ef2', 'g0'])
})
