import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { pieceEndOf, type RecordEnd, recordEndOf } from './cuts.ts'
import { formats } from './formats.ts'

function records(recordEnd: RecordEnd, bytes: Buffer, from = 0, to = bytes.length): string[] {
  const found: string[] = []
  let at = from
  let end = recordEnd(bytes, at, to, true)
  while (end !== -1) {
    found.push(bytes.toString('latin1', at, end))
    at = end
    end = recordEnd(bytes, at, to, true)
  }
  return found
}

/** Of texts; rows, which say their lengths, have their own test. */
const cuts = Object.values(formats).flatMap(format =>
  'cut' in format && format.cut.by !== 'row' ? [format.cut] : [],
)
const recordEnds = cuts.map(recordEndOf)

test('gives the same records wherever a source is divided at record starts', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '"', ',', '\t', '\n', '\r', 'é', ' '),
    maxLength: 60,
  })
  for (const recordEnd of recordEnds) {
    fc.assert(
      fc.property(text, fc.nat(), (content, seed) => {
        const bytes = Buffer.from(content)
        const whole = records(recordEnd, bytes)
        assert.equal(whole.join(''), bytes.toString('latin1'))
        const cut = whole.slice(0, seed % (whole.length + 1)).join('').length
        assert.deepEqual([...records(recordEnd, bytes, 0, cut), ...records(recordEnd, bytes, cut)], whole)
      }),
      { numRuns: runs(500) },
    )
  }
})

test('waits for more bytes exactly as long as a record could continue', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r'), minLength: 1, maxLength: 30 })
  for (const recordEnd of recordEnds) {
    fc.assert(
      fc.property(text, content => {
        const bytes = Buffer.from(content)
        const end = recordEnd(bytes, 0, bytes.length, true)
        for (let to = 0; to < bytes.length; to++) {
          const early = recordEnd(bytes, 0, to, false)
          if (early !== -1) assert.equal(early, end)
        }
      }),
      { numRuns: runs(500) },
    )
  }
})

test('does not look beyond the end of the block', () => {
  const bytes = Buffer.from('ab\ncd\n')
  const lineEnd = recordEndOf({ by: 'line' })
  assert.equal(lineEnd(bytes, 0, 2, false), -1)
  assert.equal(lineEnd(bytes, 0, 2, true), 2)
  assert.equal(lineEnd(bytes, 3, 3, true), -1)
})

test('a whole source is one record, line ends included', () => {
  const wholeEnd = recordEndOf({ by: 'whole' })
  assert.equal(wholeEnd(Buffer.from('a\nb'), 0, 3, false), -1)
  assert.equal(wholeEnd(Buffer.from('a\nb'), 0, 3, true), 3)
})

test('finds the same record end in pieces as in one piece', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\t', '\n', '\r'), maxLength: 30 })
  for (const cut of cuts) {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (content, size) => {
        const bytes = Buffer.from(content)
        const pieceEnd = pieceEndOf(cut)
        let found = -1
        for (let at = 0; at < bytes.length && found < 0; at += size)
          found = pieceEnd(bytes, at, Math.min(at + size, bytes.length))
        assert.equal(found, recordEndOf(cut)(bytes, 0, bytes.length, false))
      }),
      { numRuns: runs(500) },
    )
  }
})
