/** Streams and compressed sources: long records, recognized while only part of them has arrived. */
import assert from 'node:assert/strict'
import fs, { writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { resolveInputOptions } from '../../ground/options/input-options.ts'
import { comma } from '../formats/csv-format.ts'
import { resolveInputs } from './resolve/resolve-inputs.ts'
import type { ScanRange } from './source.ts'
import { Sources } from './sources.ts'

const directory = temporaryFolder()

async function sourcesOf(name: string, text: string): Promise<Sources> {
  const path = join(directory, name)
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text, { level: 1 }) : text)
  return openSources([path])
}

async function openSources(paths: readonly string[]): Promise<Sources> {
  const set = await resolveInputs(paths, {})
  const options = resolveInputOptions()
  return new Sources({
    fieldRules: { columns: false, offersRecords: false },
    set,
    options,
    joinsRows: true,
    readsTexts: false,
    converts: false,
    fields: [],
    temporary: async () => directory,
    rangeBytes: 1 << 16,
  })
}

async function rangesOf(sources: Sources): Promise<ScanRange[]> {
  const ranges: ScanRange[] = []
  for await (const some of sources.ranges()) ranges.push(...some)
  return ranges
}

for (const [name, start, end] of [
  ['a.txt.gz', 'first\n', '\nlast\n'],
  ['a.csv.gz', 'text\nfirst\n"', '"\nlast\n'],
]) {
  test(`a record of 24 MB in ${name} is read only a few times, however many ranges it spans`, async t => {
    const long = 24_000_000
    const sources = await sourcesOf(name, start + 'so long '.repeat(long / 8) + end)
    let bytes = 0
    const { readSync } = fs
    t.mock.method(fs, 'readSync', (...args: Parameters<typeof readSync>) => {
      const got = readSync(...args)
      bytes += got
      return got
    })
    syncBuiltinESMExports()
    const ranges = await rangesOf(sources)
    t.mock.restoreAll()
    syncBuiltinESMExports()
    assert.equal(ranges.at(-1)?.to, start.length + long + end.length)
    for (const [i, range] of ranges.entries()) if (i > 0) assert.equal(range.from, ranges[i - 1].to)
    assert(bytes < 5 * long, `${bytes} bytes`)
  })
}

test('a CSV header of any length is read completely, from a stream as from a file', async () => {
  const header = ['text', ...Array.from({ length: 300_000 }, (_, i) => `column ${i}`)]
  const rows = `${header.join(',')}\n${'x,'.repeat(header.length - 1)}x\n`
  for (const name of ['wide.csv', 'wide.csv.gz']) {
    const sources = await sourcesOf(name, rows)
    const [{ from }] = await rangesOf(sources)
    assert.equal(from, header.join(',').length + 1, name)
    assert.deepEqual(
      sources.plain[0].format,
      { name: 'csv', choice: { text: ['text'], id: 'id' }, header, dialect: comma },
      name,
    )
  }
})

test('a CSV header with an unclosed quote is refused before the whole file is in memory', async () => {
  for (const name of ['open.csv', 'open.csv.gz']) {
    const sources = await sourcesOf(name, `text,"open\n${'some text\n'.repeat(8_000_000)}`)
    await assert.rejects(rangesOf(sources), {
      code: 'CSV_HEADER',
      message:
        /^CSV_HEADER: expected a first line of at most 67108864 bytes, got a longer one, at .*: close the open quote/,
    })
    await sources.close()
  }
})

test('the bytes before each source are those of all sources before it, packed ones unpacked', async () => {
  const texts = ['one\n', 'two\nthree\n', 'four', '', 'five\n']
  const paths = texts.map((text, i) => {
    const path = join(directory, `sized-${i}.txt${i === 1 ? '.gz' : ''}`)
    writeFileSync(path, i === 1 ? gzipSync(text) : text)
    return path
  })
  const sources = await openSources(paths)
  await rangesOf(sources)
  assert.deepEqual(sources.bytesBefore, [0, 4, 14, 18]) // the empty file is no source
  assert.equal(sources.readBytes, 23)
  await sources.close()
})
