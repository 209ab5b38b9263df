/** Damaged, altered or missing rows of a SQLite collection: refused, or found by a check; never believed. */
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Store } from '../../src/online/store/store.ts'
import { noChanges, StoreWorld } from '../conformance/store-world.ts'
import {
  assertRightOrRefused,
  copyOf,
  folderOf,
  opened,
  problemsOf,
  snapshots,
  steps,
  whole,
} from './sqlite-copies.ts'

test('a damaged document is refused, can be removed by its name, and affects no other document', async () => {
  const numbers = steps.model.numbers()
  const sealed = numbers[0]
  const newest = numbers[numbers.length - 1]
  for (const [what, number] of [
    ['sum = 1', sealed],
    ['sum = 1', newest],
    ['sketch = 5', sealed],
    ["sketch = x'00'", newest],
  ] as const) {
    const path = copyOf(whole)
    changed(path, `UPDATE documents SET ${what} WHERE number = ${number}`)
    // The sealed part is rebuilt from the documents, including the damaged one.
    for (const file of snapshots(path)) rmSync(file)
    await opened(path, async store => {
      await assertRightOrRefused(store)
      await assert.rejects(store.documents([number], { body: false }), { code: 'STORE_CORRUPT' })
      assert(await found(store, /^document \d+$/, /damaged/))
      const name = steps.model.documents.get(number)?.name ?? ''
      assert.deepEqual(await store.numbersOf([name]), [number])
      await store.write(writer => writer.apply({ ...noChanges, removed: [number] }))
      assert.deepEqual(await store.numbersOf([name]), [undefined])
      assert.deepEqual(await store.documents([number], { body: true }), [undefined])
    })
  }
})

test('a check finds missing and altered rows', async () => {
  const damages: readonly (readonly [string, RegExp, RegExp])[] = [
    ['DELETE FROM changes WHERE number = 2', /^changes$/, /differ in number from the counter/],
    ["UPDATE changes SET kind = 'x' WHERE number = 2", /^change 2$/, /is impossible/],
    ['UPDATE changes SET cluster = 99999 WHERE number = 2', /^change 2$/, /is impossible/],
    ['DROP TABLE larger_clusters', /store\.sqlite$/, /no such table/],
  ]
  for (const [sql, where, said] of damages) {
    const path = copyOf(whole)
    await opened(path, async store => {
      changed(path, sql)
      assert(await found(store, where, said), sql)
    })
  }
})

test('a changed header is refused', async () => {
  for (const change of [
    `options = '{"a":1}'`,
    "options = 'x'",
    "options = 'null'",
    'agree = 2',
    'format = 9',
    "id = 'x'",
    'created = 1.5',
    'sum = 0',
  ]) {
    const path = copyOf(whole)
    changed(path, `UPDATE header SET ${change}`)
    await assert.rejects(
      opened(path, async () => {}),
      { code: 'STORE_CORRUPT', message: /a damaged header/ },
      change,
    )
  }
  for (const sql of [
    'DELETE FROM header',
    'DELETE FROM counters',
    'DROP TABLE links',
    'DROP TABLE header',
  ]) {
    const path = copyOf(whole)
    changed(path, sql)
    await assert.rejects(
      opened(path, async () => {}),
      { code: 'STORE_CORRUPT' },
      sql,
    )
  }
})

test('a number used before is STORE_CORRUPT on adding, and nothing is added', async () => {
  const path = copyOf(whole)
  changed(path, `UPDATE counters SET document = ${steps.model.numbers()[0]}`)
  await opened(path, async store => {
    const before = await store.list(0, 10_000)
    const write = store.write(async writer => {
      const { document, cluster } = await writer.counters()
      const added = [{ ...new StoreWorld(5).document(document, cluster, '"new"'), number: document }]
      await writer.apply({ ...noChanges, added, newClusters: 1 })
    })
    await assert.rejects(write, { code: 'STORE_CORRUPT', message: /UNIQUE constraint/ })
    assert.deepEqual(await store.list(0, 10_000), before)
  })
})

test('a check continues after a damaged region of the database', async () => {
  const path = copyOf(whole)
  const file = join(folderOf(path), 'store.sqlite')
  await opened(path, async store => {
    await store.compact()
    const bytes = readFileSync(file)
    bytes.fill(0x5a, 40_000, Math.min(bytes.length, 90_000))
    writeFileSync(file, bytes)
    assert((await problemsOf(store)).length > 0)
  })
})

async function found(store: Store, where: RegExp, said: RegExp): Promise<boolean> {
  const problems = await problemsOf(store)
  return problems.some(each => where.test(each.where) && said.test(each.problem))
}

function changed(path: string, sql: string): void {
  const database = new DatabaseSync(join(folderOf(path), 'store.sqlite'))
  database.exec(sql)
  database.close()
}
