import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { AgreementCounts } from './agreement-counts.ts'
import { PostingIndex } from './posting-index.ts'
import { PostingJoin } from './posting-join.ts'
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
    { numRuns: runs(300) },
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
  const bytes = index.segments
    .flatMap(({ parts: { offsets, entries, alive } }) => [offsets, entries, alive])
    .reduce((sum, { byteLength }) => sum + byteLength, 0)
  assert(bytes / (25 * 3 * segmentNumbers) < 5, `${bytes}`)
})

/** A few documents in each of this many segments. */
function* sparse(segments: number, seed = 1): Generator<readonly [number: number, keys: Uint32Array]> {
  const random = randomFrom(seed)
  for (let i = 0; i < segments; i++)
    for (let place = 0; place < 8; place++)
      yield [1 + i * segmentNumbers + 8000 * place, Uint32Array.from({ length: 5 }, random)]
}

test('a lookup reads few segments, however many were sealed', () => {
  const index = new PostingIndex(1)
  let most = 0
  for (const [number, keys] of sparse(200)) {
    index.add(number, keys)
    most = Math.max(most, index.segments.length)
  }
  // Each has at least four times the documents of all later ones, but for those sealed during a join.
  assert(most >= 2 && most <= 7, `${most}`)
})

test('joined segments find exactly what was added, and nothing that was removed before or during a join', () => {
  const index = new PostingIndex(3)
  const documents = [...sparse(100, 7)]
  for (const [i, [number, keys]] of documents.entries()) {
    index.add(number, keys)
    if (i % 3 === 1) index.remove(documents[i >> 1][0])
  }
  const isRemoved = (at: number) => [2 * at, 2 * at + 1].some(i => i % 3 === 1 && i < documents.length)
  for (const [at, [number, keys]] of documents.entries()) {
    assert.equal(index.has(number), !isRemoved(at))
    assert.deepEqual([...index.candidates(keys)], isRemoved(at) ? [] : [number], `${number}`)
  }
  index.compact()
  for (const [at, [number, keys]] of documents.entries())
    assert.deepEqual([...index.candidates(keys)], isRemoved(at) ? [] : [number], `${number}`)
})

test('what is loaded is found before any segment is joined, and after', () => {
  const [added, loaded] = [new PostingIndex(3), new PostingIndex(3)]
  const documents = [...sparse(20, 3)]
  for (const [number, keys] of documents) {
    added.add(number, keys)
    loaded.load(number, keys)
  }
  for (const [number] of documents.slice(0, 30)) {
    added.remove(number)
    loaded.unload(number)
  }
  assert(loaded.segments.length > 10)
  const found = (index: PostingIndex) => documents.map(([, keys]) => [...index.candidates(keys)])
  assert.deepEqual(found(loaded), found(added))
  while (loaded.settle(1000));
  assert(loaded.segments.length <= 3, `${loaded.segments.length}`)
  assert.deepEqual(found(loaded), found(added))
})

test('a join takes no more postings at once than asked, but for those of one step', () => {
  const segment = (from: number) => {
    const random = randomFrom(from + 1)
    const keys = Uint32Array.from({ length: 100_000 }, random)
    const numbers = Uint32Array.from(keys, (_, i) => from + (i >> 2))
    const alive = new Uint32Array(segmentNumbers / 32).fill(-1)
    return PostingSegment.of(from, { keys, numbers, length: keys.length }, alive)
  }
  const sources = [0, 1, 2].map(i => segment(i * segmentNumbers))
  const join = new PostingJoin(sources)
  let calls = 1
  while (!join.advance(2_000)) calls++
  // Steps take about 1,000 of the 300,000 postings, and each call one at least.
  assert(calls > 100 && calls <= 150, `${calls}`)
  const joined = join.joined()
  assert.deepEqual([joined.from, joined.end, joined.documents], [0, 3 * segmentNumbers, 3 * segmentNumbers])
  const [whole, parts] = [new AgreementCounts(1), new AgreementCounts(1)]
  whole.fit(joined.end)
  const random = randomFrom(2 * segmentNumbers + 1)
  for (let i = 0; i < 1000; i++) {
    const key = random()
    joined.collect(key, whole)
    const found = [...whole.take()]
    assert(found.includes(2 * segmentNumbers + (i >> 2)))
    const expected = sources.flatMap(source => {
      source.collect(key, parts)
      return [...parts.take()].map(place => source.from + place)
    })
    assert.deepEqual(found, expected)
  }
})

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0
  }
}
