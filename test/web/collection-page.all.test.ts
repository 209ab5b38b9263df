/** What the page of a collection says, and when: nothing wrong of an empty one, nothing late, nothing that hides a match. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { memoryCatalogue } from '../../src/doors/online.ts'
import { openServer } from '../../src/server/server.ts'
import { personDocuments } from '../golden/records/persons.ts'
import { builtPackage, root } from '../runtimes/build.ts'
import {
  assertAccessible,
  assertSays,
  eventually,
  inBrowser,
  looks,
  openTab,
  openView,
  skip,
  type Tab,
} from './browser.ts'

const persons = personDocuments(120)

let server: Awaited<ReturnType<typeof openServer>>
let tab: Tab

async function collection(name: string, options: object, documents: readonly object[]): Promise<void> {
  const path = `${server.url}/v1/collections/${name}`
  const headers = { 'content-type': 'application/json' }
  await fetch(path, { method: 'PUT', headers, body: JSON.stringify(options) })
  if (documents.length === 0) return
  const body = documents.map(document => JSON.stringify(document)).join('\n')
  const type = { 'content-type': 'application/octet-stream' }
  await fetch(`${path}/imports?format=jsonl`, { method: 'POST', headers: type, body })
}

/** Unlike each other, but for the last two, which nothing before them is like. */
function lastTwoAlike(count: number): object[] {
  const alone = Array.from({ length: count - 2 }, (_, id) => ({
    id,
    text: `common word ${'abcdefgh'.replaceAll(/./g, letter => `${letter}${id * 7} `)}`,
  }))
  const text = 'common word of the two texts at the very end that are alike in all of their words'
  return [...alone, { id: 'one', text }, { id: 'two', text: `${text} almost` }]
}

before(async () => {
  if (skip) return
  builtPackage()
  server = await openServer({ catalogue: memoryCatalogue() })
  const sample = readFileSync(join(root, 'examples/sample/docs.jsonl'), 'utf8').trim().split('\n')
  await collection(
    'docs',
    {},
    sample.map(line => JSON.parse(line) as object),
  )
  await collection('nothing', {}, [])
  await collection('last', {}, lastTwoAlike(2500))
  await collection('persons', { method: 'records', text: persons.fields }, persons.documents)
  const arabic = 'نص عن الجسر القديم فوق النهر الذي يمر وسط المدينة'
  await collection('arabic', {}, [
    { id: 'كتاب-1', text: arabic },
    { id: 'كتاب-2', text: `${arabic}.` },
  ])
  tab = await openTab()
})

after(async () => {
  if (!skip) await server?.close()
})

const show = (hash: string, own: Tab = tab) => openView(own, `${server.url}/${hash}`)

test(
  'a collection without documents is called empty in every view that looks for matches',
  inBrowser,
  async () => {
    for (const view of ['clusters', 'threshold', 'review']) {
      const page = await show(`#/c/nothing/${view}`)
      await page.getByText('The collection is empty').waitFor()
      assert.doesNotMatch(await page.locator('main').innerText(), /unlike|all are kept/)
      await page.getByRole('link', { name: 'Import a file' }).waitFor()
      await assertAccessible(page, `empty ${view}`)
    }
  },
)

test('a text is searched to the end before the page says that no cluster has it', inBrowser, async () => {
  const page = await show('#/c/last/clusters')
  await page.getByLabel('Text or id contains').fill('common word')
  await assertSays(page.locator('p[role=status]'), /^1 cluster .*searched 2,500 texts/)
  await page.getByLabel('Text or id contains').fill('no text has these')
  await page.getByText('No cluster passes these filters').waitFor()
  await assertSays(page.locator('p[role=status]'), /searched 2,500 texts$/)
})

test('beginnings of texts are wide enough to be read, and none widens its table', inBrowser, async () => {
  const phone = await openTab(looks.phone)
  await show('#/c/docs/clusters?cluster=%2368895', phone)
  const boxes = phone.page.locator('td.beginning')
  await boxes.first().waitFor()
  const widths = await boxes.evaluateAll(cells => cells.map(cell => cell.getBoundingClientRect().width))
  assert(Math.min(...widths) >= 200, widths.join(' '))
  await assertAccessible(phone.page, 'a cluster on a phone')
  const page = await show('#/c/docs/threshold')
  const table = page.locator('section[aria-label="Pairs at the border"]')
  const { scrollWidth, clientWidth } = await table.evaluate(({ scrollWidth, clientWidth }) => ({
    scrollWidth,
    clientWidth,
  }))
  assert(scrollWidth <= clientWidth, `${scrollWidth} > ${clientWidth}`)
})

