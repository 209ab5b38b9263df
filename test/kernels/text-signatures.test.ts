/** Signatures of whole texts: answers of Solr and Nutch, then every implementation against the reference. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseFloat32, parseInt32 } from '../../src/methods/java/numbers.ts'
import { profileOptionsOf } from '../../src/methods/solr-nutch/nutch-conf.ts'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import type { TextProfileRule } from '../../src/texts/kernels/layout/signature-layout.ts'
import {
  md5ScratchBytes,
  profilePlanBytes,
  profileScratchBytes,
  profileUnitsBytes,
  signatureEncodings,
  writeProfilePlan,
  writeProfileUnits,
} from '../../src/texts/kernels/layout/signature-layout.ts'
import { encodeText } from '../../src/texts/text/text-bytes.ts'
import { runs } from '../ground/runs.ts'
import { all } from './implementations.ts'
import { planAt, sign } from './sign-texts.ts'
import { colliding, hardText, prose } from './signed-samples.ts'

const [reference, ...compiled] = all

const solr: TextProfileRule = { quantRate: 0.01, minTokenLen: 2, order: 'java' }

const units = new Uint8Array(profileUnitsBytes)
writeProfileUnits(units.buffer, 0)

function profiles(kernels: Kernels, texts: readonly string[], rule: TextProfileRule = solr): string[] {
  const longest = Math.max(0, ...texts.map(text => encodeText(text).length))
  const plan = planAt(kernels)
  assert.ok(kernels.reserve(plan + profilePlanBytes))
  new Uint8Array(kernels.memory.buffer).set(units, kernels.base)
  writeProfilePlan(kernels.memory.buffer, plan, { ...rule, units: kernels.base })
  return sign(kernels, texts, profileScratchBytes(longest, rule.minTokenLen), (table, scratch, out) => {
    kernels.profileSignatures(table, texts.length, plan, scratch, out)
  })
}

function digests(
  kernels: Kernels,
  texts: readonly string[],
  encoding: 'utf8' | 'cesu8' = 'utf8',
): string[] {
  const longest = Math.max(0, ...texts.map(text => encodeText(text).length))
  return sign(kernels, texts, md5ScratchBytes(longest), (table, scratch, out) => {
    kernels.md5Signatures(table, texts.length, signatureEncodings[encoding], scratch, out)
  })
}

function lookups(kernels: Kernels, texts: readonly string[]): string[] {
  return sign(kernels, texts, 0, (table, _scratch, out) => {
    kernels.lookup3Signatures(table, texts.length, out)
  })
}

interface Row {
  readonly id: string
  readonly class?: string
  readonly params: Readonly<Record<string, string>>
  readonly adds: readonly string[]
  readonly conf: Readonly<Record<string, string>>
  readonly text: string | null
  readonly signature?: string
}

function rowsOf(file: string): Row[] {
  const lines = readFileSync(new URL(`../vectors/${file}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map(line => JSON.parse(line)).filter(row => row.signature !== undefined)
}

const ofOneText = (row: Row): boolean => row.adds?.length === 1 && row.class !== undefined

test("text profiles of single texts equal Solr's", () => {
  const rows = rowsOf('solr-textprofile').filter(ofOneText)
  assert.equal(rows.length, 361)
  for (const kernels of all) {
    for (const { id, adds, params, signature } of rows) {
      const quantRate = parseFloat32(params.quantRate ?? '0.01')
      const minTokenLen = parseInt32(params.minTokenLen ?? '2')
      const got = profiles(kernels, adds, { quantRate, minTokenLen, order: 'java' })
      assert.deepEqual(got, [signature], `${kernels.name}, ${id}`)
    }
  }
})

test("text profiles equal Nutch's", () => {
  const rows = rowsOf('nutch-textprofile').filter(({ text }) => text)
  assert.equal(rows.length, 304)
  for (const kernels of all) {
    for (const { id, text, conf, signature } of rows) {
      const { quantRate = 0.01, minTokenLen = 2, secSortLex = true } = profileOptionsOf(conf)
      const order = secSortLex ? 'lexicographic' : 'java'
      const got = profiles(kernels, [text ?? ''], { quantRate, minTokenLen, order })
      assert.deepEqual(got, [signature], `${kernels.name}, ${id}`)
    }
  }
})

test("MD5 equals Solr's for single texts and Nutch's for texts of pages, all texts at once", () => {
  const rows = rowsOf('solr-md5').filter(ofOneText)
  const pages = rowsOf('nutch-md5').filter(row => row.class === 'TextMD5Signature' && row.text)
  assert.deepEqual([rows.length, pages.length], [139, 90])
  for (const kernels of all) {
    const texts = rows.map(row => row.adds[0])
    assert.deepEqual(
      digests(kernels, texts),
      rows.map(row => row.signature),
    )
    const pageTexts = pages.map(row => row.text ?? '')
    assert.deepEqual(
      digests(kernels, pageTexts, 'cesu8'),
      pages.map(row => row.signature),
    )
  }
})

test("Lookup3 of single texts equals Solr's", () => {
  const rows = rowsOf('solr-lookup3').filter(ofOneText)
  assert.equal(rows.length, 139)
  for (const kernels of all) {
    const got = lookups(
      kernels,
      rows.map(row => row.adds[0]),
    )
    assert.deepEqual(
      got,
      rows.map(row => `${row.signature}0000000000000000`),
    )
  }
})

const rule: fc.Arbitrary<TextProfileRule> = fc.record({
  quantRate: fc.oneof(
    fc.constantFrom(0.01, 0.2, 0.5, 1, 1.5, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-10, 1e38),
    fc.double({ min: 0, max: 0.6 }),
  ),
  minTokenLen: fc.oneof(
    fc.integer({ min: -1, max: 8 }),
    fc.constantFrom(-(2 ** 31), 15, 16, 17, 2 ** 24 + 1, 2 ** 31 - 1),
  ),
  order: fc.constantFrom('java', 'lexicographic'),
})

test('text profiles of any texts agree, with any rule, in batches', () => {
  const texts = fc.array(fc.oneof(prose, hardText), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(texts, rule, (texts, rule) => {
      const expected = profiles(reference, texts, rule)
      for (const kernels of compiled) assert.deepEqual(profiles(kernels, texts, rule), expected)
    }),
    { numRuns: runs(400) },
  )
})

test('MD5 and Lookup3 of any texts agree, in batches', () => {
  const texts = fc.array(fc.oneof(prose, hardText), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(texts, texts => {
      for (const kernels of compiled) {
        assert.deepEqual(digests(kernels, texts), digests(reference, texts))
        assert.deepEqual(digests(kernels, texts, 'cesu8'), digests(reference, texts, 'cesu8'))
        assert.deepEqual(lookups(kernels, texts), lookups(reference, texts))
      }
    }),
    { numRuns: runs(300) },
  )
})

test('all lengths of texts, words and prefixes around the blocks agree', () => {
  const texts = Array.from({ length: 200 }, (_, length) => 'ab?'.repeat(70).slice(0, length))
  const words = Array.from({ length: 70 }, (_, length) =>
    [0, 1, 31, 62, 63, 64, 65].map(
      before => `${' '.repeat(before)}${'Q'.repeat(length)} é${'z'.repeat(length)}`,
    ),
  ).flat()
  for (const kernels of compiled) {
    for (const batch of [texts, words]) {
      assert.deepEqual(digests(kernels, batch), digests(reference, batch))
      assert.deepEqual(lookups(kernels, batch), lookups(reference, batch))
      assert.deepEqual(profiles(kernels, batch), profiles(reference, batch))
      const every = { ...solr, minTokenLen: -1 }
      assert.deepEqual(profiles(kernels, batch, every), profiles(reference, batch, every))
    }
  }
})

/** Words of three to nine letters, equal for equal seeds. */
function manyWords(count: number, seed: number): string[] {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state
  }
  return Array.from({ length: count }, () => (next() + 46656).toString(36).slice(0, 3 + (next() >>> 29)))
}

