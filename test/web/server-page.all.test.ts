/** The page of a real server: keys, import, clusters, pair, threshold, review, check, API, a dropped connection. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { builtPackage, root } from '../runtimes/build.ts'
import {
  assertAccessible,
  assertSays,
  inBrowser,
  looks,
  openTab,
  openView,
  skip,
  type Tab,
} from './browser.ts'
import { type Served, serve } from './served.ts'

const folder = mkdtempSync(join(tmpdir(), 'nearsame-page-'))
const launcher = join(root, 'bin/nearsame.js')
const [writeKey, readKey] = ['write-key-0123456789', 'read-key-0123456789']

let server: Served
let tab: Tab

before(async () => {
  if (skip) return
  builtPackage()
  const sample = readFileSync(join(root, 'examples/sample/docs.jsonl'), 'utf8').trim()
  const bad = [
    'not json',
    '{"id": 5}',
    JSON.stringify({ id: '<b>markup</b>', text: '<script>alert(1)</script> is a text' }),
  ]
  writeFileSync(join(folder, 'docs.jsonl'), `${sample}\n${bad.join('\n')}\n`)
  server = await serve(join(folder, 'data'), `write:${writeKey},read:${readKey}`)
  tab = await openTab()
})

after(async () => {
  if (!skip) await server?.stop()
  rmSync(folder, { recursive: true })
})

const show = (hash: string, own: Tab = tab) => openView(own, `${server.url}/${hash}`)

async function signIn(key: string, { page }: Tab = tab): Promise<void> {
  await page.goto(`${server.url}/`)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

/** Complaints that are no answer of the server that the page shows: Chromium writes each refused request. */
const own = ({ complaints }: Tab) => complaints.filter(text => !/^Failed to load resource/.test(text))

