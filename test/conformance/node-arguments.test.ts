/** Wrong arguments from plain JavaScript to functions that open directories and servers: refused by name. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import * as nearsame from '../../src/doors/node.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { told } from './told.ts'

const folder = temporaryFolder()

// biome-ignore lint/suspicious/noExplicitAny: the test passes values of any type
const loose = nearsame as any

const odd: readonly unknown[] = [null, true, 'x', 5n, {}, [], [5], new Map(), Symbol('s'), () => 5]

test('a clock that returns no time is refused when creating collections', async () => {
  let places = 0
  for (const time of [...odd, undefined, Number.NaN, 1e300]) {
    const now = () => time
    const memory = loose.memoryCatalogue(now)
    assert.equal(await told(() => nearsame.openIndex(memory.store('a'))), 'OPTION_VALUE')
    assert.deepEqual(await memory.list(), [])
    const directory = await loose.openDataDirectory(join(folder, `d${places++}`), { now })
    assert.equal(await told(() => nearsame.openIndex(directory.store('a'))), 'OPTION_VALUE')
    assert.deepEqual(await directory.list(), [])
    await directory.close()
  }
})

test('a server refuses a wrong catalogue, a wrong logger and wrong settings of Solr', async () => {
  const catalogue = nearsame.memoryCatalogue()
  for (const value of odd) {
    assert.equal(await told(() => loose.openServer({ catalogue: value })), 'OPTION_VALUE')
    const logger = { child: value }
    assert.equal(await told(() => loose.openServer({ catalogue, logger })), 'OPTION_VALUE')
    if (value === 'x') continue
    for (const name of ['chain', 'forward']) {
      const solr = { config: '<config/>', [name]: value }
      assert.equal(await told(() => loose.openServer({ catalogue, solr })), 'OPTION_VALUE', name)
    }
  }
})

test('unseenTexts refuses an unknown option', async () => {
  const file = ':memory:'
  const first = (options: object) => loose.unseenTexts([], options).next()
  assert.equal(await told(() => first({ file, bacth: 5 })), 'OPTION_UNKNOWN')
  assert.equal(await told(() => first({ file, batch: 5 })), 'taken')
})
