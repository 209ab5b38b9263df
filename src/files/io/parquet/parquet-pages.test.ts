import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { spooledLines } from '../../../../test/ground/spooled-lines.ts'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { spoolParquet } from '../parquet-records/parquet-read.ts'
import { openParquet, openParquetBuffer } from './parquet-file.ts'
import { rangeOf, readRanges } from './parquet-pages.ts'

const directory = temporaryFolder()

/** Writes a file with `groups` row groups of one row each. */
function write(name: string, groups: number, text: (group: number) => string): string {
  const path = join(directory, name)
  const numbers = Array.from({ length: groups }, (_, group) => group)
  const columnData = [
    { name: 'id', data: numbers, type: 'INT32' as const },
    { name: 'text', data: numbers.map(text), type: 'STRING' as const },
  ]
  writeFileSync(
    path,
    new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 1, codec: 'UNCOMPRESSED' })),
  )
  return path
}

test('the chunks of a row group are read in one go unless they are large', async () => {
  const path = write('two.parquet', 2, group => 'a'.repeat(2 ** (21 * group)))
  const { metadata } = await openParquet(path)
  const buffer = await openParquetBuffer(path)
  const reads: number[] = []
  const counted = {
    ...buffer,
    slice(start: number, end?: number) {
      reads.push(start)
      return buffer.slice(start, end)
    },
  }
  try {
    for (const { columns } of metadata.row_groups) {
      const ranges = columns.flatMap(({ meta_data: chunk }) =>
        chunk === undefined ? [] : [rangeOf(chunk)],
      )
      const file = await readRanges(counted, ranges)
      for (const range of ranges) assert.deepEqual(await file.slice(...range), await buffer.slice(...range))
      assert.deepEqual(await file.slice(0, 4), await buffer.slice(0, 4))
    }
  } finally {
    await buffer.close()
  }
  const [first, second] = metadata.row_groups.map(({ columns }) =>
    columns.map(({ meta_data: chunk }) => Number(chunk?.data_page_offset)),
  )
  assert.deepEqual(reads, [first[0], 0, ...second, 0])
})

test('four times the row groups cost at most four times the work', async () => {
  const spool = join(directory, 'spool')
  // Row counts are bigints; each look at a row group converts one.
  const looks = async (groups: number) => {
    const path = write(`${groups}.parquet`, groups, group => `text ${group}`)
    const { Number: convert } = globalThis
    let calls = 0
    globalThis.Number = new Proxy(convert, {
      apply(_, __, [value]) {
        calls++
        return convert(value)
      },
    })
    try {
      await spoolParquet(path, ['id', 'text'], spool)
    } finally {
      globalThis.Number = convert
    }
    return calls
  }
  const [once, fourTimes] = [await looks(100), await looks(400)]
  assert.equal(spooledLines(spool).toString().split('\n').at(-2), '{"id":399,"text":"text 399"}')
  assert(once > 100 && fourTimes <= 4 * once, `${fourTimes} and ${once} times`)
})
