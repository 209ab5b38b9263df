/** Wrong arguments from plain JavaScript to functions that open databases: refused with a code, before connecting. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as node from '../../src/doors/node.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test passes arguments of any type
type Open = (options: any) => Promise<unknown>

const catalogue: Open = node.openPostgresCatalogue
const tables: Open = node.openPostgresWordTables

for (const open of [catalogue, tables, node.openSqliteWordTables as Open]) {
  test(`${open.name} refuses wrong options`, async () => {
    const isOptional = open === (node.openSqliteWordTables as Open)
    for (const options of [null, 5, 'a', [], Symbol('s'), ...(isOptional ? [] : [undefined])])
      await assert.rejects(
        open(options),
        /^NearsameError: OPTION_VALUE: expected options to be an object, got /,
      )
  })
}

test('a wrong URL is refused and not shown; wrong names are refused, too', async () => {
  const url = { href: 'postgres://user:secret@host' }
  for (const open of [catalogue, tables])
    await assert.rejects(open({ url }), {
      message: 'OPTION_VALUE: expected url to be a text, got "object". To fix: pass a text as `url`.',
    })
  for (const name of [null, 5, ['a'], Symbol('s')]) {
    await assert.rejects(catalogue({ schema: name }), /OPTION_VALUE: expected a schema of /)
    await assert.rejects(
      (node.openSqliteWordTables as Open)({ table: name }),
      /OPTION_VALUE: expected `table` to be/,
    )
  }
  for (const path of [null, 5, 'a\0b'])
    await assert.rejects(
      (node.openSqliteWordTables as Open)({ path }),
      /OPTION_VALUE: expected path to be /,
    )
})

test('an unknown option of a catalogue is refused with a suggestion', async () => {
  await assert.rejects(catalogue({ shema: 'a' }), /OPTION_UNKNOWN: .* To fix: write schema, /)
})
