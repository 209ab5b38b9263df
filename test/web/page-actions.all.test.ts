/** What a person does on the page of a server: drop a file, watch it, cancel it, split a pair off, prefer another survivor. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { memoryCatalogue } from '../../src/doors/online.ts'
import { openServer } from '../../src/server/server.ts'
import { builtPackage, root } from '../runtimes/build.ts'
import { assertSays, inBrowser, openTab, openView, settled, skip, type Tab } from './browser.ts'

/** Of the first view, with the answers of the server; bytes after unpacking. The time is measured in `bench/`. */
const limits = { requests: 10, files: 8, bytes: 220_000 }

let server: Awaited<ReturnType<typeof openServer>>
let tab: Tab

before(async () => {
  if (skip) return
  builtPackage()
  server = await openServer({ catalogue: memoryCatalogue() })
  for (const name of ['docs', 'large'])
    await fetch(`${server.url}/v1/collections/${name}`, { method: 'PUT' })
  tab = await openTab()
})

after(async () => {
  if (!skip) await server.close()
})

const show = (hash: string) => openView(tab, `${server.url}/${hash}`)

/** Drops a file onto the view, as from a file manager. */
async function drop(name: string, text: string): Promise<void> {
  const given = await tab.page.evaluateHandle(
    ([file, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], file))
      return transfer
    },
    [name, text],
  )
  await tab.page.dispatchEvent('section.drop', 'drop', { dataTransfer: given })
}

async function listed<T>(path: string): Promise<T[]> {
  const { items } = await (await fetch(`${server.url}/v1/collections/${path}`)).json()
  return items as T[]
}

test('a file that is dropped is imported', inBrowser, async () => {
  const page = await show('#/c/docs/imports')
  await drop('docs.jsonl', readFileSync(join(root, 'examples/sample/docs.jsonl'), 'utf8'))
  await page.locator('.tag', { hasText: 'done' }).waitFor()
  await assertSays(page.locator('section[aria-label="Import of docs.jsonl"]'), /951 added/)
})

test('a long import shows its progress, and is cancelled; what it added stays', inBrowser, async () => {
  const page = await show('#/c/large/imports')
  const line = (at: number) =>
    JSON.stringify({ id: at, text: `${'words of a text number '.repeat(20)}${at}` })
  await drop('large.jsonl', Array.from({ length: 60_000 }, (_, at) => line(at)).join('\n'))
  const progress = page.locator('progress')
  await progress.waitFor()
  await page.waitForFunction(() => {
    const { value, max } = document.querySelector('progress') ?? { value: 0, max: 0 }
    return value > 0 && value < max
  })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('.tag', { hasText: 'cancelled' }).waitFor()
  await progress.waitFor({ state: 'detached' })
  await settled(page)
  assert.equal(await page.getByRole('alert').count(), 0)
  const [{ status, documents }] = await listed<{ status: string; documents: number }>('large/imports')
  assert.equal(status, 'cancelled')
  assert(documents > 0 && documents < 60_000, String(documents))
})

interface Reviewed {
  readonly id1: number
  readonly id2: number
  readonly decision: string
  readonly survivor: number | null
}

test(
  'b prefers the other survivor; o parts a document from every member of its cluster; u takes both back',
  inBrowser,
  async () => {
    const page = await show('#/c/docs/review')
    const status = page.locator('.review-bar span[role=status]')
    await page.keyboard.press('b')
    await status.filter({ hasText: 'the better survivor' }).waitFor()
    const [preferred] = await listed<Reviewed>('docs/reviews')
    assert.equal(preferred.decision, 'same')
    assert.equal(preferred.survivor, preferred.id2)
    await page.keyboard.press('u')
    await status.filter({ hasText: 'Undone' }).waitFor()
    await page.keyboard.press('o')
    await status.filter({ hasText: 'apart from its cluster' }).waitFor()
    const parted = await listed<Reviewed>('docs/reviews')
    const [{ id1: other, id2: apart }] = parted
    const clusters = await listed<{ members: number[] }>('docs/clusters?limit=10000')
    // The document has left the cluster, which is that of all the others.
    assert(!clusters.some(({ members }) => members.length > 1 && members.includes(apart)))
    assert.deepEqual(
      parted.map(({ id1 }) => id1).toSorted((a, b) => a - b),
      clusters.find(({ members }) => members.includes(other))?.members.toSorted((a, b) => a - b),
    )
    assert(parted.every(({ id2, decision }) => id2 === apart && decision === 'different'))
    await page.keyboard.press('u')
    await page.locator('.review-bar', { hasText: '0 decisions' }).waitFor()
    assert.deepEqual(await listed('docs/reviews'), [])
  },
)

test('the first view needs few requests and bytes, and nothing of other views', inBrowser, async () => {
  const { page, requests } = await openTab()
  await page.goto(`${server.url}/`)
  await page.getByRole('link', { name: 'docs' }).waitFor()
  const sent = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ decodedBodySize }) => decodedBodySize,
    ),
  )
  const paths = requests.map(url => new URL(url).pathname)
  const files = paths.filter(path => path.startsWith('/web/'))
  assert(paths.length <= limits.requests && files.length <= limits.files, paths.join(' '))
  const bytes = sent.reduce((sum, size) => sum + size, 0)
  assert(bytes > 0 && bytes < limits.bytes, `${bytes} bytes`)
})
