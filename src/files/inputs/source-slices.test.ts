import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Source } from './source.ts'
import { readSlices, readWhole } from './source-slices.ts'

const bytes = Uint8Array.from({ length: 300 }, (_, i) => i)
let directory = ''
let file = 0
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'nearsame-slices-'))
  writeFileSync(join(directory, 'a'), bytes)
  file = openSync(join(directory, 'a'), 'r')
})
after(() => {
  closeSync(file)
  rmSync(directory, { recursive: true })
})

function read(slices: readonly number[], blockBytes: number): number[] {
  const source = { path: 'a' } as Source
  const found: number[] = []
  // A part is valid only until the next one is requested.
  for (const part of readSlices(file, source, Float64Array.from(slices), new Uint8Array(blockBytes)))
    found.push(...part)
  return found
}

test('slices are complete and in order, whatever the block size and the gaps between them', () => {
  const ascending = fc
    .array(fc.integer({ min: 0, max: bytes.length }), { minLength: 2, maxLength: 20 })
    .map(places => places.slice(places.length % 2).sort((a, b) => a - b))
  fc.assert(
    fc.property(ascending, fc.integer({ min: 1, max: 400 }), (slices, blockBytes) => {
      const expected = slices.flatMap((from, i) => (i % 2 ? [] : [...bytes.slice(from, slices[i + 1])]))
      assert.deepEqual(read(slices, blockBytes), expected)
    }),
  )
})

test('the error of a truncated source names the first missing byte', () => {
  const changed = { code: 'INPUT_CHANGED', message: /a shorter file than the first time, at a, byte 300/ }
  assert.throws(() => read([290, 310], 64), changed)
  assert.throws(() => read([0, 5, 400, 410], 8), { code: 'INPUT_CHANGED', message: /byte 400/ })
})

test('the error of an unreadable source names it', () => {
  const unreadable = openSync(join(directory, 'a'), 'a')
  const source = { path: 'a' } as Source
  const message =
    'INPUT_UNREADABLE: expected a readable file, got EBADF, at a. To fix: check its permissions and the disk.'
  assert.throws(() => readWhole(unreadable, source, new Uint8Array(1), 0), { message })
  closeSync(unreadable)
})
