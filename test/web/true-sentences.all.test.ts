/** What the page says when there is nothing to show: only what is so. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { builtPackage } from '../runtimes/build.ts'
import { openWorld, textOf } from '../server/server-world.ts'
import { assertSays, inBrowser, openTab, openView, skip, type Tab } from './browser.ts'

if (!skip) builtPackage()
const world = await openWorld()
let tab: Tab

before(async () => {
  if (!skip) tab = await openTab()
})

const made = (name: string) => world.ask('PUT', `/v1/collections/${name}`)
const show = (hash: string) => openView(tab, `${world.url}/${hash}`)

test('a search goes on until it finds a cluster or has seen all texts', inBrowser, async () => {
  await made('many')
  // A page of answers ends after 1,000 documents, which are in no cluster.
  const documents = Array.from({ length: 1_200 }, (_, id) => ({ id, text: `Common ${textOf(id)}` }))
  const last = [7_001, 7_002].map(id => ({ id, text: `${textOf(5_000)} a common end` }))
  const added = await world.ask('POST', '/v1/collections/many/documents', { body: [...documents, ...last] })
  assert.equal(added.status, 200)
  const page = await show('#/c/many/clusters')
  await page.getByLabel('Text or id contains').fill('common')
  await page.locator('p[role=status]', { hasText: /^1 cluster · searched 1,202 texts$/ }).waitFor()
  await assertSays(page.locator('[role=listbox]'), /7001/)
  await page.getByLabel('Text or id contains').fill('nowhere at all')
  await page.getByText('No cluster passes these filters').waitFor()
  await assertSays(page.locator('p[role=status]'), /^0 clusters · searched 1,202 texts$/)
})

test('an empty collection is empty, and one document is alone', inBrowser, async () => {
  await made('empty')
  const page = await show('#/c/empty/clusters')
  await page.getByText('The collection is empty').waitFor()
  assert.doesNotMatch(await page.locator('main').innerText(), /unlike/)
  await world.ask('POST', '/v1/collections/empty/documents', { body: { id: 1, text: textOf(1) } })
  await page.reload()
  await page.getByText('There is only one document.').waitFor()
  await world.ask('POST', '/v1/collections/empty/documents', { body: { id: 2, text: textOf(2) } })
  await page.reload()
  await page.getByText('Every document is unlike the others').waitFor()
})

test('an import that adds nothing is not shown as a success', inBrowser, async () => {
  await made('imports')
  const sent = async (id: string, body: string) =>
    world.ask('POST', `/v1/collections/imports/imports?format=jsonl&id=${id}&file=${id}`, {
      body,
      type: 'application/octet-stream',
    })
  await sent('refused', '{"title":"a"}\nno json\n')
  await sent('sound', '{"id":1,"text":"one text"}\n{"id":2}\n')
  await sent('again', '{"id":1,"text":"one text"}\n')
  const page = await show('#/c/imports/imports')
  const tag = (name: string) => page.locator(`section[aria-label="Import of ${name}"] .tag`)
  await tag('refused').waitFor()
  const seen = []
  for (const name of ['refused', 'sound', 'again'])
    seen.push([await tag(name).innerText(), await tag(name).getAttribute('class')])
  assert.deepEqual(seen, [
    ['nothing added', 'tag removed'],
    ['done', 'tag kept'],
    ['nothing added', 'tag '],
  ])
})