test('the server says where the page is, and sends it under a strict policy', inBrowser, async () => {
  assert.match(server.said, /web page is at http:\/\/127\.0\.0\.1:\d+\//)
  const answer = await fetch(`${server.url}/`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'/)
})

test(
  'with keys set the page asks for one, refuses a wrong one, and keeps it for the tab only',
  inBrowser,
  async () => {
    const { page } = tab
    await page.goto(`${server.url}/`)
    await assertAccessible(page, 'sign-in')
    for (const unknown of ['wrong', '“quoted in a letter”']) {
      await page.reload()
      await page.getByLabel('API key').fill(unknown)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('the server does not know this key').waitFor()
    }
    await signIn(writeKey)
    assert.equal(await page.evaluate(() => localStorage.length), 0)
    await page.reload()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    const other = await openTab()
    await other.page.goto(`${server.url}/`)
    await other.page.getByLabel('API key').waitFor()
  },
)

test(
  'a collection is made, a file imported, its bad lines shown with their places',
  inBrowser,
  async () => {
    const page = await show('#/')
    await page.getByText('No collection yet').waitFor()
    await page.getByLabel('Name').fill('docs')
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByRole('heading', { name: 'Imports' }).waitFor()
    await page.getByLabel('Drop a file here').setInputFiles(join(folder, 'docs.jsonl'))
    await page.locator('.tag', { hasText: 'done' }).waitFor()
    const section = page.locator('section[aria-label="Import of docs.jsonl"]')
    for (const said of [/952 added/, /2 bad/, /\b952\b[\s\S]*\b953\b/]) await assertSays(section, said)
    await assertAccessible(page, 'imports')
  },
)

test('the home has the figures of the collection', inBrowser, async () => {
  const page = await show('#/')
  const row = page.getByRole('row', { name: /^docs/ })
  await assertSays(row, /952[\s\S]*minhash[\s\S]*0\.8/)
})

for (const [name, look] of Object.entries(looks)) {
  test(`no view has a violation: ${name}`, inBrowser, async () => {
    const looking = await openTab(look)
    await signIn(writeKey, looking)
    const pair = `#/c/docs/pair?${new URLSearchParams({ a: '#68895', b: '#73218' })}`
    const views = ['clusters', 'threshold?t=0.9', 'review', 'check', 'imports', 'settings'].map(
      view => `#/c/docs/${view}`,
    )
    for (const view of ['#/', ...views, pair, '#/playground', '#/tuner', '#/c/nothing/clusters']) {
      await show(view, looking)
      await assertAccessible(looking.page, `${view}, ${name}`)
    }
    assert.deepEqual(own(looking), [])
  })
}

test('clusters are those of the server, and a pair is explained by it', inBrowser, async () => {
  const headers = { authorization: `Bearer ${readKey}` }
  const { items } = await (
    await fetch(`${server.url}/v1/collections/docs/clusters?minDocuments=2&limit=10000`, { headers })
  ).json()
  const page = await show('#/c/docs/clusters')
  await assertSays(page.locator('p[role=status]'), new RegExp(`^${items.length} clusters$`))
  await page.getByLabel('Text or id contains').fill('73218')
  await page.locator('p[role=status]', { hasText: /^1 cluster\b/ }).waitFor()
  await page.getByRole('link', { name: '73218' }).first().click()
  await page.getByText('They match', { exact: true }).waitFor()
  await assertSays(page.locator('main'), /86\.4 %/)
  await page.getByRole('button', { name: 'Shared shingles' }).click()
  await page.locator('.document .shared').first().waitFor()
})

test('a text of the collection is searched on the server', inBrowser, async () => {
  const page = await show('#/c/docs/clusters')
  await page.getByLabel('Text or id contains').fill('Execute commands once at a later time')
  await assertSays(page.locator('[role=listbox]'), /68895/)
})

test('another threshold gives the clusters of a run of components', inBrowser, async () => {
  for (const threshold of ['0.9', '0.95']) {
    const args = [
      'dedupe',
      'docs.jsonl',
      '--dry-run',
      '--json',
      '--cluster',
      'components',
      '--threshold',
      threshold,
    ]
    const run = spawnSync(process.execPath, [launcher, ...args, '--recall', '0.9999'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const { counts } = JSON.parse(run.stdout)
    const page = await show(`#/c/docs/threshold?t=${threshold}`)
    const removed = counts.exact + counts.normalised + counts.near
    await assertSays(page.locator('.figures'), new RegExp(`Removed\\s+${removed}\\b`))
  }
})

test('decisions are saved on the server, taken back, and exported', inBrowser, async () => {
  const page = await show('#/c/docs/review')
  const status = page.locator('.review-bar span[role=status]')
  await page.keyboard.press('d')
  await status.filter({ hasText: /Saved/ }).waitFor()
  await page.keyboard.press('s')
  await page.locator('.review-bar', { hasText: '2 decisions' }).waitFor()
  await page.keyboard.press('u')
  await page.locator('.review-bar', { hasText: '1 decision' }).waitFor()
  const headers = { authorization: `Bearer ${readKey}` }
  const csv = await (await fetch(`${server.url}/v1/collections/docs/reviews.csv`, { headers })).text()
  assert.match(csv, /^id1,id2,decision,survivor,by,at\r?\n[^\n]+,different,,/)
  assert.equal(csv.trim().split('\n').length, 2)
})

test('a text is checked as it is typed, its parts marked and linked', inBrowser, async () => {
  const page = await show('#/c/docs/check')
  const { text } = JSON.parse(
    readFileSync(join(folder, 'docs.jsonl'), 'utf8')
      .split('\n')
      .find(line => line.includes('"id":68895')) ?? '{}',
  )
  await page.getByLabel('Text; type, paste').fill(`${text} and some words of our own at the end of it`)
  await page.locator('p[role=status]', { hasText: /match/ }).waitFor()
  await assertSays(page.locator('main'), /% of \d+ shingles/)
  const marked = page.locator('.document mark a').first()
  await marked.click()
  await page.locator('[id^=source-]:focus').waitFor()
  await assertAccessible(page, 'check with matches')
  await page.getByLabel('Text; type, paste').fill('nothing of the kind was ever written here before today')
  await page.getByText('No match').waitFor()
})

test('a key that may read only shows no way to write', inBrowser, async () => {
  const reading = await openTab()
  await signIn(readKey, reading)
  await reading.page.getByText('Your key may read only.').waitFor()
  const page = await show('#/c/docs/review', reading)
  await page.getByRole('button', { name: 'Different', disabled: true }).waitFor()
})

test(
  'the page says that the connection dropped, and goes on when the server is back',
  inBrowser,
  async () => {
    const page = await show('#/')
    await server.stop()
    await page.getByRole('link', { name: 'docs' }).click()
    await page.getByText('No connection').waitFor()
    await assertAccessible(page, 'no connection')
    await server.start()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('[role=option]').first().waitFor()
  },
)

test('the console has no error, and no text was run', inBrowser, async () => {
  const page = await show(`#/c/docs/clusters?${new URLSearchParams({ id: '<b>' })}`)
  assert.equal(await page.locator('main b script').count(), 0)
  assert.deepEqual(own(tab), [])
})
