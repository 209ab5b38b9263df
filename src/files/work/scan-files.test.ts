/** Small files are scanned together, and each has the record that its bytes are. */
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { openKernelThread } from '../../../test/worlds/kernel-thread.ts'
import { bandsOf, decisionOf, kernelPlanOf } from '../../methods/options/decision.ts'
import { resolveResultOptions } from '../../methods/options/result-options.ts'
import type { ScanRange, Source } from '../inputs/source.ts'
import { eachFile } from './file-results.ts'
import { placesIn } from './rows.ts'
import { type ScanTask, scanRanges } from './scan-range.ts'
import { kernelKeys } from './thread/extract.ts'
import { readValues } from './thread/record-reader.ts'

const folder = temporaryFolder()
const maxRecord = 1000
let written = 0
const format = { name: 'whole' } as const

async function opened() {
  const result = resolveResultOptions({})
  const decision = decisionOf(result)
  const shape = { bits: 6, bands: 4, sketches: true, places: true, textBytes: false, isShared: false }
  return openKernelThread({
    plan: kernelPlanOf(result, decision, bandsOf(result, decision), true),
    keys: kernelKeys(format),
    rows: {
      shape: { ...shape, bands: bandsOf(result, decision).bands },
      next: new Int32Array(1),
      isPassing: false,
    },
  })
}

/** A task for files with these bytes; `start` of each is behind its byte-order mark. */
function taskOf(contents: readonly Buffer[], refusesNull = false): ScanTask {
  const sources: Record<number, Source> = {}
  const ranges: ScanRange[] = contents.map((bytes, source) => {
    const file = join(folder, `${written++}.txt`)
    writeFileSync(file, bytes)
    const from = bytes.subarray(0, 3).equals(mark) ? 3 : 0
    sources[source] = { path: file, file, format, start: from }
    return { source, from, to: bytes.length, isAligned: true }
  })
  const wanted = { bySignature: false, takesRarest: false, fields: [] }
  return { kind: 'scan', sources, ranges, maxRecord, refusesNull, ...wanted }
}

const mark = Buffer.from([0xef, 0xbb, 0xbf])
const thread = await opened()

/** What the scan found in each file. */
function found(task: ScanTask) {
  return scanRanges(thread, task).flatMap(result =>
    [...eachFile(result)].map(({ source, to, records, documents, bad, nulls, runs: rows }) => {
      assert.equal(records, 1)
      if (nulls.length > 0) return { source, to, null: [nulls[0].offset, nulls[0].length, nulls[0].count] }
      if (documents === 0) return { source, to, bad: bad.reasons[0]?.code, length: bad.length[0] }
      const { offsets, lengths } = placesIn({ documents, runs: rows })
      const [offset, length] = [offsets[0], lengths[0]]
      const place = { source: task.sources[source], offset, length }
      const { chunk, row } = rows[0]
      const text = Buffer.from(readValues(thread, place).text).toString()
      return { source, to, offset, text, tokens: chunk.tokenCount[row] }
    }),
  )
}

function expected(bytes: Buffer, source: number) {
  const from = bytes.subarray(0, 3).equals(mark) ? 3 : 0
  const text = bytes.subarray(from).toString()
  const to = bytes.length
  if (to > maxRecord) return { source, to, bad: 'RECORD_TOO_LONG', length: to - from }
  if (bytes.includes(0)) return { source, to, bad: 'NUL_BYTE', length: to - from }
  if (bytes.includes(0xff)) return { source, to, bad: 'UTF8_INVALID', length: to - from }
  if (text.trim() === '') return { source, to, null: [from, to - from, 1] }
  return { source, to, offset: from, text, tokens: text.trim().split(/\s+/).length }
}

const words = fc.array(fc.constantFrom('red', 'wine', 'of', 'Riga', 'kvass'), {
  minLength: 1,
  maxLength: 12,
})
const contents = fc.oneof(
  { weight: 5, arbitrary: words.map(list => Buffer.from(list.join(' '))) },
  { weight: 1, arbitrary: words.map(list => Buffer.concat([mark, Buffer.from(list.join('\n'))])) },
  { weight: 1, arbitrary: words.map(list => Buffer.from(`${list.join(' ')} `.repeat(40))) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('', '\ufeff', ' ', '   ', '\ufeff \n', '\n\n', 'a\0b', '\0')
      .map(text => Buffer.from(text)),
  },
  { weight: 1, arbitrary: fc.constant(Buffer.from([0x61, 0xff, 0x62])) },
)

test('files of any content, scanned together, have the records of their bytes', () => {
  fc.assert(
    fc.property(fc.array(contents, { minLength: 1, maxLength: 90 }), files => {
      assert.deepEqual(found(taskOf(files)), files.map(expected))
    }),
    { numRuns: runs(30) },
  )
})

test('files without a text are bad records where these are', () => {
  const files = ['one', '', ' ', 'two'].map(text => Buffer.from(text))
  const results = scanRanges(thread, taskOf(files, true)).flatMap(result => [...eachFile(result)])
  assert.deepEqual(
    results.map(({ documents, bad }) => [documents, bad.reasons[0]?.code]),
    [
      [1, undefined],
      [0, 'TEXT_MISSING'],
      [0, 'TEXT_MISSING'],
      [1, undefined],
    ],
  )
})

test('a file that has grown is one record; one that is shorter or gone ends the scan', () => {
  const files = ['one two', 'three', 'four five six'].map(text => Buffer.from(text))
  const grown = taskOf(files)
  writeFileSync(grown.sources[1].file, 'three and more')
  assert.deepEqual(
    found(grown).map(({ text }) => text),
    ['one two', 'three and more', 'four five six'],
  )
  const shorter = taskOf(files)
  writeFileSync(shorter.sources[1].file, 'th')
  assert.throws(() => found(shorter), { code: 'INPUT_CHANGED' })
  const gone = taskOf(files)
  rmSync(gone.sources[2].file)
  assert.throws(() => found(gone), { code: 'INPUT_MISSING' })
})

test('blocks of files are divided where the memory for one is used up', () => {
  const task = { ...taskOf([]), maxRecord: 2 ** 20 }
  const files = Array.from({ length: 12 }, (_, i) =>
    Buffer.from(`word${i} `.repeat(1 + ((i * 7919) % 20_000))),
  )
  const long = { ...taskOf(files), maxRecord: task.maxRecord }
  assert.deepEqual(
    found(long).map(({ text }) => text),
    files.map(String),
  )
})
