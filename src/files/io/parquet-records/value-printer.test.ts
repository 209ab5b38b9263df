import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SchemaElement } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { runs } from '../../../../test/ground/runs.ts'
import { spooledLines } from '../../../../test/ground/spooled-lines.ts'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { isNearsameError } from '../../../ground/errors/nearsame-error.ts'
import { spoolParquet } from './parquet-read.ts'

const directory = temporaryFolder()
const path = join(directory, 'in.parquet')
const spool = join(directory, 'spool')

async function linesOf(bytes: Uint8Array, columns: readonly string[]): Promise<string> {
  writeFileSync(path, bytes)
  await spoolParquet(path, columns, spool)
  return spooledLines(spool).toString()
}

const vectors = join(import.meta.dirname, '../../../../test/vectors/parquet')
const names = ['text', 'los', 'lol', 'map', 'st', 'tm', 'day', 'u']
const expected = `\
{"text":"a","los":[{"a":1,"b":"x"},{"a":2,"b":null}],"lol":[[1],[],null],"map":{"k":[1.5]},"st":{"t":"2020-01-01T00:00:00.000000Z","u":{"h":1.5}},"tm":"01:02:03.004","day":"1970-01-01","u":18446744073709551615}
{"text":"b","los":[],"lol":[[2,3]],"map":{},"st":null,"tm":null,"day":null,"u":null}
{"text":"c","los":null,"lol":[],"map":null,"st":{"t":null,"u":null},"tm":"23:59:59.999","day":"1969-12-31","u":0}
{"text":"d","los":[null,{"a":3,"b":"y"}],"lol":null,"map":{"l":null,"m":[]},"st":{"t":null,"u":{"h":null}},"tm":"01:02:03.004","day":2147483647,"u":1}
{"text":"é\\"\\n","los":[{"a":4,"b":"z"}],"lol":[null,[4,null]],"map":{"n":[null,-2]},"st":null,"tm":null,"day":-2147483648,"u":2}
{"text":"f","los":null,"lol":[[]],"map":null,"st":{"t":"1960-01-01T00:00:00.000000Z","u":{"h":-2}},"tm":"23:59:59.999","day":"2019-04-14","u":3}
`

for (const version of ['v1', 'v2']) {
  test(`lists, maps, structs and times in pages ${version} of pyarrow have the values that it wrote`, async () => {
    assert.equal(await linesOf(readFileSync(join(vectors, `nested-${version}.parquet`)), names), expected)
  })

  test(`nested columns in pages ${version} with any wrong byte are read or refused`, async () => {
    const whole = readFileSync(join(vectors, `nested-${version}.parquet`))
    const property = fc.asyncProperty(fc.nat(whole.length - 9), fc.nat(254), async (at, more) => {
      const bytes = Buffer.from(whole)
      bytes[at] += 1 + more
      const refused = await linesOf(bytes, names).then(
        () => true,
        error => isNearsameError(error) && error.code.startsWith('PARQUET_'),
      )
      assert.ok(refused, `byte ${at}`)
    })
    await fc.assert(property, { numRuns: runs(200) })
  })
}

const optional = { repetition_type: 'OPTIONAL' } as const
const lists: SchemaElement[] = [
  { name: 'root', num_children: 1 },
  { name: 'lists', num_children: 1, converted_type: 'LIST', ...optional },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  { name: 'element', num_children: 1, converted_type: 'LIST', ...optional },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional },
]

const written = (data: unknown[], rowGroupSize: number, pageSize: number) =>
  new Uint8Array(
    parquetWriteBuffer({ schema: lists, columnData: [{ name: 'lists', data }], rowGroupSize, pageSize }),
  )
const jsonOf = (data: unknown[]) => data.map(row => `${JSON.stringify({ lists: row })}\n`).join('')

test('lists of lists are those that were written, in pages and row groups of any size', async () => {
  const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
  const text = orNull(fc.string({ maxLength: 5 }))
  const rows = fc.array(orNull(fc.array(orNull(fc.array(text, { maxLength: 4 })), { maxLength: 4 })), {
    minLength: 1,
    maxLength: 30,
  })
  const property = fc.asyncProperty(rows, fc.integer({ min: 1, max: 20 }), async (data, size) => {
    assert.equal(await linesOf(written(data, size, 10 * size), ['lists']), jsonOf(data))
  })
  await fc.assert(property, { numRuns: runs(300) })
})

test('lists of several pages and parts are whole', async () => {
  const data = Array.from({ length: 40 }, (_, i) => [[`${i} ${'é'.repeat(100_000)}`, null], null, [`${i}`]])
  for (const pageSize of [1000, 2 ** 20])
    assert.equal(await linesOf(written(data, 40, pageSize), ['lists']), jsonOf(data))
})
