import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { spooledLines } from '../../../../test/ground/spooled-lines.ts'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { spoolParquet } from './parquet-read.ts'

const directory = temporaryFolder()
const path = join(directory, 'in.parquet')

async function linesOf(columnData: ColumnSource[], wanted: readonly string[], rowGroupSize: number) {
  const codec = rowGroupSize % 2 === 0 ? 'SNAPPY' : 'UNCOMPRESSED'
  writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize, codec })))
  const out = join(directory, 'spool')
  const size = await spoolParquet(path, wanted, out)
  assert.equal(statSync(out).size, size)
  return spooledLines(out).toString()
}

test('columns of strings and numbers are the lines that JSON makes of their values', async () => {
  const row = fc.record({
    text: fc.option(fc.string({ unit: 'binary' }), { nil: null }),
    id: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    small: fc.option(fc.integer(), { nil: null }),
    ratio: fc.option(fc.double(), { nil: null }),
    flag: fc.option(fc.boolean(), { nil: null }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 20 }),
      async (rows, size) => {
        const of = <K extends keyof (typeof rows)[0]>(name: K) => rows.map(one => one[name])
        const columns = [
          { name: 'a "key"', data: of('text'), type: 'STRING', nullable: true },
          { name: 'id', data: of('id'), type: 'INT64' },
          { name: 'small', data: of('small'), type: 'INT32', nullable: true },
          { name: 'ratio', data: of('ratio'), type: 'DOUBLE', nullable: true },
          { name: 'flag', data: of('flag'), type: 'BOOLEAN', nullable: true },
        ] as ColumnSource[]
        const names = columns.map(({ name }) => name)
        const lines = rows.map(
          ({ text, id, small, ratio, flag }) =>
            `{"a \\"key\\"":${JSON.stringify(text?.toWellFormed() ?? null)},"id":${id},${JSON.stringify({ small, ratio: ratio === 0 ? 0 : ratio, flag }).slice(1)}\n`,
        )
        assert.equal(await linesOf(columns, names, size), lines.join(''))
        // A list among the columns takes the way of all types.
        const list = { name: 'list', data: rows.map(() => [1]), type: 'JSON' } as ColumnSource
        const others = (await linesOf([...columns, list], [...names, 'list'], size)).replaceAll(
          ',"list":[1]}',
          '}',
        )
        assert.equal(others, lines.join(''))
      },
    ),
    { numRuns: 50 },
  )
})

test('a text of several pages and parts is whole', async () => {
  const texts = Array.from({ length: 30 }, (_, i) => `${i} \u0001 "${'é'.repeat(200_000)}"\n`)
  const columns = [{ name: 'text', data: texts, type: 'STRING' as const }]
  const lines = texts.map(text => `${JSON.stringify({ text })}\n`).join('')
  assert.equal(await linesOf(columns, ['text'], 30), lines)
  assert.equal(await linesOf(columns, ['text'], 7), lines)
})