test('no view but that of the threshold asks for the replay', inBrowser, async () => {
  const own = await openTab()
  const pair = new URLSearchParams({ a: '#68895', b: '#73218' })
  for (const view of ['clusters', 'review', `pair?${pair}`]) await show(`#/c/docs/${view}`, own)
  assert.equal(own.requests.filter(url => url.includes('/replay')).length, 0)
  await show('#/c/docs/threshold', own)
  assert(own.requests.some(url => url.includes('/replay')))
})

test(
  'a list reads on when its end is near, and says from the beginning how long it is',
  inBrowser,
  async () => {
    const { page, requests } = await openTab()
    await page.goto(`${server.url}/#/c/docs/clusters`)
    const options = page.locator('[role=option]')
    await options.first().waitFor()
    const pages = () => requests.filter(url => url.includes('/clusters?')).length
    await assertSays(page.locator('p[role=status]'), '158 clusters')
    await assertSays(options.first(), /9 documents/)
    assert.equal(await options.first().getAttribute('aria-setsize'), '158')
    // The first part, and the one that fills the screen.
    await page.locator('[role=option][aria-posinset="5"]').waitFor()
    assert.equal(pages(), 2)
    await page.getByRole('listbox').focus()
    const last = page.locator('[role=option][aria-selected=true][aria-posinset="158"]')
    while ((await last.count()) === 0) await page.keyboard.press('End')
    assert.equal(pages(), 3)
  },
)

test('an address leads to its cluster, wherever that is in the list', inBrowser, async () => {
  const { items } = await (
    await fetch(`${server.url}/v1/collections/docs/clusters?minDocuments=2&limit=100&sort=largest`)
  ).json()
  const [survivor, member] = items.at(-1).members
  for (const id of [survivor, member]) {
    const page = await show(`#/c/docs/clusters?cluster=%23${id}`)
    const chosen = page.getByRole('region', { name: 'The chosen cluster' })
    await chosen.getByText(String(member)).first().waitFor()
    await assertSays(chosen.locator('h2'), new RegExp(`^${survivor} `))
  }
})

test(
  'pairs of the largest clusters are reviewed until the most doubtful ones are found',
  inBrowser,
  async () => {
    const { page, complaints } = await openTab()
    const found = Promise.withResolvers<void>()
    await page.route(/sort=least-similar/, async route => {
      await found.promise
      await route.continue()
    })
    await page.goto(`${server.url}/#/c/docs/review`)
    const first = page.locator('[role=option]').first()
    await page.getByText('Meanwhile here are those of the largest clusters').waitFor()
    await first.waitFor()
    await assertAccessible(page, 'a review by size')
    const bySize = await first.innerText()
    found.resolve()
    await page.getByRole('button', { name: 'Show them first' }).click()
    await page
      .locator('[role=option]', { hasText: /80\.\d %/ })
      .first()
      .waitFor()
    await eventually(async () => assert.notEqual(await first.innerText(), bySize))
    assert.deepEqual(complaints, [])
  },
)

test(
  'lists begin with the largest cluster and show its first words, its ids small below',
  inBrowser,
  async () => {
    const page = await show('#/c/docs/clusters')
    const line = page.locator('[role=option]').first()
    await line.getByText('chfn').waitFor()
    await assertSays(line, /9 documents[\s\S]*62517, 62518/)
    await page.getByLabel('Kind').waitFor({ state: 'hidden' })
    await page.getByText('More filters').click()
    await page.getByLabel('Kind').waitFor()
  },
)

test('an id that runs from right to left keeps its column', inBrowser, async () => {
  const page = await show('#/c/arabic/clusters')
  await page.locator('main th bdi').first().waitFor()
  const lefts = await page
    .locator('section[aria-label=Members] tbody th bdi')
    .evaluateAll(ids => ids.map(id => Math.round(id.getBoundingClientRect().left)))
  const head = await page.locator('section[aria-label=Members] thead th').first().boundingBox()
  assert.equal(lefts.length, 2)
  for (const left of lefts) assert.equal(left, Math.round(head?.x ?? 0))
  const text = await page
    .locator('section[aria-label=Members] tbody th')
    .first()
    .evaluate(cell => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getBoundingClientRect().left
    })
  assert.equal(Math.round(text), lefts[0])
})

