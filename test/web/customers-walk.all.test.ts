/** A person cleans a list of 2,000 customers in the page: few clicks and decisions, and what they gain. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { builtPackage, root } from '../runtimes/build.ts'
import { inBrowser, openTab, settled, skip } from './browser.ts'
import { customerList } from './customers.ts'
import { type Served, serve } from './served.ts'

const folder = mkdtempSync(join(tmpdir(), 'nearsame-customers-'))
const limits = { clicks: 12, decisions: 20 }
const { csv, personOf } = customerList(7)

let server: Served

before(async () => {
  if (skip) return
  builtPackage()
  server = await serve(join(folder, 'data'))
})

after(async () => {
  if (!skip) await server?.stop()
  rmSync(folder, { recursive: true })
})

/** Numbers of the rows of each group, as pairs. */
function pairsWithin(groups: Iterable<readonly string[]>): Set<string> {
  const pairs = new Set<string>()
  for (const group of groups) {
    const numbers = group.map(Number).sort((a, b) => a - b)
    for (const [i, a] of numbers.entries()) for (const b of numbers.slice(i + 1)) pairs.add(`${a} ${b}`)
  }
  return pairs
}

const truth = pairsWithin(Map.groupBy(personOf.keys(), row => personOf.get(row)).values())

/** F1 of the pairs within the clusters of all rows as the page gives them. */
async function f1Of(page: Page, click: (of: Locator) => Promise<void>): Promise<number> {
  const all = page.getByRole('button', { name: 'All, with a cluster column' })
  const [download] = await Promise.all([page.waitForEvent('download'), click(all)])
  const [head, ...lines] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n')
  const at = head.split(';').findIndex(name => /cluster/.test(name))
  const rows = lines.map(line => line.split(';'))
  const found = pairsWithin(
    Map.groupBy(rows, row => row[at])
      .values()
      .map(group => group.map(([number]) => number)),
  )
  const right = [...found].filter(pair => truth.has(pair)).length
  return (2 * right) / (found.size + truth.size)
}

/** The part of the guide that has these figures. */
const told = (f1: number) => f1.toFixed(3)

test('2,000 customers, 150 copies', inBrowser, async () => {
  const path = join(folder, 'customers.csv')
  writeFileSync(path, csv)
  const { page } = await openTab()
  let [clicks, decisions] = [0, 0]
  const click = async (of: Locator) => {
    clicks++
    await of.click()
  }
  const counted = async () => {
    await page.getByText('Counting again').waitFor({ state: 'detached' })
    await page.locator('button.primary:enabled').first().waitFor()
  }
  await page.goto(server.url)
  await page.getByTestId('drop').locator('input').setInputFiles(path)
  await click(page.getByRole('button', { name: 'Continue' }))
  await page.getByRole('button', { name: 'Download kept' }).waitFor()
  await settled(page)
  const before = await f1Of(page, click)
  while (decisions < limits.decisions) {
    await page.locator('table.two-rows thead th').nth(1).waitFor()
    const [a, b] = await page.locator('table.two-rows thead th').allInnerTexts()
    const isSame = personOf.get(a.trim()) === personOf.get(b.trim())
    await page.keyboard.press(isSame ? 's' : 'd')
    decisions++
    // From then on the result counts again.
    await page.getByText(`${decisions} decision`).waitFor()
  }
  await counted()
  const gained = await f1Of(page, click)
  const kept = page.getByRole('button', { name: 'Download kept' })
  await Promise.all([page.waitForEvent('download'), click(kept)])
  const figures = `F1 ${told(before)} before, ${told(gained)} after; ${clicks} clicks, ${decisions} decisions`
  assert(clicks <= limits.clicks, figures)
  assert(gained > before && gained >= 0.96, figures)
  const guide = readFileSync(join(root, 'docs/guide/web-page.md'), 'utf8')
  for (const f1 of [before, gained]) assert(guide.includes(told(f1)), `the guide has ${figures}`)
})
