/** The page about upgrading has the versions of the formats that this version writes. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openIndex } from '../../src/online/index/text-index.ts'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/guide/upgrading.md'), 'utf8')
const errors = readFileSync(join(root, 'docs/errors.md'), 'utf8')
const signature = readFileSync(join(root, 'docs/formats/signature.md'), 'utf8')

const versionOf = (format: string): number =>
  Number(new RegExp(`^\\| ${format} +\\| (\\d+) `, 'm').exec(page)?.[1] ?? assert.fail(format))

test('the page about upgrading has the versions of this program', async () => {
  const folder = join(temporaryFolder(), 'data')
  const catalogue = await openDataDirectory(folder)
  await (await openIndex(catalogue.store('a'))).close()
  await catalogue.close()
  const database = new DatabaseSync(join(folder, 'c-a/store.sqlite'))
  const { user_version: store } = { ...database.prepare('PRAGMA user_version').get() }
  const { format: index } = { ...database.prepare('SELECT format FROM header').get() }
  database.close()
  assert.deepEqual([versionOf('store'), versionOf('index')], [store, index])
  assert(signature.startsWith(`# Signature format, version ${versionOf('signature')}\n`))
})

test('the message of a refused collection is that of docs/errors.md', () => {
  const [message] = /^ {4}STORE_FORMAT: .+$/m.exec(page) ?? assert.fail()
  assert(errors.includes(`${message}\n`), message)
})
