import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SchemaElement } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { spooledLines } from '../../../../test/ground/spooled-lines.ts'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { openParquet } from '../parquet/parquet-file.ts'
import { spoolParquet } from './parquet-read.ts'

const directory = temporaryFolder()
const file = join(directory, 'in.parquet')

/** The JSON lines of a file with these columns, below a root. */
async function linesOf(schema: readonly SchemaElement[], columns: Readonly<Record<string, unknown[]>>) {
  const columnData = Object.entries(columns).map(([name, data]) => ({ name, data }))
  const root = { name: 'root', num_children: columnData.length }
  writeFileSync(file, new Uint8Array(parquetWriteBuffer({ columnData, schema: [root, ...schema] })))
  const spool = join(directory, 'spool')
  await spoolParquet(file, Object.keys(columns), spool)
  return spooledLines(spool).toString().trimEnd().split('\n')
}

const decimal = (
  name: string,
  scale: number,
  type: SchemaElement['type'],
  length?: number,
): SchemaElement => ({
  name,
  ...(type !== undefined && { type }),
  ...(length !== undefined && { type_length: length }),
  converted_type: 'DECIMAL',
  logical_type: { type: 'DECIMAL', scale, precision: 38 },
  scale,
  precision: 38,
  repetition_type: 'OPTIONAL',
})

test('whole decimals keep all digits in any storage', async () => {
  const { converted_type: _, scale: __, ...newer } = decimal('newer', 2, 'FIXED_LEN_BYTE_ARRAY', 16)
  const schema = [
    decimal('int32', 0, 'INT32'),
    decimal('int64', 0, 'INT64'),
    decimal('fixed', 0, 'FIXED_LEN_BYTE_ARRAY', 16),
    decimal('wide', 0, 'FIXED_LEN_BYTE_ARRAY', 32),
    decimal('bytes', 0, 'BYTE_ARRAY'),
  ]
  const values = [2n ** 53n + 1n, -(2n ** 53n) - 1n, 0n, null]
  const lines = await linesOf(schema, {
    int32: [7n, -7n, 0n, null],
    int64: values,
    fixed: values,
    wide: values.map(value => value && value * 10n ** 50n),
    bytes: values,
  })
  const whole = '9007199254740993'
  const zeros = '0'.repeat(50)
  assert.deepEqual(lines, [
    `{"int32":7,"int64":${whole},"fixed":${whole},"wide":${whole}${zeros},"bytes":${whole}}`,
    `{"int32":-7,"int64":-${whole},"fixed":-${whole},"wide":-${whole}${zeros},"bytes":-${whole}}`,
    '{"int32":0,"int64":0,"fixed":0,"wide":0,"bytes":0}',
    '{"int32":null,"int64":null,"fixed":null,"wide":null,"bytes":null}',
  ])
  const bytes = Uint8Array.of(...new Uint8Array(14), 0x04, 0xd3) // 1235
  assert.deepEqual(await linesOf([newer], { newer: [bytes] }), ['{"newer":12.35}'])
})

test('a fraction is a number, or a string if no double has all of its digits', async () => {
  const schema = [decimal('price', 3, 'INT64')]
  const prices = [300n, -12_500n, 900719925474099201n, 900719925474099200n, 9007199254740993000n]
  assert.deepEqual(await linesOf(schema, { price: prices }), [
    '{"price":0.3}',
    '{"price":-12.5}',
    '{"price":"900719925474099.201"}',
    '{"price":900719925474099.2}',
    '{"price":9007199254740993}',
  ])
  const [tiny] = await linesOf([decimal('tiny', 9, 'INT32')], { tiny: [1n] })
  assert.equal(tiny, '{"tiny":0.000000001}')
})

test('decimals keep all digits in structs, lists and maps, whose keys are strings', async () => {
  const schema: SchemaElement[] = [
    { name: 'st', num_children: 1, repetition_type: 'OPTIONAL' },
    decimal('d', 0, 'FIXED_LEN_BYTE_ARRAY', 16),
    { name: 'list', num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'LIST' },
    { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
    decimal('element', 1, 'INT64'),
    { name: 'map', num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'MAP' },
    { name: 'key_value', num_children: 2, repetition_type: 'REPEATED' },
    { name: 'key', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
    decimal('value', 0, 'INT64'),
    { name: 'of', num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'MAP' },
    { name: 'key_value', num_children: 2, repetition_type: 'REPEATED' },
    { ...decimal('key', 1, 'FIXED_LEN_BYTE_ARRAY', 16), repetition_type: 'REQUIRED' },
    { name: 'value', type: 'INT32', repetition_type: 'OPTIONAL' },
  ]
  const big = 2n ** 53n + 1n
  const pairs = (...entries: [unknown, unknown][]) => entries.map(([key, value]) => ({ key, value }))
  const lines = await linesOf(schema, {
    st: [{ d: big }, null],
    list: [[big, null], []],
    map: [pairs(['é"', big], ['', null]), null],
    of: [pairs([big, 1], [big + 1n, 2]), null],
  })
  assert.deepEqual(lines, [
    '{"st":{"d":9007199254740993},"list":["900719925474099.3",null],' +
      '"map":{"é\\"":9007199254740993,"":null},"of":{"900719925474099.3":1,"900719925474099.4":2}}',
    '{"st":null,"list":[],"map":null,"of":null}',
  ])
})

test('gives the JSON types of columns', async () => {
  const leaf = (name: string, type: SchemaElement['type'], logical?: string): SchemaElement => ({
    name,
    ...(type !== undefined && { type }),
    ...(logical !== undefined && {
      logical_type: { type: logical } as SchemaElement['logical_type'] & object,
    }),
    repetition_type: 'OPTIONAL',
  })
  await linesOf(
    [
      leaf('text', 'BYTE_ARRAY', 'STRING'),
      leaf('bare', 'BYTE_ARRAY'),
      leaf('json', 'BYTE_ARRAY', 'JSON'),
      decimal('price', 0, 'BYTE_ARRAY'),
      leaf('flag', 'BOOLEAN'),
      leaf('day', 'INT32', 'DATE'),
      { name: 'tags', num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'LIST' },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
      leaf('element', 'INT32'),
      { name: 'st', num_children: 1, repetition_type: 'OPTIONAL' },
      leaf('a', 'DOUBLE'),
    ],
    { text: [], bare: [], json: [], price: [], flag: [], day: [], tags: [], st: [] },
  )
  const { columns } = await openParquet(file)
  assert.deepEqual(
    columns.map(({ name, type, fields }) => [name, type, fields.length]),
    [
      ['text', 'a string', 0],
      ['bare', 'a string', 0],
      ['json', undefined, 0],
      ['price', 'a number', 0],
      ['flag', 'true or false', 0],
      ['day', 'a time', 0],
      ['tags', 'a list', 0],
      ['st', 'an object', 1],
    ],
  )
})