test('the handle of the threshold stands over its line', inBrowser, async () => {
  for (const look of [looks.light, looks.phone]) {
    const own = await openTab(look)
    for (const [share, at] of [
      [0.25, 0.85],
      [0.9, 0.98],
    ]) {
      const page = await show(`#/c/docs/threshold?t=${at}`, own)
      await eventually(async () => {
        const slider = (await page.locator('input[type=range]').boundingBox()) as {
          x: number
          width: number
        }
        const line = (await page.locator('line.mark').boundingBox()) as { x: number }
        const handle = slider.x + 8 + (slider.width - 16) * share
        assert(Math.abs(handle - line.x) <= 2, `handle ${handle}, line ${line.x}`)
      })
    }
    await own.page.getByText('It goes up only from 0.8').waitFor()
  }
})

test('records are compared by one measure in the list, the matrix and the pair', inBrowser, async () => {
  const page = await show('#/c/persons/settings')
  await page.getByText('Nothing yet').waitFor()
  await page.getByRole('button', { name: 'Learn again' }).click()
  await page.getByText(/From \d+ different records/).waitFor()
  await assertAccessible(page, 'settings of records')
  await show('#/c/persons/clusters?sort=low')
  await assertSays(page.locator('.lead'), /at probability 0\.\d+/)
  const listed = await page.locator('[role=option] .count').nth(1).innerText()
  const cell = page.locator('table.matrix tbody td a').first()
  await assertSays(cell, String(Math.floor(Number.parseFloat(listed))))
  await cell.click()
  await page.getByText('They match', { exact: true }).waitFor()
  const reasons = page.locator('section[aria-label=Reasons]')
  await assertSays(reasons, new RegExp(`pairs them: probability ${listed.replace('.', '\\.')}`))
  assert.doesNotMatch(await reasons.innerText(), /Jaccard/)
})

test('the survivor that a person names is kept in the list at once', inBrowser, async () => {
  const page = await show('#/c/docs/review')
  const [other] = await page.locator('[role=option][aria-selected=true] bdi.id').allInnerTexts()
  await page.keyboard.press('b')
  await page.locator('.review-bar', { hasText: '1 decision' }).waitFor()
  await page.getByRole('link', { name: 'Clusters' }).click()
  await page.getByLabel('Text or id contains').fill(other)
  await page.locator('[role=option] .kept-mark', { hasText: new RegExp(`^${other}$`) }).waitFor()
})

test('a name that nobody could take has a button with one like it', inBrowser, async () => {
  const page = await show('#/')
  await page.getByLabel('Name').fill('My  péople!')
  await page.getByText('This name has a blank.').waitFor()
  await assertAccessible(page, 'a name with a blank')
  await page.getByRole('button', { name: 'Use My-people' }).click()
  await eventually(async () => assert.equal(await page.getByLabel('Name').inputValue(), 'My-people'))
})

test('an address that names no view says so and leads back', inBrowser, async () => {
  for (const hash of ['#/nowhere', '#/c/docs/nowhere']) {
    const page = await show(hash)
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await assertAccessible(page, hash)
    await page.getByRole('link', { name: 'To the beginning' }).click()
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor({ state: 'detached' })
  }
})

test(
  'on a phone the list leads to a cluster and back, and the current view is seen',
  inBrowser,
  async () => {
    const own = await openTab(looks.phone)
    const page = await show('#/c/docs/clusters', own)
    const chosen = page.getByRole('region', { name: 'The chosen cluster' })
    await chosen.waitFor({ state: 'hidden' })
    await page.locator('[role=option]').nth(1).click()
    await chosen.waitFor()
    await page.locator('[role=listbox]').waitFor({ state: 'hidden' })
    await assertAccessible(page, 'a cluster on a phone')
    await page.getByRole('button', { name: 'All clusters' }).click()
    await page.locator('[role=listbox]').waitFor()
    await show('#/c/docs/settings', own)
    await eventually(async () => {
      const tabs = await page.locator('nav[aria-label=Views]').boundingBox()
      const current = await page.locator('[aria-current=page]').boundingBox()
      assert(
        tabs && current && current.x >= 0 && current.x + current.width <= tabs.width,
        'the current tab',
      )
    })
  },
)

test('the keys of the review are letters of what their buttons say', inBrowser, async () => {
  const page = await show('#/c/docs/review')
  const keys = await page.locator('.review-bar button kbd').allInnerTexts()
  assert.deepEqual(keys, ['S', 'D', 'o', 'B', 'N', 'U', '?'])
  await page.getByText('Two documents that you call the same are in one cluster at once').waitFor()
  for (const name of ['Same', 'Different', 'Split off', 'Better survivor', 'Not sure', 'Undo'])
    await page.getByRole('button', { name, exact: true }).waitFor()
})
