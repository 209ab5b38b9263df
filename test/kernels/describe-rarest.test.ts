/** Texts described with their rarest shingles: every implementation against the reference, and against its parts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { align64 } from '../../src/texts/kernels/layout/memory-layout.ts'
import {
  describeStride,
  type KernelPlan,
  mostSketched,
  notSketched,
  planBytes,
  scratchBytes,
  writePlan,
} from '../../src/texts/kernels/layout/plan-layout.ts'
import {
  rarestOf,
  rarestPlanWords,
  rarestRoom,
  writeRarestPlan,
} from '../../src/texts/kernels/layout/rarest-plan.ts'
import { longestPrefix } from '../../src/texts/similarity/prefix-filter.ts'
import { encodeText } from '../../src/texts/text/text-bytes.ts'
import { runs } from '../ground/runs.ts'
import { randomSource } from '../worlds/world.ts'
import { guarded, placeBehind, reserveGuarded } from './guards.ts'
import { all } from './implementations.ts'

const [reference, ...compiled] = all
const counters = 2 ** 20
const plan: KernelPlan = {
  unit: 'words',
  size: 2,
  stops: 0,
  stopBits: 4,
  signatureLength: 1,
  seed: 1,
  bands: 1,
  rows: 1,
  sketches: true,
}

interface Described {
  readonly rows: number[]
  readonly lists: number[]
}

function described(
  kernels: Kernels,
  texts: readonly string[],
  threshold: number,
  classes: Uint8Array,
  unit: KernelPlan['unit'] = 'words',
): Described {
  const bytes = texts.map(text => encodeText(text))
  const own = { ...plan, unit }
  const planAt = kernels.base
  const classesAt = align64(planAt + planBytes)
  const table = classesAt + counters
  let end = align64(table + 8 * texts.length)
  const places = bytes.map(({ length }) => {
    const at = end
    end = align64(at + length + 64)
    return [at, at + length]
  })
  const rarestPlan = { at: placeBehind(end), bytes: 4 * rarestPlanWords, slack: 0 }
  const rowBytes = 4 * describeStride(own.bands, true) * texts.length
  const rows = { at: placeBehind(rarestPlan.at + rarestPlan.bytes), bytes: rowBytes, slack: 0 }
  const room = Math.max(...bytes.map(({ length }) => scratchBytes(length, own)))
  const scratch = { at: placeBehind(rows.at + rowBytes), bytes: room, slack: 0 }
  const listBytes = bytes.reduce((sum, { length }) => sum + rarestRoom(length), 0)
  const lists = { at: placeBehind(scratch.at + room), bytes: listBytes, slack: 0 }
  reserveGuarded(kernels, lists.at + lists.bytes)
  const { buffer } = kernels.memory
  const words = new Uint32Array(buffer)
  const memory = new Uint8Array(buffer)
  writePlan(buffer, planAt, own)
  memory.set(classes, classesAt)
  for (const [i, place] of places.entries()) {
    words.set(place, table / 4 + 2 * i)
    memory.set(bytes[i], place[0])
  }
  writeRarestPlan(words.subarray(rarestPlan.at / 4), threshold, classesAt, lists.at)
  guarded(kernels, [rarestPlan, rows, scratch, lists], () =>
    kernels.describeRarest(table, texts.length, planAt, scratch.at, rows.at, rarestPlan.at),
  )
  const behind = words[rarestPlan.at / 4 + rarestPlanWords - 1]
  return {
    rows: [...words.subarray(rows.at / 4, (rows.at + rowBytes) / 4)],
    lists: [...words.subarray(lists.at / 4, behind / 4)],
  }
}

const threshold = fc.oneof(
  fc.constantFrom(0.5, 0.8, 0.95, 1),
  fc.double({ min: 1e-9, max: 1, noNaN: true }),
)

test('rows and rarest shingles are those of the reference, whatever the texts, units and classes', () => {
  const classes = new Uint8Array(counters)
  const word = fc.constantFrom('a', 'b', 'c', 'dd', '\ufdfa', '.', '')
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(word, { maxLength: 60 }).map(words => words.join(' ')),
  )
  const texts = fc.array(text, { minLength: 1, maxLength: 4 })
  const units = fc.constantFrom<KernelPlan['unit']>('words', 'chars')
  fc.assert(
    fc.property(texts, threshold, units, fc.nat(2 ** 31), (given, t, unit, seed) => {
      const random = randomSource(seed)
      const share = random()
      for (let i = 0; i < 1024; i++)
        classes[Math.floor(counters * random())] = random() < share ? 0 : 3 * random()
      const expected = described(reference, given, t, classes, unit)
      for (const kernels of compiled)
        assert.deepEqual(described(kernels, given, t, classes, unit), expected, kernels.name)
    }),
    { numRuns: runs(60) },
  )
})

test('a text without tokens has no shingles, one of too many none that are given', () => {
  const classes = new Uint8Array(counters)
  const long = Array.from({ length: mostSketched + 2 }, (_, i) => `${i}`).join(' ')
  for (const kernels of all) {
    const { lists } = described(kernels, ['...', 'one two three', long, 'four'], 1, classes)
    assert.equal(lists[0], 0)
    assert.equal(lists[1], 2)
    assert.deepEqual([lists[3], lists[4]], [notSketched, 1])
    assert.equal(lists.length, 6)
  }
})

test('what is given is at least the longest prefix, and the same up to the size of a sketch', () => {
  fc.assert(
    fc.property(threshold, fc.integer({ min: 1, max: mostSketched }), (t, size) => {
      const least = longestPrefix(t, size)
      assert.ok(rarestOf(size, t) >= least && rarestOf(size, t) <= least + 1)
    }),
    { numRuns: runs(2000) },
  )
  for (const t of [0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95, 1])
    for (let size = 1; size <= mostSketched; size++) assert.equal(rarestOf(size, t), longestPrefix(t, size))
})
