import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { dedupe } from '../../files/jobs/dedupe.ts'
import { resolveInputOptions } from '../../ground/options/input-options.ts'
import { resolveRunningOptions } from '../../ground/options/running-options.ts'
import { resolveSpeedOptions } from '../../ground/options/speed-options.ts'
import { resolveResultOptions } from '../../methods/options/result-options.ts'
import { kernelNames, kernelsNamed } from '../../texts/kernels/select.ts'
import { deduplicate } from './deduplicate.ts'
import type { TextDocument } from './document.ts'

/** The removed documents by definition, for texts of single letters, each a shingle. */
function naive(texts: readonly string[], threshold: number): string[] {
  const tokensOf = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? []
  const sets = texts.map(text => new Set(tokensOf(text)))
  const similarity = (a: number, b: number) => {
    if (tokensOf(texts[a]).join() === tokensOf(texts[b]).join()) return 1
    const shared = sets[a].intersection(sets[b]).size
    return shared / (sets[a].size + sets[b].size - shared)
  }
  const survivors: number[] = []
  const twin = new Map<number, { survivor: number; value: number }>()
  const lines: string[] = []
  texts.forEach((text, d) => {
    if (text === '') return // compared with none
    const isWordless = sets[d].size === 0
    // Texts of equal tokens join whatever the first of them joins.
    const first = texts.findIndex((other, o) =>
      isWordless ? other === text : tokensOf(other).join() === tokensOf(text).join() || o === d,
    )
    let found = first === d ? undefined : (twin.get(first) ?? { survivor: first, value: 1 })
    if (first === d && !isWordless) {
      for (const survivor of survivors.filter(other => sets[other].size > 0)) {
        const value = similarity(d, survivor)
        if (value >= threshold && value > (found?.value ?? 0)) found = { survivor, value }
      }
    }
    if (found === undefined) {
      survivors.push(d)
      return
    }
    twin.set(d, found)
    const isEqual = first !== d && !twin.has(first)
    const kind = !isEqual ? 'near' : texts[found.survivor] === text ? 'exact' : 'normalised'
    lines.push(`${d + 1} ${found.survivor + 1} ${kind} ${found.value}\n`)
  })
  return lines
}

const letter = fc.constantFrom(...'abcdefgh')
const text = fc
  .array(letter, { maxLength: 7 })
  .chain(letters => fc.constantFrom(' ', ', ').map(between => letters.join(between)))

test('decides as the definition does, and the digest is that of its decisions', async () => {
  const kernels = await kernelsNamed('wasm')
  const options = { kernels, shingle: 'words:1', recall: 0.999999, threshold: 0.6 }
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 30 }), async texts => {
      const lines = naive(texts, 0.6)
      const { digest, removed } = await deduplicate(texts, options)
      const found = removed.map(
        ({ index, survivor, kind, similarity }) => `${index + 1} ${survivor + 1} ${kind} ${similarity}\n`,
      )
      assert.deepEqual(found, lines)
      assert.equal(digest, createHash('sha256').update(lines.join('')).digest('hex'))
    }),
    { numRuns: runs(300), seed: 3 },
  )
})

const sample = join(import.meta.dirname, '../../../examples/sample/docs.jsonl')
const documents: TextDocument[] = readFileSync(sample, 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))

const cases = [
  {},
  { cluster: 'components', shingle: 'chars:8', keep: 'longest' },
  { cluster: 'complete', shingle: 'stopword:3', measure: 'containment', keep: ['max:id'], threshold: 0.7 },
  { near: false, keep: 'last' },
] as const

for (const options of cases) {
  test(`gives the digest of the batch run on files: ${JSON.stringify(options)}`, async () => {
    const report = await dedupe(
      {
        inputs: [sample],
        result: resolveResultOptions(options),
        input: resolveInputOptions(),
        speed: resolveSpeedOptions({ threads: 2 }),
        running: resolveRunningOptions({ dryRun: true }),
      },
      { progress: () => {}, signal: new AbortController().signal },
    )
    const { counts, digest, bands, options: resolved } = await deduplicate(documents, options)
    assert.equal(digest, report.digest)
    assert.deepEqual(resolved, report.options)
    const { curve: _, ...shape } = report.bands
    assert.deepEqual(bands, shape)
    const { read, exact, normalised, near, kept } = report.counts
    assert.deepEqual(counts, { read, exact, normalised, near, kept, bytes: counts.bytes })
  })
}

