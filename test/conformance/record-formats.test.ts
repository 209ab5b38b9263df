/**
 * Record formats: each gives the same documents however its file is divided into ranges, packed, or read record by
 * record for an index. A new format needs a line in `writers`; the compiler requires it.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { columnFromArray, tableFromColumns, tableToIPC, utf8 } from '@uwdata/flechette'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { formats } from '../../src/files/formats/formats.ts'
import type { InputSet } from '../../src/files/inputs/resolve/input.ts'
import { resolveInputs } from '../../src/files/inputs/resolve/resolve-inputs.ts'
import { Sources } from '../../src/files/inputs/sources.ts'
import { readFields } from '../../src/files/jobs/read-fields.ts'
import { placesIn } from '../../src/files/work/rows.ts'
import { scanRanges } from '../../src/files/work/scan-range.ts'
import { kernelKeys } from '../../src/files/work/thread/extract.ts'
import { readId, readValues } from '../../src/files/work/thread/record-reader.ts'
import type { Thread } from '../../src/files/work/thread/thread.ts'
import {
  type InputFormat,
  inputFormats,
  resolveInputOptions,
} from '../../src/ground/options/input-options.ts'
import { casesOf } from '../ground/runs.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { workbookBytes } from '../ground/workbooks.ts'
import { openKernelThread } from '../worlds/kernel-thread.ts'

/** Writers of a format; ids and texts have only letters, digits, spaces and accents. */
interface Writer {
  readonly header?: string
  record(id: string, text: string): string
  readonly separator?: string
  readonly footer?: string
  /** The bytes of a file that is no text. */
  bytes?(ids: readonly string[], texts: readonly string[]): Uint8Array
}

const writers: Readonly<Record<InputFormat, Writer>> = {
  jsonl: { record: (id, text) => `${JSON.stringify({ id, text })}\r\n` },
  json: {
    header: ' [\r\n ',
    record: (id, text) => JSON.stringify({ id, at: ['a\\', { '"': '[' }], text }, null, '\t'),
    separator: ' ,\n  ',
    footer: '\n]\n',
  },
  csv: { header: 'id,text\n', record: (id, text) => `${id},"${text}"\n` },
  tsv: { header: 'text\tid\n', record: (id, text) => `${text}\t"${id}"\n` },
  txt: { record: (_id, text) => `${text}\n` },
  'id-text': { record: (id, text) => `${id}  ${text}\n` },
  arrow: {
    record: () => '',
    bytes(id, text) {
      const columns = { text: columnFromArray([...text], utf8()), id: columnFromArray([...id], utf8()) }
      return tableToIPC(tableFromColumns(columns), { format: 'stream' }) as Uint8Array
    },
  },
  parquet: {
    record: () => '',
    bytes(id, text) {
      const columns = { text, id }
      const columnData = Object.entries(columns).map(([name, data]) => ({ name, data: [...data] }))
      return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 7 }))
    },
  },
  xlsx: {
    record: () => '',
    bytes: (id, text) =>
      workbookBytes({ sheets: { A: [['text', 'id'], ...text.map((each, i) => [each, id[i]])] } }),
  },
  warc: {
    record: (id, text) =>
      `WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: ${id}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}\r\n\r\n`,
  },
  whole: { record: (_id, text) => text },
}

type Read = readonly (readonly [id: string | undefined, text: string])[]

/** Longer than one read of a file, so that it is skipped unread. */
const long = 'so long '.repeat(150_000)
const maxRecord = 1000

const directory = temporaryFolder()

