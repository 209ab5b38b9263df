/** Rows that share words with a list: every implementation against the definition, and that against a plain loop. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { sharingLayout, writeSharingPlan } from '../../src/texts/kernels/layout/sharing-plan.ts'
import { runs } from '../ground/runs.ts'
import { randomSource } from '../worlds/world.ts'
import { guarded, placeBehind, reserveGuarded } from './guards.ts'
import { all } from './implementations.ts'

interface Case {
  /** Row by row. */
  readonly list: readonly (readonly number[])[]
  readonly block: readonly (readonly number[])[]
  readonly columns: number
  readonly alone: number
  readonly needed: number
}

const byColumn = (rows: readonly (readonly number[])[], columns: number) =>
  Array.from({ length: columns }, (_, column) => rows.map(row => row[column])).flat()

function found(kernels: Kernels, { list, block, columns, alone, needed }: Case): number[] {
  const shape = { rows: list.length, columns, alone, needed }
  const blockAt = kernels.base
  const layout = sharingLayout(placeBehind(blockAt + 4 * columns * block.length), shape)
  const own = { at: layout.plan, bytes: layout.free - layout.plan, slack: 0 }
  const out = { at: placeBehind(layout.free), bytes: 4 * block.length, slack: 0 }
  reserveGuarded(kernels, out.at + out.bytes)
  const words = new Uint32Array(kernels.memory.buffer)
  words.set(byColumn(block, columns), blockAt / 4)
  words.set(byColumn(list, columns), layout.words / 4)
  writeSharingPlan(words, layout, shape)
  const count = guarded(kernels, [own, out], () => {
    kernels.planSharing(layout.plan)
    return kernels.sharingRows(layout.plan, blockAt, block.length, out.at)
  })
  return [...words.subarray(out.at / 4, out.at / 4 + count)]
}

function naive({ list, block, alone, needed }: Case): number[] {
  return block.flatMap((row, number) => {
    const isShared = list.some(other => {
      const equal = row.map((word, column) => word === other[column])
      return equal.slice(0, alone).includes(true) || equal.filter(Boolean).length >= needed
    })
    return isShared ? [number] : []
  })
}

const word = fc.oneof(fc.nat(4), fc.constantFrom(2 ** 31, 2 ** 32 - 1), fc.nat(2 ** 32 - 1))
const cases = fc
  .record({
    columns: fc.integer({ min: 1, max: 6 }),
    alone: fc.nat(2),
    needed: fc.integer({ min: 1, max: 4 }),
  })
  .chain(({ columns, alone, needed }) => {
    const rows = fc.array(fc.array(word, { minLength: columns, maxLength: columns }), { maxLength: 12 })
    return fc.record({
      list: rows,
      block: rows,
      columns: fc.constant(columns),
      alone: fc.constant(Math.min(alone, columns)),
      needed: fc.constant(needed),
    })
  })

test('rows are found that share enough words with one row of the list', () => {
  fc.assert(
    fc.property(cases, given => {
      for (const kernels of all) assert.deepEqual(found(kernels, given), naive(given), kernels.name)
    }),
    { numRuns: runs(300) },
  )
})

test('a row that meets more than 1,024 equal words is found, whatever it shares with one row', () => {
  const list = Array.from({ length: 1025 }, (_, i) => [7, i, 3000 + i])
  const case1025 = { list, block: [[7, 1, 3002]], columns: 3, alone: 0, needed: 3 }
  for (const kernels of all) {
    assert.deepEqual(found(kernels, case1025), [0])
    assert.deepEqual(found(kernels, { ...case1025, list: list.slice(0, 900) }), [])
  }
})

test('with a list that is too long for chains, rows may share words with several rows of it', () => {
  const random = randomSource(5)
  const list = Array.from({ length: 65_537 }, () => [random() * 2 ** 32, random() * 2 ** 32])
  const [[a], [, b]] = list
  const block = [
    [a, b],
    [a, 5],
    ...Array.from({ length: 200 }, () => [random() * 2 ** 32, random() * 2 ** 32]),
  ]
  const given = { list, block: block.map(row => row.map(Math.floor)), columns: 2, alone: 0, needed: 2 }
  const [first, ...others] = all.map(kernels =>
    found(kernels, { ...given, list: list.map(row => row.map(Math.floor)) }),
  )
  assert.equal(first[0], 0)
  assert(first.length < 5, `${first}`)
  for (const other of others) assert.deepEqual(other, first)
})
