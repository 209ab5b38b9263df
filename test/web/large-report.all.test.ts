/** 100,000 clusters in a report file: the list scrolls, filters and sorts, with few elements in the page. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { writeClusters } from '../../bench/page-clusters.ts'
import { builtPackage, root } from '../runtimes/build.ts'
import {
  assertAccessible,
  assertSays,
  eventually,
  inBrowser,
  openTab,
  settled,
  skip,
  type Tab,
} from './browser.ts'

const clusters = 100_000
const folder = mkdtempSync(join(tmpdir(), 'nearsame-large-'))
after(() => rmSync(folder, { recursive: true }))
let tab: Tab

function report(name: string, ...more: string[]): void {
  const args = ['dedupe', 'in.jsonl', '--dry-run', '--report-html', name, '--quiet', ...more]
  const done = spawnSync(process.execPath, [join(root, 'bin/nearsame.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(done.status, 0, done.stderr)
}

before(async () => {
  if (skip) return
  builtPackage()
  writeClusters(join(folder, 'in.jsonl'), clusters)
  report('clusters.html')
  report('replay.html', '--replay-from', '0.7')
  tab = await openTab()
})

test('the file is at most 20 MB and its program, and lists all clusters', inBrowser, async () => {
  const { page, complaints } = tab
  assert(statSync(join(folder, 'clusters.html')).size < 21_500_000)
  await page.goto(`${pathToFileURL(join(folder, 'clusters.html'))}#/clusters`)
  await settled(page)
  await assertSays(page.locator('p[role=status]'), /^100,000 clusters$/)
  assert.deepEqual(complaints, [])
})

test('the end of the list is one key away, and few elements are in the page', inBrowser, async () => {
  const { page } = tab
  const list = page.getByRole('listbox')
  await list.focus()
  await page.keyboard.press('End')
  await page.locator('[role=option][aria-posinset="100000"][aria-selected=true]').waitFor()
  assert((await page.getByRole('option').count()) < 60)
  await page.keyboard.press('Home')
  await page.locator('[role=option][aria-posinset="1"][aria-selected=true]').waitFor()
  await assertAccessible(page, 'a long list')
})

test('scrolling draws what is seen: every place has its items in the same frame', inBrowser, async () => {
  const { page } = tab
  const empty = await page.getByRole('listbox').evaluate(async list => {
    const frame = () => new Promise(done => requestAnimationFrame(done))
    let missing = 0
    for (let step = 1; step <= 100; step++) {
      list.scrollTop = (list.scrollHeight * step) / 101
      await frame()
      await frame()
      const box = list.getBoundingClientRect()
      const seen = document.elementFromPoint(box.left + 20, box.top + box.height / 2)
      if (seen?.closest('[role=option]') === null) missing++
    }
    return missing
  })
  assert(empty <= 2, `${empty} of 100 places were empty`)
})

test('a search among 200,000 ids finds all, in the order that is asked for', inBrowser, async () => {
  const { page } = tab
  await page.getByLabel('Text or id contains').fill('b9999')
  await page.locator('p[role=status]', { hasText: /^11 clusters/ }).waitFor()
  await page.getByLabel('Sort').selectOption('low')
  await page.waitForURL(/sort=low/)
  await eventually(async () => {
    const texts = await page.locator('[role=option]').allInnerTexts()
    assert.equal(texts.length, 11)
    assert(
      texts.every(text => /a9999\d?\b/.test(text)),
      texts.join('\n'),
    )
  })
})

test('the slider clusters 100,000 pairs again', inBrowser, async () => {
  const { page } = tab
  await page.goto(`${pathToFileURL(join(folder, 'replay.html'))}#/threshold`)
  await settled(page)
  const status = page.locator('section[aria-label=Threshold] p[role=status]')
  for (const value of ['0.75', '0.95', '0.7']) {
    await page.getByRole('slider').fill(value)
    await page.locator('.value', { hasText: value }).waitFor()
    await assertSays(status, /^100,000 pairs.* in (less than )?\d+ ms/)
  }
})
