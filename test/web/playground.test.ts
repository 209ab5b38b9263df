/** The playground as a file: every method in the browser says what it says in Node. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import * as library from '../../src/doors/index.ts'
import { methodNames } from '../../src/methods/methods.ts'
import { methodCards } from '../../web/views/method-cards.ts'
import { builtPackage } from '../runtimes/build.ts'
import {
  assertAccessible,
  assertSays,
  eventually,
  inBrowser,
  looks,
  openTab,
  skip,
  type Tab,
} from './browser.ts'

let address = ''
let tab: Tab

before(async () => {
  if (skip) return
  address = String(pathToFileURL(join(builtPackage(), 'web/playground.html')))
  tab = await openTab()
})

const texts = [
  'The old stone bridge over the river is closed for repairs until Monday',
  'the old stone bridge, over the river, is closed for repairs until MONDAY',
  'Something else entirely stands here',
]
const hash = (view: string, given: readonly string[]) =>
  `#/${view}?${new URLSearchParams(given.map(text => ['t', text]))}`

test('every method is there, with what it sees and misses', () => {
  const names = methodCards.map(({ name }) => name)
  assert.deepEqual(names.toSorted(), [...methodNames, 'simHash'].toSorted())
})

test('each row says what the library says in Node', inBrowser, async () => {
  const { page } = tab
  await page.goto(address + hash('playground', texts))
  for (const card of methodCards) {
    const row = page.getByRole('row', { name: new RegExp(`^${card.name} `) })
    await row.waitFor()
    const says = await row.getByRole('cell').first().innerText()
    const pairs = await card.compare(texts, library)
    const expected = pairs.map(({ left, right, value }) => `same ${left + 1} and ${right + 1} ${value}`)
    assert.equal(
      says.replaceAll(/\s+/g, ' ').trim(),
      expected.length === 0 ? 'different' : expected.join(' '),
      card.name,
    )
  }
})

test('the address has the texts, and nothing is asked from a network', inBrowser, async () => {
  const { page, requests, complaints } = tab
  await page.getByLabel('Text 3').fill('中文')
  await page.getByRole('button', { name: 'Add a text' }).click()
  await page.waitForURL(url => new URLSearchParams(url.hash.split('?')[1]).getAll('t')[2] === '中文')
  await page.reload()
  await eventually(async () => assert.equal(await page.getByLabel('Text 3').inputValue(), '中文'))
  assert.deepEqual(new Set(requests.map(url => url.replace(/#.*/, ''))), new Set([address]))
  assert.deepEqual(complaints, [])
})

test('the tuner shows the odds of the source: 6 trials of 14 hashes, 2 must agree', inBrowser, async () => {
  const { page } = tab
  await page.goto(`${address}#/tuner`)
  const row = page.getByRole('row', { name: /^2 of 6/ })
  await assertSays(row, /41\.5 %/)
  await page.getByRole('slider', { name: /^Hashes/ }).fill('1')
  const odds = library.duplicateProbability({ trials: 6, agree: 2, hashes: 1 }, 0.5)
  await page
    .getByRole('row', { name: /^2 of 6/, hasText: `${(100 * odds).toFixed(1)} %` } as object)
    .waitFor()
  await page.waitForURL(/hashes=1/)
})

for (const [name, look] of Object.entries(looks)) {
  test(`no violation: ${name}`, inBrowser, async () => {
    const own = await openTab(look)
    for (const view of [hash('playground', texts), '#/tuner?rows=8&bands=14']) {
      await own.page.goto(address + view)
      await own.page.getByRole('row').nth(1).waitFor()
      await assertAccessible(own.page, `${view}, ${name}`)
    }
    assert.deepEqual(own.complaints, [])
  })
}
