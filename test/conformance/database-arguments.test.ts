/** Wrong arguments from plain JavaScript to functions that open databases: refused with a code, before connecting. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as node from '../../src/doors/node.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test passes arguments of any type
type Open = (options: any) => Promise<unknown>

const catalogues: readonly Open[] = [
  node.openPostgresCatalogue,
  node.openMariadbCatalogue,
  node.openRedisCatalogue,
]
const tables: readonly Open[] = [node.openPostgresWordTables, node.openMariadbWordTables]

for (const open of [...catalogues, ...tables, node.openSqliteWordTables as Open]) {
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
  const url = { href: 'redis://user:secret@host' }
  for (const open of [...catalogues, ...tables])
    await assert.rejects(open({ url }), {
      message: 'OPTION_VALUE: expected url to be a text, got "object". To fix: pass a text as `url`.',
    })
  const [postgres, mariadb, redis] = catalogues
  for (const name of [null, 5, ['a'], Symbol('s')]) {
    await assert.rejects(postgres({ schema: name }), /OPTION_VALUE: expected a schema of /)
    await assert.rejects(mariadb({ prefix: name }), /OPTION_VALUE: expected a prefix of /)
    await assert.rejects(redis({ prefix: name }), /OPTION_VALUE: expected a prefix of /)
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

test('unknown options of catalogues are refused with a suggestion', async () => {
  const [postgres, mariadb, redis] = catalogues
  await assert.rejects(postgres({ shema: 'a' }), /OPTION_UNKNOWN: .* To fix: write schema, /)
  await assert.rejects(mariadb({ prefx: 'a' }), /OPTION_UNKNOWN: .* To fix: write prefix, /)
  await assert.rejects(redis({ prefx: 'a' }), /OPTION_UNKNOWN: .* To fix: write prefix, /)
})
