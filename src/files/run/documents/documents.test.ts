import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { describeStride } from '../../../texts/kernels/layout/plan-layout.ts'
import { BadRows } from '../../tasks/bad-rows.ts'
import type { RangeResult } from '../../tasks/scan-range.ts'
import { Documents } from './documents.ts'

const bands = 4096

/** Some documents, whose rows hold `value`. */
function range(documents: number, value: number): RangeResult {
  return {
    source: 0,
    to: 0,
    records: documents,
    documents,
    described: new Uint32Array(documents * (9 + bands)).fill(value),
    offsets: new Float64Array(documents).fill(value),
    lengths: new Uint32Array(documents).fill(value),
    textBytes: new Uint32Array(0),
    bad: new BadRows().finish(),
    nulls: [],
    fields: [],
  }
}

test('columns for all expected documents may not fit; those for the documents read so far do', () => {
  const documents = new Documents([], {
    bands,
    sketches: false,
    fields: 0,
    textBytes: false,
    allBad: false,
    nulls: true,
  })
  // The first range is a thousandth of the input: 3,300,000 documents with 4096 keys are more than an array holds.
  documents.append(range(3000, 7), 0.001)
  documents.append(range(2000, 9), 0.9)
  assert.equal(documents.count, 5000)
  for (const [document, value] of [
    [0, 7],
    [2999, 7],
    [3000, 9],
    [4999, 9],
  ]) {
    assert.deepEqual(
      [documents.keys[document * bands], documents.exact[4 * document + 3], documents.offset[document]],
      [value, value, value],
    )
  }
})

test('a document takes as many bytes as ARCHITECTURE.md says, column by column and in all', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../ARCHITECTURE.md'), 'utf8')
  const [section] = page.slice(page.indexOf('\n### Columns\n')).split('\n## Threads')
  const count = 1000
  const documents = new Documents([], {
    bands: 25,
    sketches: true,
    fields: 0,
    textBytes: true,
    allBad: false,
    nulls: true,
  })
  const described = new Uint32Array(count * describeStride(25, true))
  documents.append({ ...range(count, 1), described, textBytes: new Uint32Array(count) }, 1)
  const bytesOf = (name: string) => documents[name as 'exact'].byteLength / documents.offset.length
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (\d+)( \* bands)? +\|/gm)]
  assert.deepEqual(
    rows.map(([, name]) => name),
    ['exact', 'tokens', 'tokenCount', 'keys', 'sketches', 'offset', 'length', 'textBytes'],
  )
  let all = 0
  for (const [, name, bytes, byBand] of rows) {
    assert.equal(bytesOf(name), Number(bytes) * (byBand ? 25 : 1), name)
    all += bytesOf(name)
  }
  assert(section.includes(`\n${all - bytesOf('textBytes')} bytes at the default`))
  const given = bytesOf('exact') + bytesOf('tokens') + bytesOf('tokenCount')
  assert(section.includes(`After group ${given} are given back`))
})