test('texts of many words, and batches of many texts, agree', () => {
  const long = [50, 400, 3000, 30_000].flatMap(count => {
    const words = manyWords(count, count)
    return [words.join(' '), [...words, ...words].join('\n')]
  })
  const short = Array.from({ length: 700 }, (_, i) =>
    manyWords(i % 40, i)
      .join(' ')
      .repeat(2),
  )
  for (const kernels of compiled) {
    for (const batch of [long, short, [...short.slice(0, 70), ...long]]) {
      assert.deepEqual(profiles(kernels, batch), profiles(reference, batch))
      const lexicographic = { ...solr, order: 'lexicographic' } as const
      assert.deepEqual(profiles(kernels, batch, lexicographic), profiles(reference, batch, lexicographic))
      assert.deepEqual(digests(kernels, batch), digests(reference, batch))
    }
    const odd = short.map((text, i) => `${text}${i % 3 ? '\ud800' : '\u{1f600}'}`)
    assert.deepEqual(digests(kernels, odd), digests(reference, odd))
    assert.deepEqual(digests(kernels, odd, 'cesu8'), digests(reference, odd, 'cesu8'))
  }
})

test('words with equal hashes are in the order of trees, in any number', () => {
  const of = (count: number, step: number): string[] =>
    Array.from({ length: count }, (_, i) => {
      const at = (i * step) % count
      return colliding[at & 15] + colliding[(at >> 4) & 15] + colliding[(at >> 8) & 15]
    })
  const texts = [9, 12, 40, 64, 200, 1000, 4096].flatMap(count =>
    [1, 3, 7, 77, 1001].map(step =>
      [...of(count, step), ...manyWords(count >> 2, step), ...of(count, step)].join(' '),
    ),
  )
  for (const kernels of compiled) assert.deepEqual(profiles(kernels, texts), profiles(reference, texts))
})

test('no texts give no signatures', () => {
  for (const kernels of all) {
    assert.deepEqual([profiles(kernels, []), digests(kernels, []), lookups(kernels, [])], [[], [], []])
  }
})
