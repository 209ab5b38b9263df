import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PostingIndex } from './posting-index.ts'
import { PostingSegment } from './posting-segment.ts'
import { segmentNumbers } from './segment-numbers.ts'

/** Candidates by definition. */
class Naive {
  readonly documents = new Map<number, Set<number>>()

  candidates(keys: readonly number[], agree: number): number[] {
    const wanted = new Set(keys)
    return [...this.documents]
      .filter(([, own]) => [...own].filter(key => wanted.has(key)).length >= agree)
      .map(([number]) => number)
      .sort((a, b) => a - b)
  }
}

const key = fc.oneof(fc.nat(20), fc.nat(0xffff_ffff))
const keys = fc.array(key, { maxLength: 12 })

test('an index over segments and a tail finds what the definition finds, through removals and compaction', () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ keys, gap: fc.constantFrom(1, 1, 2, 30_000) }) },
    { weight: 2, arbitrary: fc.record({ remove: fc.nat(40) }) },
    { weight: 1, arbitrary: fc.constant('compact' as const) },
  )
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.array(keys),
      fc.integer({ min: 1, max: 3 }),
      (steps, asked, agree) => {
        const index = new PostingIndex(agree)
        const naive = new Naive()
        let number = 0
        for (const step of steps) {
          if (step === 'compact') index.compact()
          else if ('remove' in step) {
            const gone = [...naive.documents.keys()][step.remove]
            if (gone === undefined) continue
            index.remove(gone)
            naive.documents.delete(gone)
            assert(!index.has(gone))
          } else {
            number += step.gap
            index.add(number, Uint32Array.from(step.keys))
            naive.documents.set(number, new Set(step.keys))
            assert(index.has(number))
          }
        }
        for (const one of asked) {
          const found = [...index.candidates(Uint32Array.from(one))]
          const wanted = naive.candidates(one, agree)
          assert.deepEqual(
            found.filter(number => wanted.includes(number)),
            wanted,
          )
          assert(found.every(number => naive.documents.has(number)))
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('a segment read back from its words finds the same', () => {
  const index = new PostingIndex(5) // a document needs all its keys to be found
  const keysOf = (number: number) =>
    Uint32Array.from({ length: 5 }, (_, i) => Math.imul((number >>> 2) + 1, 2654435761 + 7 * i) >>> 0)
  for (let number = 1; number <= segmentNumbers; number++) index.add(number, keysOf(number))
  const [sealed] = index.segments
  assert.equal(index.tailFrom, segmentNumbers)
  const words = sealed.words()
  assert.equal(4 * words.length, sealed.sizeBytes)
  const again = new PostingIndex(5)
  again.attach(PostingSegment.fromWords(words) as PostingSegment)
  again.add(segmentNumbers, keysOf(segmentNumbers))
  for (let number = 1; number <= segmentNumbers; number += 997) {
    assert.deepEqual(again.candidates(keysOf(number)), index.candidates(keysOf(number)))
    assert(again.candidates(keysOf(number)).includes(number))
  }
})

test('words that form no segment are refused', () => {
  assert.equal(PostingSegment.fromWords(new Uint32Array(3)), undefined)
  assert.equal(PostingSegment.fromWords(new Uint32Array(4000)), undefined)
  const words = PostingSegment.of(
    0,
    { keys: Uint32Array.of(5), numbers: Uint32Array.of(1), length: 1 },
    new Uint32Array(2048).fill(2),
  ).words()
  assert(PostingSegment.fromWords(words) !== undefined)
  assert.equal(PostingSegment.fromWords(words.subarray(1)), undefined)
  const moved = words.slice()
  moved[0] = 7
  assert.equal(PostingSegment.fromWords(moved), undefined)
})

test('a posting in a sealed segment takes less than five bytes', () => {
  const index = new PostingIndex(3)
  let state = 1
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0)
  for (let number = 1; number <= 3 * segmentNumbers; number++)
    index.add(number, Uint32Array.from({ length: 25 }, random))
  const bytes = index.segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  assert(bytes / (25 * 3 * segmentNumbers) < 5, `${bytes}`)
})
