import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chunked } from '../../../test/worlds/chunked.ts'
import { atOnce } from '../../ground/breath/steps.ts'
import { groupBands } from '../batch/group-bands.ts'
import { exactTwins, representatives } from '../batch/group-equal.ts'
import { areCandidates } from '../cluster/candidates.ts'
import type { WordFile } from '../cluster/divided.ts'
import { allCandidates } from './pruned-groups.ts'
import { type SpilledColumns, spilledClasses, spilledGroups } from './spilled-groups.ts'

const rest = async () => {}

/** Columns in memory, and the same in parts. */
const worlds = fc
  .record({
    count: fc.integer({ min: 0, max: 60 }),
    bands: fc.integer({ min: 1, max: 5 }),
    agree: fc.integer({ min: 1, max: 3 }),
    part: fc.integer({ min: 1, max: 20 }),
    seed: fc.integer(),
    values: fc.integer({ min: 1, max: 12 }),
    roomBytes: fc.constantFrom(100, 400, 1e6),
    ordered: fc.boolean(),
  })
  .map(world => {
    let state = world.seed
    const draw = (most: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0
      return (state >>> 8) % most
    }
    const { count, bands, values } = world
    const word = (value: number) => Math.imul(value + 1, 0x9e3779b1) >>> 0
    const exactOf = Array.from({ length: count }, () => draw(2 * values))
    const exact = Uint32Array.from({ length: 4 * count }, (_, at) => word(exactOf[at >> 2]))
    const tokens = Uint32Array.from({ length: 4 * count }, (_, at) => word(exactOf[at >> 2] >> 1))
    const tokenCount = Uint32Array.from({ length: count }, (_, d) => (exactOf[d] < 2 ? 0 : 1))
    const keys = Uint32Array.from({ length: count * bands }, () => word(draw(values)))
    const order = world.ordered
      ? Int32Array.from({ length: count }, (_, d) => d).sort((a, b) => word(a * 7) - word(b * 7))
      : undefined
    return { ...world, exact, tokens, tokenCount, keys, order }
  })

type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never

function spilled({ count, bands, part, exact, tokens, tokenCount, keys }: World): SpilledColumns {
  function* parts(rowOf: (from: number, to: number) => Uint32Array) {
    for (let first = 0; first < count; first += part)
      yield { first, rows: rowOf(first, Math.min(count, first + part)) }
  }
  return {
    count,
    bands,
    tokenCount,
    hashes: name => parts((from, to) => (name === 'exact' ? exact : tokens).slice(4 * from, 4 * to)),
    keys: band =>
      parts((from, to) =>
        Uint32Array.from({ length: to - from }, (_, i) => keys[(from + i) * bands + band]),
      ),
  }
}

function inMemory(): WordFile {
  const pieces: Uint32Array[] = []
  return { append: piece => pieces.push(piece.slice()), read: () => pieces }
}

test('classes and candidates are those of columns in memory, for any parts and shares', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async world => {
      const { count, agree, order, roomBytes } = world
      const columns = chunked(world)
      const representative = representatives(columns, order)
      const found = await spilledClasses(spilled(world), order, roomBytes, rest)
      assert.deepEqual(found.representative, representative)
      assert.deepEqual(found.exactTwin, exactTwins(columns, representative))
      const wanted = atOnce(groupBands(columns, representative, agree))
      const settings = { agree, roomBytes }
      const file = inMemory()
      const got = allCandidates(await spilledGroups(spilled(world), representative, settings, file, rest))
      for (let left = 0; left < count; left++) {
        for (let right = 0; right < left; right++)
          assert.equal(areCandidates(got, left, right), areCandidates(wanted, left, right))
      }
      for (let document = 0; document < count; document++) {
        const groups = got.numbers.subarray(got.starts[document], got.starts[document + 1])
        assert.deepEqual(groups, groups.slice().sort(), 'ascending')
      }
    }),
  )
})
