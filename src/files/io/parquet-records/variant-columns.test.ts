import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { spooledLines } from '../../../../test/ground/spooled-lines.ts'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { spoolParquet } from './parquet-read.ts'

const directory = temporaryFolder()

test('variants stand between other columns, also in a later part of a row group', async () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({
    text: `${i} ${'x'.repeat(1_000_000)}`,
    v: [{ a: [i, 'é', null] }, i, 'é"', true, null][i % 5],
    n: i,
  }))
  const columnData = [
    { name: 'text', data: rows.map(({ text }) => text), type: 'STRING' },
    { name: 'v', data: rows.map(({ v }) => v), type: 'VARIANT' },
    { name: 'n', data: rows.map(({ n }) => n), type: 'INT32' },
  ] as ColumnSource[]
  const path = join(directory, 'in.parquet')
  const spool = join(directory, 'spool')
  for (const rowGroupSize of [5, 12]) {
    writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize })))
    await spoolParquet(path, ['text', 'v', 'n'], spool)
    assert.equal(spooledLines(spool).toString(), rows.map(row => `${JSON.stringify(row)}\n`).join(''))
    await spoolParquet(path, ['v'], spool)
    assert.equal(spooledLines(spool).toString(), rows.map(({ v }) => `${JSON.stringify({ v })}\n`).join(''))
  }
})
