/** Hashes, tokens, shingles, sets, descriptions: published values, then every implementation against the reference. */
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
  oddSketchWords,
  scratchBytes,
  textRule,
  writePlan,
} from '../../src/texts/kernels/layout/plan-layout.ts'
import { encodeText } from '../../src/texts/text/text-bytes.ts'
import { runs } from '../ground/runs.ts'
import { hash128, likely, oddSketch, place, readHashes, sets, tokens } from './guarded-calls.ts'
import { blockBytes, guarded, placeBehind, reserveGuarded } from './guards.ts'
import { all } from './implementations.ts'
import { anyText } from './text-samples.ts'

const [reference, ...compiled] = all

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom('the', 'Of', 'fox', '7', 'x'.repeat(16), 'y'.repeat(17), 'é', '日本', '.', '\n'),
      { maxLength: 80 },
    )
    .map(words => words.join(' ')),
)

test('hash128 gives the published values of MurmurHash3 x64 128', () => {
  const published: [string, string][] = [
    ['', '00000000000000000000000000000000'],
    ['hello', 'cbd8a7b341bd9b025b1e906a48ae1d19'],
    ['The quick brown fox jumps over the lazy dog', 'e34bbc7bbc071b6c7a433ca9c49a9347'],
  ]
  for (const kernels of all) {
    for (const [text, expected] of published) assert.equal(hash128(kernels, encodeText(text)), expected)
  }
})

test('hash128 agrees at every length around the block boundaries', () => {
  for (let length = 0; length <= 80; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255)
    const expected = hash128(reference, bytes)
    for (const kernels of compiled)
      assert.equal(hash128(kernels, bytes), expected, `${kernels.name}, ${length} bytes`)
  }
})

test('token hashes ignore ASCII case and separators, and see everything else', () => {
  for (const kernels of all) {
    const of = (text: string) => tokens(kernels, encodeText(text)).hashes
    assert.deepEqual(of('The CAT, sat!'), of('the cat sat'))
    assert.deepEqual(of('_-.'), [])
    assert.notDeepEqual(of('cat sat'), of('sat cat'))
    assert.notDeepEqual(of('a'), of('aa'))
    assert.equal(new Set(of('a aa aaa aaaa aaaaa aaaaaa aaaaaaa aaaaaaaa aaaaaaaaa')).size, 9)
  }
})

test('token, sequence and shingle hashes agree on all lengths and positions of words around 64 bytes', () => {
  for (let length = 1; length <= 70; length++) {
    for (const before of [0, 1, 31, 62, 63, 64, 65]) {
      const bytes = encodeText(`${' '.repeat(before)}${'Q'.repeat(length)} z`)
      for (const kernels of compiled) assert.deepEqual(tokens(kernels, bytes), tokens(reference, bytes))
    }
  }
})

test('a sequence shorter than the shingle is one shingle, distinguished by its length', () => {
  for (const kernels of all) {
    const one = tokens(kernels, encodeText('fox')).shingles
    const two = tokens(kernels, encodeText('fox jumps')).shingles
    assert.equal(one.length, 1)
    assert.equal(two.length, 1)
    assert.notEqual(one[0], two[0])
    assert.equal(tokens(kernels, encodeText('the quick brown fox')).shingles.length, 2)
  }
})

