/** Damaged data in SQLite can be removed: a document in any cluster; a collection without its folder. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openIndex } from '../../src/online/index/text-index.ts'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'

const root = temporaryFolder()

for (const damage of ["UPDATE bodies SET bytes = x'0011'", 'UPDATE documents SET sum = 1']) {
  for (const number of [1, 2, 3]) {
    test(`document ${number} of three is removed after ${damage}`, async () => {
      const path = mkdtempSync(join(root, 'data-'))
      const use = async (work: (index: Awaited<ReturnType<typeof openIndex>>) => Promise<void>) => {
        const catalogue = await openDataDirectory(path)
        await work(await openIndex(catalogue.store('x')))
        await catalogue.close()
      }
      await use(async index => {
        const text = 'the old bridge over the river was built of stone in the spring of that year'
        for (const id of [1, 2, 3]) await index.add({ id, text: `${text} ${id}` })
      })
      const database = new DatabaseSync(join(path, 'c-x', 'store.sqlite'))
      database.exec(`${damage} WHERE number = ${number}`)
      database.close()
      await use(async index => {
        assert.equal(await index.remove([number]), 1)
        for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
        const { items } = await index.clusters()
        assert.deepEqual(
          items.map(({ documents }) => documents),
          [2],
        )
      })
    })
  }
}

test('a collection whose folder vanished while open can be dropped, and created again without documents', async () => {
  const path = mkdtempSync(join(root, 'data-'))
  const catalogue = await openDataDirectory(path)
  const store = catalogue.store('x')
  const index = await openIndex(store)
  await index.add({ id: 1, text: 'of the folder that goes' })
  rmSync(join(path, 'c-x'), { recursive: true })
  await store.drop()
  await index.close()
  const anew = await openIndex(catalogue.store('x'), { threshold: 0.5 })
  assert.deepEqual([(await anew.stats()).documents, anew.header.options.threshold], [0, 0.5])
  await anew.add({ id: 2, text: 'of the folder that is there' })
  await catalogue.close()
  const again = await openDataDirectory(path)
  assert.equal((await openIndex(again.store('x')).then(opened => opened.get(2)))?.cluster, 1)
  await again.close()
})
