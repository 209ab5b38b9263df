/** Runs of entries and their likely pairs: every implementation against the reference. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { align64 } from '../../src/texts/kernels/layout/memory-layout.ts'
import { notSketched, oddSketchWords } from '../../src/texts/kernels/layout/plan-layout.ts'
import {
  longRunsWord,
  nextWord,
  pairsWord,
  runBytes,
  runPlanWords,
  writeRunPlan,
} from '../../src/texts/kernels/layout/run-plan.ts'
import { runs } from '../ground/runs.ts'
import { randomSource } from '../worlds/world.ts'
import { guarded, placeBehind, reserveGuarded } from './guards.ts'
import { all } from './implementations.ts'

const [reference, ...compiled] = all

interface Entry {
  readonly member: number
  readonly set: number
  readonly rank: number
}

const wordsOf = (entries: readonly Entry[]) =>
  Uint32Array.from(entries.flatMap(({ member, set, rank }) => [(set << 8) | rank, member]))

function sorted(kernels: Kernels, entries: readonly Entry[], lost: number, slotBits: number): number[] {
  const at = kernels.base
  const bytes = 8 * entries.length
  const counts = { at: placeBehind(at + bytes), bytes: 4 * 2 ** slotBits, slack: 0 }
  const out = { at: placeBehind(counts.at + counts.bytes), bytes, slack: 0 }
  reserveGuarded(kernels, out.at + bytes)
  new Uint32Array(kernels.memory.buffer).set(wordsOf(entries), at / 4)
  const count = guarded(kernels, [counts, out], () =>
    kernels.sortRuns(at, entries.length, lost, slotBits, counts.at, out.at),
  )
  return [...new Uint32Array(kernels.memory.buffer, out.at, 2 * count)]
}

const entry = fc.record({
  member: fc.oneof(
    fc.nat(9),
    fc.nat(9).map(value => value * 2 ** 20),
    fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  ),
  set: fc.oneof(fc.nat(9), fc.nat(2 ** 24 - 1)),
  rank: fc.nat(255),
})

test('entries that share a slot are sorted, the others are dropped', () => {
  const lists = fc.array(entry, { maxLength: 80 })
  fc.assert(
    fc.property(
      lists,
      fc.integer({ min: 1, max: 16 }),
      fc.integer({ min: 1, max: 12 }),
      (entries, lost, bits) => {
        const expected = sorted(reference, entries, lost, bits)
        for (const kernels of compiled) assert.deepEqual(sorted(kernels, entries, lost, bits), expected)
        const slotOf = ({ member }: Entry) => (member << lost) >>> (32 - bits)
        const kept = entries.filter(
          one => entries.filter(other => slotOf(other) === slotOf(one)).length > 1,
        )
        const order = kept.toSorted((a, b) => a.member - b.member || a.set - b.set || a.rank - b.rank)
        assert.deepEqual(expected, [...wordsOf(order)])
      },
    ),
    { numRuns: runs(200) },
  )
})

interface Sets {
  readonly sizes: readonly number[]
  /** [sets * oddSketchWords] */
  readonly sketches: Uint32Array
}

interface Found {
  readonly next: number
  readonly pairs: string[]
  readonly longRuns: number[]
}

/** What one call finds among sorted entries. */
function found(
  kernels: Kernels,
  { sizes, sketches }: Sets,
  words: Uint32Array,
  { threshold, slots, mostCompared }: { threshold: number; slots: number; mostCompared: number },
): Found {
  const target = { at: placeBehind(kernels.base), bytes: 4 * runPlanWords, slack: 0 }
  const plan = target.at
  const sizesAt = placeBehind(plan + target.bytes)
  const sketchesAt = align64(sizesAt + 4 * sizes.length)
  const entries = align64(sketchesAt + 4 * sketches.length)
  const run = { at: placeBehind(entries + 4 * words.length), bytes: runBytes(mostCompared), slack: 0 }
  const longRuns = { at: placeBehind(run.at + run.bytes), bytes: 4 * words.length, slack: 0 }
  const table = { at: placeBehind(longRuns.at + longRuns.bytes), bytes: 8 * slots, slack: 0 }
  reserveGuarded(kernels, table.at + table.bytes)
  const memory = new Uint32Array(kernels.memory.buffer)
  memory.set(sizes, sizesAt / 4)
  memory.set(sketches, sketchesAt / 4)
  memory.set(words, entries / 4)
  const places = { entries, sizes: sizesAt, sketches: sketchesAt, table: table.at, run: run.at }
  writeRunPlan(memory.subarray(plan / 4), {
    ...places,
    count: words.length / 2,
    threshold,
    slots,
    pairs: 0,
    mostCompared,
    longRuns: longRuns.at,
  })
  guarded(kernels, [target, run, longRuns, table], () => {
    memory.fill(0, table.at / 4, (table.at + table.bytes) / 4)
    kernels.likelyRuns(plan)
  })
  const pairs: string[] = []
  for (let at = table.at / 4; at < (table.at + table.bytes) / 4; at += 2)
    if (memory[at] !== 0) pairs.push(`${(at - table.at / 4) / 2}: ${memory[at + 1]}-${memory[at]}`)
  assert.equal(memory[plan / 4 + pairsWord], pairs.length)
  const long = memory.subarray(longRuns.at / 4, longRuns.at / 4 + 2 * memory[plan / 4 + longRunsWord])
  return { next: memory[plan / 4 + nextWord], pairs, longRuns: [...long] }
}