test('distinct and shared equal JavaScript sets, also for 0 and for values that collide in the table', () => {
  const values = fc.array(
    fc.oneof(fc.bigInt({ min: 0n, max: 20n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
    { maxLength: 200 },
  )
  fc.assert(
    fc.property(values, values, (a, b) => {
      const setB = new Set(b)
      const shared = [...new Set(a)].filter(value => setB.has(value)).length
      const expected = {
        size: new Set(a).size,
        ofRepeats: shared,
        shared,
        left: [...new Set(a)],
        right: [...setB],
      }
      for (const kernels of all) assert.deepEqual(sets(kernels, a, b), expected)
    }),
  )
})

test('a member toggles the bit of its high half, two of one bit cancel out, and the last word counts members', () => {
  const low = 0xffff_ffffn // high half 0: bit 0
  const last = 2n ** 64n - 1n // bit 351
  const bits = (set: bigint[]) => {
    const words = oddSketch(reference, set)
    return [words[0], words[oddSketchWords - 2], words[oddSketchWords - 1]]
  }
  assert.deepEqual(bits([]), [0, 0, 0])
  assert.deepEqual(bits([low]), [1, 0, 1])
  assert.deepEqual(bits([low, last]), [1, 2 ** 31, 2])
  assert.deepEqual(bits([low, last, 7n]), [0, 2 ** 31, 3])
})

test('odd sketches differ in at most as many bits as the sets in members, and agree in every kernel', () => {
  const members = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fc.constantFrom(0n, 1n << 63n, 1n << 32n),
  )
  const sets = fc.uniqueArray(members, { maxLength: 400 })
  fc.assert(
    fc.property(sets, sets, sets, (a, b, both) => {
      const left = [...new Set([...a, ...both])]
      const right = [...new Set([...both, ...b])]
      const sketches = [left, right].map(set => oddSketch(reference, set))
      for (const kernels of compiled)
        assert.deepEqual(
          [left, right].map(set => oddSketch(kernels, set)),
          sketches,
        )
      let differing = 0
      for (let bit = 0; bit < 32 * (oddSketchWords - 1); bit++)
        differing += ((sketches[0][bit >> 5] ^ sketches[1][bit >> 5]) >>> (bit & 31)) & 1
      const inOne =
        left.filter(x => !right.includes(x)).length + right.filter(x => !left.includes(x)).length
      assert.ok(differing <= inOne)
      assert.equal(differing % 2, inOne % 2)
    }),
    { numRuns: runs(60) },
  )
})

test('pairs whose bound is too low are dropped, in every kernel alike', () => {
  const sketch = fc.tuple(
    fc.array(fc.integer({ min: 0, max: 32 * (oddSketchWords - 1) - 1 }), { maxLength: 30 }),
    fc.oneof(fc.integer({ min: 0, max: 120 }), fc.constant(notSketched)),
  )
  const pairs = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 40 })
  fc.assert(
    fc.property(
      fc.array(sketch, { minLength: 6, maxLength: 6 }),
      pairs,
      fc.constantFrom(0, 1),
      fc.constantFrom(0, 0.5, 0.8, 0.9, 1),
      (given, pairs, isContainment, least) => {
        const sketches = given.map(([bits, size]) => sketchWith(bits, size))
        const expected = likely(reference, pairs, sketches, isContainment, least)
        for (const kernels of compiled)
          assert.deepEqual(likely(kernels, pairs, sketches, isContainment, least), expected)
        if (least === 0) assert.deepEqual(expected, pairs)
      },
    ),
    { numRuns: runs(200) },
  )
})

/** A sketch with some bits set, of a set with `size` members, at least as many as bits. */
function sketchWith(bits: readonly number[], size: number): Uint32Array {
  const sketch = new Uint32Array(oddSketchWords)
  for (const bit of bits) sketch[bit >> 5] |= 1 << (bit & 31)
  sketch[oddSketchWords - 1] = Math.max(size, new Set(bits).size)
  return sketch
}

/** Counted by the reference, whose memory is then in use. */
function expandingIn(bytes: Uint8Array): number {
  place(reference, bytes, reference.base)
  return reference.expanding(reference.base, reference.base + bytes.length)
}

function description(
  kernels: Kernels,
  bytes: Uint8Array,
  plan: KernelPlan,
): { row: number[]; shingles: bigint[] } {
  const planAt = kernels.base
  const stops = planAt + 64
  const table = align64(stops + 8 * 16)
  const at = table + 64
  const to = at + bytes.length
  const rowBytes = 4 * describeStride(plan.bands, plan.sketches)
  const row = { at: placeBehind(to), bytes: rowBytes, slack: 0 }
  const most = Math.max(2 * bytes.length, 18 * expandingIn(bytes))
  const runBytes = 8 * (most + plan.size)
  const runs = { at: placeBehind(row.at + rowBytes), bytes: runBytes, slack: blockBytes }
  // The end of the scratch is used only by texts of thousands of one-letter words.
  const room = scratchBytes(bytes.length, plan, expandingIn(bytes))
  const scratch = { at: placeBehind(runs.at + runBytes), bytes: room, slack: 0 }
  place(kernels, bytes, at)
  reserveGuarded(kernels, scratch.at + room)
  const { buffer } = kernels.memory
  const stopHash = tokens(kernels, encodeText('the')).hashes[0]
  const slots = new BigUint64Array(buffer, stops, 16).fill(0n)
  slots[Number(stopHash & 15n)] = stopHash
  place(kernels, bytes, at)
  writePlan(buffer, planAt, { ...plan, stops })
  new Uint32Array(buffer, table, 2).set([at, to])
  guarded(kernels, [row, scratch], () => kernels.describe(table, 1, planAt, scratch.at, row.at))
  const words = [...new Uint32Array(buffer, row.at, rowBytes / 4)]
  const count = guarded(kernels, [runs, scratch], () =>
    kernels.shinglesOf(at, to, planAt, scratch.at, runs.at),
  )
  return { row: words, shingles: readHashes(kernels, runs, count) }
}

/** The plan without the shingles. */
const shape = { stops: 0, stopBits: 4, signatureLength: 24, seed: 3, bands: 8, rows: 3 } as const