test('all kernels decide the same', async () => {
  const some = documents.filter((_, place) => place % 3 === 0)
  const [simd, ...others] = await Promise.all(kernelNames.map(kernels => deduplicate(some, { kernels })))
  assert.equal(simd.kernels, 'wasm-simd')
  assert(simd.counts.near > 0)
  for (const other of others) assert.deepEqual({ ...other, kernels: 'wasm-simd' }, simd)
})

test('accepts documents in any form, and names them by id or index', async () => {
  async function* stream() {
    yield { id: 'a', text: 'Über die Brücke gehen', score: 1 }
    yield 'u\u0308ber die BRÜCKE gehen!'
    yield { id: 0, text: 'Über die Brücke gehen', score: 7 }
  }
  const { kept, removed, clusters } = await deduplicate(stream(), { keep: 'max:score,first' })
  assert.deepEqual(kept, [2])
  const shared = { survivor: 2, survivorId: 0, measure: 'jaccard', similarity: 1, kept: 'max:score' }
  assert.deepEqual(removed, [
    { index: 0, id: 'a', kind: 'exact', ...shared },
    { index: 1, id: 1, kind: 'normalised', ...shared },
  ])
  const members = [
    { index: 0, id: 'a', similarity: 1 },
    { index: 1, id: 1, similarity: 1 },
    { index: 2, id: 0, similarity: 1 },
  ]
  assert.deepEqual(clusters, [{ survivor: 2, survivorId: 0, members }])
})

test('keeps texts apart that differ in a lone surrogate, and those without a word', async () => {
  const { kept } = await deduplicate(['…\ud800', '…\ufffd', '', '!', '?', '…\ud800'])
  assert.deepEqual(kept, [0, 1, 2, 3, 4])
})

test('an id is a text or a number, as in an index', async () => {
  const text = 'Über die Brücke gehen'
  for (const id of [{}, [], Number.NaN, Number.POSITIVE_INFINITY, true, Symbol('s'), () => 5]) {
    await assert.rejects(deduplicate([text, { id: id as never, text }]), {
      code: 'OPTION_VALUE',
      message: /expected id to be a text or a number, got .*, at document 2/,
    })
  }
  for (const id of ['', 'a', 0, -1.5, 10n]) {
    const { removed } = await deduplicate([{ id, text }, text])
    assert.equal(removed[0].survivorId, id)
  }
  for (const id of [null, undefined]) {
    const { removed } = await deduplicate([{ id: id as undefined, text }, text])
    assert.equal(removed[0].survivorId, 0)
  }
})

test('an id is read once', async () => {
  let reads = 0
  const document = {
    text: 'a b c',
    get id() {
      return ++reads
    },
  }
  const { removed } = await deduplicate([document, 'a b c'])
  assert.equal(removed[0].survivorId, 1)
  assert.equal(reads, 1)
})

test('an empty list gives an empty result', async () => {
  const { counts, digest } = await deduplicate([])
  assert.deepEqual(counts, { read: 0, exact: 0, normalised: 0, near: 0, kept: 0, bytes: 0 })
  assert.equal(digest, createHash('sha256').digest('hex'))
})

test('refuses anything but a list of documents, and a document without a text', async () => {
  for (const given of ['a text', 7, null, {}]) {
    await assert.rejects(deduplicate(given as never), {
      code: 'OPTION_VALUE',
      message:
        /^OPTION_VALUE: expected documents to be a list or \(async\) iterable of documents, .* To fix: pass a list/,
    })
  }
  for (const given of [{}, { text: 7 }, null, 7]) {
    await assert.rejects(deduplicate(['a', given as never]), {
      code: 'TEXT_NOT_STRING',
      message: /at document 2\. To fix: leave the document out/,
    })
  }
})
