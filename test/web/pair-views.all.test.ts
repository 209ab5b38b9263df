/** Views of exact passages and of the columns of records, on a server. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { memoryCatalogue } from '../../src/doors/online.ts'
import { openServer } from '../../src/server/server.ts'
import { Workshop } from '../cli/command.ts'
import { persons } from '../golden/records/persons.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { builtPackage } from '../runtimes/build.ts'
import { assertAccessible, assertSays, inBrowser, openTab, openView, skip, type Tab } from './browser.ts'

let server: Awaited<ReturnType<typeof openServer>>
let tab: Tab

const passage = 'the river was closed for repairs on Monday until further notice'
const essays = [
  { id: 'a', text: `Intro of the first. ${passage}. And then it ends in its own way.` },
  { id: 'b', text: `A second one, quite unlike it, says that THE RIVER, ${passage.slice(10)} <b>too</b>.` },
]
/** Two records of one person among many, with the explanation of a run over all of them. */
const place = new Workshop()
const { columns, copies } = persons(300)
const rows = columns[0].values.map((_, row) => ({
  id: `p${row}`,
  ...Object.fromEntries(columns.map(({ name, values }) => [name, values[row]])),
}))
/** Two that are in one cluster of the collection, too. */
async function copiesInOneCluster(): Promise<string[]> {
  const { items } = await (
    await fetch(`${server.url}/v1/collections/people/clusters?minDocuments=2&limit=1000`)
  ).json()
  const pairs = [...copies].map(pair => pair.split(',').map(row => `p${row}`))
  const found = pairs.find(pair =>
    items.some(({ members }: { members: string[] }) => pair.every(id => members.includes(id))),
  )
  assert.ok(found, 'no copies in one cluster')
  return found
}

async function send(method: string, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/v1/collections/${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  })
  assert.ok(answer.ok, await answer.text())
}

before(async () => {
  if (skip) return
  builtPackage()
  server = await openServer({ catalogue: memoryCatalogue(), runs: temporaryFolder() })
  await send('PUT', 'essays', { threshold: 0.2, shingle: 'chars:4', passages: { least: 5 } })
  await send('POST', 'essays/documents', essays)
  await send('PUT', 'people', { threshold: 0.3, shingle: 'chars:3', text: columns.map(({ name }) => name) })
  await send('POST', 'people/documents', rows)
  tab = await openTab()
})

after(async () => {
  if (!skip) await server.close()
})

const show = (hash: string) => openView(tab, `${server.url}/${hash}`)

test('common passages of a pair are marked with one number in both texts', inBrowser, async () => {
  const page = await show(`#/c/essays/pair?${new URLSearchParams({ a: '"a', b: '"b' })}`)
  await page.getByRole('button', { name: 'Common passages' }).click()
  const marks = page.locator('.document .shared')
  await assertSays(marks.nth(0), /river was closed for repairs on Monday until further notice\s*1$/)
  await assertSays(marks.nth(1), /RIVER, .*until further notice\s*1$/)
  assert.equal(await marks.count(), 2)
  await assertAccessible(page, 'passages of a pair')
  await page.getByRole('button', { name: 'Shared shingles' }).click()
  await page.getByText('underlined: shingles that both texts have').waitFor()
  // Shingles of characters are marked in words, too.
  assert.ok((await marks.allInnerTexts()).some(text => text.includes('repairs on Monday')))
})

test('an address without both ids names no pair', inBrowser, async () => {
  for (const address of ['pair', 'pair?a=%22a', 'pair?a=%22a&b=b']) {
    await show(`#/c/essays/${address}`)
    await assertSays(tab.page.locator('main'), /No such pair here/)
  }
})

test('a checked text shows its passages and leads to where they stand', inBrowser, async () => {
  const page = await show('#/c/essays/check')
  await page.locator('textarea').fill(`New words about it and ${passage} as somebody said before me.`)
  await page.locator('p[role=status]', { hasText: 'word for word' }).waitFor()
  await assertSays(page.locator('p[role=status]'), /^\d+ match(es)?; 52.4 % of 21 words/)
  const mark = page.locator('.document a.source')
  await assertSays(mark.first(), /the river was closed/)
  await mark.first().click()
  await assertSays(page.locator('#source-1 mark'), /the river was closed .* notice/)
  await assertAccessible(page, 'passages of a check')
})

test('the columns of two records show agreement, weight and probability', inBrowser, async () => {
  place.write('people.jsonl', rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  const twins = await copiesInOneCluster()
  const asked = ['--ids', twins.join(), '--method', 'records', '--json']
  const explained = JSON.parse((await place.run('explain', 'people.jsonl', ...asked)).out)
  // A collection compares whole texts; the columns come from the run.
  await tab.page.route('**/v1/collections/people/explain*', route => route.fulfill({ json: explained }))
  const [a, b] = twins.map(id => `"${id}`)
  const page = await show(`#/c/people/pair?${new URLSearchParams({ a, b })}`)
  const panel = page.getByRole('region', { name: 'Columns', exact: true })
  await panel.waitFor()
  const table = await panel.locator('tbody tr').allInnerTexts()
  const { byColumns } = explained
  for (const [at, { name, agreement, weight }] of byColumns.columns.entries()) {
    assert.ok(table[at].startsWith(name) && table[at].includes(agreement), table[at])
    assert.ok(table[at].trimEnd().endsWith(weight === null ? '–' : Math.abs(weight).toFixed(2)), table[at])
  }
  assert.match(table.at(-1) ?? '', /whole text[\s\S]*similar/)
  await assertSays(panel, /The score reaches the threshold[\s\S]*Probability/)
  await assertAccessible(page, 'columns')
})

test('a collection with passages is made on the page', inBrowser, async () => {
  const page = await show('#/')
  await page.getByLabel('Name', { exact: true }).fill('made')
  await page.getByLabel('Passages from, words').fill('12')
  await page.getByRole('button', { name: 'Make it' }).click()
  await page.getByRole('heading', { name: 'Imports' }).waitFor()
  const { options } = await (await fetch(`${server.url}/v1/collections/made`)).json()
  assert.deepEqual(options.passages, { least: 12 })
  assert.deepEqual(tab.complaints, [])
})
