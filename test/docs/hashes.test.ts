/** The worked example of docs/formats/hashes.md: all values of its two blocks, by the reference kernels and an index. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import type { EngineOptions } from '../../src/doors/index.ts'
import { memoryStore, openIndex } from '../../src/doors/online.ts'
import { openEngine } from '../../src/engine/library/open-engine.ts'
import { hexOf } from '../../src/ground/hash/hex.ts'
import { tokenHash } from '../../src/texts/kernels/reference/tokens.ts'

type Shingle = NonNullable<EngineOptions['shingle']>

const page = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/formats/hashes.md'), 'utf8')
const text = 'The quick brown fox jumps over the lazy dog'
const bytesOf = (given: string) => new TextEncoder().encode(given)
const hex64 = (value: bigint) => value.toString(16).padStart(16, '0')

/** The lines of a block of the page, from their name to the value at their end. */
function valuesOf(block: number): [string, string][] {
  const [, lines] = [...page.matchAll(/^```text\n(.*?)^```$/gms)][block]
  return [...lines.matchAll(/^(.+?) {2,}(.+)$/gm)].map(([, name, value]) => [name, value])
}

/** Shingles in reading order, and the two 128-bit hashes. */
async function made(shingle: Shingle, given: string) {
  const { space } = await openEngine({ shingle, kernels: 'reference' })
  const count = space.cut(bytesOf(given), space.free, false)
  const shingles = new BigUint64Array(space.kernels.memory.buffer.slice(space.free, space.free + 8 * count))
  const hashes = new BigUint64Array(space.describe([bytesOf(given)], space.free).buffer, 0, 4)
  const [raw, tokens] = [hashes.slice(0, 2), hashes.slice(2)].map(both => Array.from(both, hex64).join(' '))
  return { shingles: Array.from(shingles, hex64), raw, tokens }
}

/** The value that a line of the first block names. */
async function namedValue(name: string): Promise<string> {
  const [, token] = /^token (.+)$/.exec(name) ?? []
  if (token !== undefined) return hex64(tokenHash(bytesOf(token)))
  const [, shingle, place, other] = /^(\w+(?::\d+)+) (?:(\d+)|of (.+))$/.exec(name) ?? []
  if (shingle !== undefined) {
    const { shingles } = await made(shingle as Shingle, other ?? text)
    if (other !== undefined) assert.equal(shingles.length, 1, name)
    return shingles[other === undefined ? Number(place) - 1 : 0]
  }
  if (name === 'characters') return (await made('chars:3', text)).tokens
  const { raw, tokens } = await made('words:5', text)
  return { 'raw text': raw, tokens }[name] ?? assert.fail(name)
}

test('the hashes on the page follow from the definitions', async () => {
  const values = valuesOf(0)
  assert(values.length > 10, 'the page has values')
  assert.deepEqual(await Promise.all(values.map(async ([name]) => [name, await namedValue(name)])), values)
})

test('a store gets the sketch and the body shown on the page', async () => {
  const store = memoryStore()
  const index = await openIndex(store, { storeText: false })
  await index.add({ id: 1, text })
  const [document] = await store.documents([1], { body: true })
  assert(document !== undefined)
  const { hashes, postings } = document.sketch
  const hex = (words: Uint32Array) => hexOf(new Uint8Array(words.slice().buffer))
  assert.equal(postings.length, 25)
  assert.deepEqual(valuesOf(1), [
    ['hashes', hex(hashes)],
    ['postings', hex(postings.slice(0, 2))],
    ['body', hexOf(document.body)],
  ])
})