/** Sets of which some are alike, and entries of random members of them, sorted. */
function world(seed: number, count: number, members: number): { sets: Sets; words: Uint32Array } {
  const random = randomSource(seed)
  const sizes = Array.from({ length: count }, () => 1 + Math.floor(40 + 20 * random()))
  const sketches = new Uint32Array(count * oddSketchWords)
  for (let set = 0; set < count; set++) {
    const like = random() < 0.8 ? 0 : 2 ** 32 * random()
    for (let word = 0; word < oddSketchWords - 1; word++)
      sketches[set * oddSketchWords + word] = like ^ (random() < 0.1 ? 2 ** Math.floor(32 * random()) : 0)
    const own = sketches.subarray(set * oddSketchWords, (set + 1) * oddSketchWords)
    const isMissing = random() < 0.1
    if (isMissing) own.fill(0)
    own[oddSketchWords - 1] = isMissing ? notSketched : sizes[set]
  }
  const entries = sizes.flatMap((_, set) =>
    Array.from({ length: 4 }, () => ({
      member: Math.floor(members * random()) * 2 ** 24,
      set,
      rank: Math.floor(120 * random() ** 2),
    })),
  )
  entries.sort((a, b) => a.member - b.member || a.set - b.set || a.rank - b.rank)
  return { sets: { sizes, sketches }, words: wordsOf(entries) }
}

test('likely pairs, long runs and full tables are those of the reference', () => {
  let pairs = 0
  let longRuns = 0
  let full = 0
  const threshold = fc.constantFrom(1e-9, 0.1, 0.5, 0.8, 0.95, 1)
  const shape = fc.record({
    threshold,
    slots: fc.constantFrom(2 ** 6, 2 ** 10, 2 ** 14),
    mostCompared: fc.constantFrom(3, 20, 100),
  })
  fc.assert(
    fc.property(
      fc.nat(2 ** 31),
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 1, max: 9 }),
      shape,
      (seed, count, members, by) => {
        const { sets, words } = world(seed, count, members)
        const expected = found(reference, sets, words, by)
        for (const kernels of compiled) assert.deepEqual(found(kernels, sets, words, by), expected)
        pairs += expected.pairs.length
        longRuns += expected.longRuns.length
        full += +(expected.next < words.length / 2)
      },
    ),
    { numRuns: runs(150) },
  )
  assert.ok(
    pairs > runs(1000) && longRuns > runs(100) && full > 0,
    `${pairs} pairs, ${longRuns} long runs, ${full} full tables`,
  )
})

test('most pairs of a run of 70 near copies are not entered: the run is listed', () => {
  const sizes = Array.from({ length: 70 }, () => 50)
  const sketches = new Uint32Array(70 * oddSketchWords)
  for (let set = 0; set < 70; set++) sketches[set * oddSketchWords + oddSketchWords - 1] = 50
  const words = wordsOf(sizes.map((_, set) => ({ member: 7, set, rank: 3 })))
  const by = { threshold: 0.8, slots: 2 ** 14, mostCompared: 100 }
  for (const kernels of all) {
    const { longRuns, pairs } = found(kernels, { sizes, sketches }, words, by)
    assert.deepEqual(longRuns, [0, 70])
    // The first eight sets with all after them.
    assert.equal(pairs.length, 69 + 68 + 67 + 66 + 65 + 64 + 63 + 62)
  }
})