test('whole descriptions agree on any text, for every unit of shingles', () => {
  const units = fc.constantFrom<KernelPlan['unit']>('words', 'chars', 'stopword')
  const lone = fc.constantFrom('', '\ud800', '\udfff a', 'a\ud83d')
  fc.assert(
    fc.property(
      fc.oneof(texts, anyText),
      lone,
      units,
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      fc.nat(7),
      (text, extra, unit, size, length, sketches, rule) => {
        const sequence = unit === 'stopword' ? length : 1
        const plan = { ...shape, unit, size, sequence, sketches, ...textRule(rule) }
        const bytes = encodeText(text + extra)
        const expected = description(reference, bytes, plan)
        for (const kernels of compiled) assert.deepEqual(description(kernels, bytes, plan), expected)
      },
    ),
    { numRuns: runs(600) },
  )
})

test('without bands a row has the hash of the text and zeros, whatever was in memory', () => {
  const text = encodeText('The quick brown fox')
  for (const kernels of all) {
    for (const sketches of [true, false]) {
      new Uint8Array(kernels.memory.buffer, kernels.base).fill(0xa5)
      const plan: KernelPlan = { ...shape, unit: 'words', size: 2, bands: 0, sketches }
      const { row } = description(kernels, text, plan)
      const hash = description(kernels, text, { ...plan, bands: 8 }).row.slice(0, 4)
      assert.deepEqual(row, [...hash, ...new Array(describeStride(0, sketches) - 4).fill(0)], kernels.name)
    }
  }
})

test('ASCII between other characters gives the same tokens as alone, at every distance from a block', () => {
  const plan: KernelPlan = { ...shape, unit: 'words', size: 2 }
  for (let length = 0; length < 140; length++) {
    const ascii = 'One tWo, THREE.. four 5 '.repeat(6).slice(0, length)
    for (const other of ['é', 'e\u0301', '中', '\u0301', '’']) {
      const bytes = encodeText(`${other}${ascii}${other}${ascii}\u0301`)
      const expected = description(reference, bytes, plan)
      for (const kernels of compiled) assert.deepEqual(description(kernels, bytes, plan), expected, ascii)
    }
  }
})

test('the room of a text suffices for characters that become many, and for one-letter words', () => {
  for (const [unit, symbols] of [
    ['words', 'drop'],
    ['chars', 'drop'],
    ['stopword', 'drop'],
    ['words', 'keep'],
    ['chars', 'keep'],
  ] as const) {
    const sequence = unit === 'stopword' ? 2 : 1
    const plan: KernelPlan = { ...shape, unit, size: 3, sequence, symbols }
    for (const many of [
      '\ufdfa',
      '\u3316',
      '\u337f',
      'a ',
      '中',
      'ゟ',
      '\u0edc',
      '\u{1f200}',
      '℀',
      'ﶹ',
      '⑴',
      'ǆ ',
    ]) {
      const bytes = encodeText(many.repeat(60))
      const expected = description(reference, bytes, plan)
      for (const kernels of compiled) assert.deepEqual(description(kernels, bytes, plan), expected, many)
    }
  }
})

test('a long repetitive text has the keys of its distinct shingles', () => {
  const plan: KernelPlan = { ...shape, unit: 'words', size: 3 }
  const keysOf = (kernels: Kernels, times: number) =>
    description(kernels, encodeText('buy cheap pills now '.repeat(times)), plan).row.slice(9)
  const expected = keysOf(reference, 2)
  for (const kernels of compiled) {
    for (const times of [500, 513, 600, 5000]) assert.deepEqual(keysOf(kernels, times), expected)
  }
})

test('a description ends with the odd sketch of the distinct shingles, up to 16,384 shingles with repeats', () => {
  const plan: KernelPlan = { ...shape, unit: 'words', size: 2, sketches: true }
  const textOf = (words: number) => Array.from({ length: words }, (_, i) => `w${i % 9000}`).join(' ')
  for (const kernels of all) {
    for (const words of [1, 2, 40, 9500, mostSketched + 1]) {
      const { row, shingles } = description(kernels, encodeText(textOf(words)), plan)
      const distinct = [...new Set(shingles)]
      assert.deepEqual(row.slice(9 + plan.bands), oddSketch(kernels, distinct), `${kernels.name}, ${words}`)
      const without = description(kernels, encodeText(textOf(words)), { ...plan, sketches: false })
      assert.deepEqual(row.slice(0, 9 + plan.bands), without.row)
    }
    const { row } = description(kernels, encodeText(textOf(mostSketched + 2)), plan)
    assert.deepEqual(row.slice(9 + plan.bands), [...new Array(oddSketchWords - 1).fill(0), notSketched])
    const empty = description(kernels, encodeText('...'), plan)
    assert.deepEqual(empty.row.slice(8), new Array(1 + plan.bands + oddSketchWords).fill(0))
  }
})