/** A file of these texts, and a packed one. If a file is one document, it gets only the longest text. */
async function written(format: InputFormat, given: readonly string[]) {
  const { header = '', record, separator = '', footer = '' } = writers[format]
  const { cut, hasIds } = formats[format]
  const longest = given.toSorted((a, b) => b.length - a.length).slice(0, 1)
  const texts = cut.by === 'whole' ? longest : given
  const records = texts.map((text, i) => record(`n${i}`, text)).join(separator)
  const ids = texts.map((_, i) => `n${i}`)
  const bytes = writers[format].bytes?.(ids, texts) ?? Buffer.from(`\ufeff${header}${records}${footer}`)
  const [plain, packed] = ['plain', 'packed.gz'].map(name => join(directory, name))
  writeFileSync(plain, bytes)
  writeFileSync(packed, gzipSync(bytes))
  const documents: Read = texts.flatMap((text, i) =>
    text === long ? [] : [[hasIds ? `n${i}` : undefined, text] as const],
  )
  // Parquet is not read packed.
  const paths = format === 'parquet' ? [plain] : [plain, packed]
  const sets = paths.map(path => resolveInputs([path], { inputFormat: format }))
  return { sets: await Promise.all(sets), documents, size: bytes.length }
}

const options = resolveInputOptions({ maxRecord })

const rowShape = { bits: 4, bands: 25, sketches: false, places: true, textBytes: false, isShared: false }

/** As a run reads them: ranges, their records, and each record again by its place. */
async function scanned(set: InputSet, rangeBytes: number): Promise<Read> {
  const sources = new Sources({
    set,
    fieldRules: { columns: false, offersRecords: false },
    options,
    joinsRows: true,
    readsTexts: false,
    converts: false,
    fields: [],
    temporary: async () => directory,
    rangeBytes,
  })
  const found: (readonly [string | undefined, string])[] = []
  let thread: Thread | undefined
  for await (const ranges of sources.ranges()) {
    const [{ source: number }] = ranges
    const source = sources.plain[number]
    thread ??= await openKernelThread({
      keys: kernelKeys(source.format),
      rows: { shape: rowShape, next: new Int32Array(1), isPassing: true },
    })
    const task = {
      kind: 'scan' as const,
      sources: { [number]: source },
      ranges,
      maxRecord,
      refusesNull: true,
    }
    for (const range of scanRanges(thread, {
      ...task,
      bySignature: false,
      takesRarest: false,
      fields: [],
    })) {
      const { offsets, lengths } = placesIn(range)
      offsets.forEach((offset, i) => {
        const place = { source, offset, length: lengths[i] }
        const { hasIds } = formats[source.format.name]
        const id = hasIds ? (readId(thread as Thread, place) as string) : undefined
        found.push([id, Buffer.from(readValues(thread as Thread, place).text).toString()])
      })
    }
  }
  thread?.files.close()
  await sources.close()
  return found
}

/** As an index reads them. */
async function listed(set: InputSet): Promise<Read> {
  const found: (readonly [string | undefined, string])[] = []
  for await (const { id, text, fields, error } of readFields(set, options, new AbortController().signal)) {
    const ownId = id === set.inputs[0].name ? undefined : (id as string | undefined)
    if (error === undefined) found.push([ownId, text ?? String(fields?.text)])
    else assert.equal(error.code, 'RECORD_TOO_LONG')
  }
  return found
}

const short = Array.from({ length: 40 }, (_, i) => `café number ${i} `.repeat(1 + (i % 3)).trim())

for (const format of inputFormats) {
  test(`${format}: ranges of any length own every record once, plain and packed`, async () => {
    const { sets, documents, size } = await written(format, short)
    for (const set of sets) {
      for (const rangeBytes of casesOf([1, 2, 7, 50, 51, 333, size]))
        assert.deepEqual(await scanned(set, rangeBytes), documents, `${rangeBytes}`)
    }
  })

  test(`${format}: a too long record is skipped, and only that one`, async () => {
    const { sets, documents, size } = await written(format, [...short, long, ...short])
    for (const set of sets) {
      for (const rangeBytes of [100_000, 2 ** 19, size])
        assert.deepEqual(await scanned(set, rangeBytes), documents, `${rangeBytes}`)
      assert.deepEqual(await listed(set), documents)
    }
  })

  test(`${format}: an index reads what a run reads`, async () => {
    const { sets, documents } = await written(format, short)
    for (const set of sets) assert.deepEqual(await listed(set), documents)
  })
}
