import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { OpenFiles, type PlainSource } from '../sources/source.ts'
import { ReadAhead } from './read-ahead.ts'
import type { Workspace } from './workspace.ts'

const content = randomBytes(2 ** 21)
let directory = ''
let sources: PlainSource[] = []

before(() => {
  directory = mkdtempSync(join(tmpdir(), 'nearsame-'))
  sources = ['one', 'other'].map(name => {
    const file = join(directory, name)
    writeFileSync(file, content)
    return { path: name, file } as unknown as PlainSource
  })
})

after(() => rmSync(directory, { recursive: true }))

/** Memory as that of kernels, without any. */
function space(): Workspace {
  const bytes = new Uint8Array(2 ** 20)
  return { bytes, claim: () => 64 } as unknown as Workspace
}

/** Places of records with the given gaps before them, and their lengths. */
function placesOf(records: readonly { gap: number; length: number; source: number }[]) {
  const ends = [0, 0]
  const placed = [...records]
    .sort((a, b) => a.source - b.source)
    .map(({ gap, length, source }) => {
      const offset = ends[source] + gap
      ends[source] = offset + length
      return { source, offset, length }
    })
    .filter(({ source }) => ends[source] <= content.length)
  return {
    sources,
    source: Int32Array.from(placed, ({ source }) => source),
    offset: Float64Array.from(placed, ({ offset }) => offset),
    length: Uint32Array.from(placed, ({ length }) => length),
  }
}

const record = fc.record({
  gap: fc.oneof(fc.nat(200), fc.integer({ min: 30_000, max: 36_000 })),
  length: fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 250_000, max: 270_000 })),
  source: fc.nat(1),
})

test('a record is there as a whole while it is used, and nothing else is', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 40, size: 'max' }), records => {
      const files = new OpenFiles()
      const memory = space()
      const ahead = new ReadAhead(memory, files)
      const places = placesOf(records)
      const used: number[] = []
      const indexes = [...places.offset.keys()]
      ahead.each(places, indexes, index => {
        const [source, offset, length] = [
          sources[places.source[index]],
          places.offset[index],
          places.length[index],
        ]
        const at = ahead.addressOf(source, offset, length)
        assert(at >= 0)
        assert(content.subarray(offset, offset + length).equals(memory.bytes.subarray(at, at + length)))
        assert.equal(ahead.addressOf(sources[1 - places.source[index]], offset, length), -1)
        used.push(index)
      })
      files.close()
      assert.deepEqual(
        used,
        indexes.filter(index => used.includes(index)),
        'in order, each once',
      )
      for (const i of indexes.slice(1)) {
        const isNear =
          places.source[i] === places.source[i - 1] &&
          places.offset[i] + places.length[i] - places.offset[i - 1] <= 8192 + 200
        if (isNear) assert(used.includes(i) || used.includes(i - 1), 'neighbours share a read')
        assert.equal(ahead.addressOf(sources[places.source[i]], places.offset[i], places.length[i]), -1)
      }
    }),
    { numRuns: 60 },
  )
})

test('of a file that has become shorter only what is there counts as read', () => {
  const files = new OpenFiles()
  const ahead = new ReadAhead(space(), files)
  const file = join(directory, 'short')
  writeFileSync(file, content.subarray(0, 1000))
  const source = { path: 'short', file } as unknown as PlainSource
  const places = {
    sources: [source],
    source: Int32Array.of(0, 0),
    offset: Float64Array.of(0, 900),
    length: Uint32Array.of(900, 300),
  }
  const found: boolean[] = []
  ahead.each(places, [0, 1], i =>
    found.push(ahead.addressOf(source, places.offset[i], places.length[i]) >= 0),
  )
  files.close()
  assert.deepEqual(found, [true, false])
})
