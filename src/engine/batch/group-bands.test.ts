import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { chunked } from '../../../test/worlds/chunked.ts'
import { columnsOf, randomSource, slowClasses, worlds } from '../../../test/worlds/world.ts'
import { atOnce } from '../../ground/breath/steps.ts'
import { chunkOf, rowOf } from '../columns/chunks.ts'
import type { Columns } from './columns.ts'
import { groupBands } from './group-bands.ts'
import { representatives } from './group-equal.ts'

function columnsFrom(rows: number[][]): Columns {
  const hashes = Uint32Array.from({ length: rows.length * 4 }, (_, at) => at)
  return chunked({
    count: rows.length,
    exact: hashes,
    tokens: hashes,
    tokenCount: new Uint32Array(rows.length).fill(1),
    bands: rows[0].length,
    keys: Uint32Array.from(rows.flat()),
  })
}

/** The groups of every document. */
function groupsOf({ groups, count }: Columns): number[][] {
  const { starts, numbers } = groups as NonNullable<typeof groups>
  return Array.from({ length: count }, (_, d) => [...numbers.subarray(starts[d], starts[d + 1])])
}

test('keys become group numbers, counted on from band to band, or 0 if a document is alone', () => {
  const columns = columnsFrom([
    [0, 7],
    [4294967295, 8],
    [0, 8],
    [4294967295, 8],
    [5, 0],
  ])
  const candidates = atOnce(groupBands(columns, Int32Array.of(0, 1, 2, 3, 4)))
  assert.deepEqual(groupsOf(columns), [[1], [2, 3], [1, 3], [2, 3], []])
  assert(columns.chunks.every(({ keys }) => keys.length === 0))
  assert.equal(candidates.groups, 3)
  assert.deepEqual(
    [candidates.starts, candidates.numbers],
    [columns.groups?.starts, columns.groups?.numbers],
  )
})

test('documents with an earlier equal and documents without tokens are in no group', () => {
  const columns = columnsFrom([[1], [1], [1], [1]])
  chunkOf(columns, 3).tokenCount[rowOf(columns, 3)] = 0
  const candidates = atOnce(groupBands(columns, Int32Array.of(0, 0, 2, 3)))
  assert.deepEqual(groupsOf(columns), [[1], [], [1], []])
  assert.equal(candidates.groups, 1)
})

test('two documents share a group of a band just when they share its key', () => {
  fc.assert(
    fc.property(worlds(40), world => {
      const columns = columnsOf(world)
      const representative = representatives(columns)
      const candidates = atOnce(groupBands(columns, representative))
      const distinct = slowClasses({ ...world, order: undefined }).distinct.filter(
        d => world.content[d] >= world.empty,
      )
      const groups = groupsOf(columns)
      const sizes = new Map<number, number>()
      for (const d of distinct) {
        const keys = world.keys[world.content[d]]
        for (const group of groups[d]) sizes.set(group, (sizes.get(group) ?? 0) + 1)
        for (const e of distinct) {
          if (d === e) continue
          const equal = keys.filter((key, band) => key === world.keys[world.content[e]][band])
          assert.equal(groups[d].filter(group => groups[e].includes(group)).length, equal.length)
        }
      }
      assert.equal(sizes.size, candidates.groups)
      assert.ok([...sizes.values()].every(size => size >= 2))
    }),
    { numRuns: runs(200) },
  )
})

test('the groups of a document ascend', () => {
  const random = randomSource(4)
  const columns = columnsFrom(
    Array.from({ length: 500 }, () => [1, 2, 3].map(() => Math.floor(random() * 300))),
  )
  const candidates = atOnce(
    groupBands(
      columns,
      Int32Array.from({ length: 500 }, (_, d) => d),
    ),
  )
  for (let d = 0; d < 500; d++) {
    const groups = [...candidates.numbers.subarray(candidates.starts[d], candidates.starts[d + 1])]
    assert.deepEqual(
      groups,
      groups.toSorted((a, b) => a - b),
    )
  }
})
