/** Debian's Chromium for the tests of the web page: tabs that record every complaint, and checks of accessibility. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { atEnd } from '../ground/at-end.ts'
import { executablePath, launchChromium } from './chromium.ts'

/** False where the tests can run. */
export const skip =
  existsSync(executablePath) || process.env.NEARSAME_REQUIRE === 'all'
    ? false
    : `no ${executablePath}: apt-get install chromium, or set NEARSAME_REQUIRE=all to fail here`

/** Of every test with a browser: it takes a few seconds where nothing else runs, and much longer beside other tests. */
export const inBrowser = { skip, timeout: 300_000 }

let browser: Promise<Browser> | undefined
atEnd(async () => (await browser)?.close())

export const looks = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 860 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const satisfies Record<string, BrowserContextOptions>

/** How long the page may take for anything. */
const slowMs = 120_000

export interface Tab {
  readonly page: Page
  /** Messages of the console and errors of scripts. */
  readonly complaints: string[]
  /** Addresses asked for, but for the document itself. */
  readonly requests: string[]
}

/** A tab with its own storage; closed after the tests of the file. */
export async function openTab(look: BrowserContextOptions = looks.light): Promise<Tab> {
  browser ??= launchChromium()
  const context = await (await browser).newContext({ ...look, acceptDownloads: true })
  const page = await context.newPage()
  // A slow machine is no fault of the page.
  page.setDefaultTimeout(slowMs)
  const tab: Tab = { page, complaints: [], requests: [] }
  page.on('console', message => tab.complaints.push(message.text()))
  page.on('pageerror', error => tab.complaints.push(error.message))
  page.on('request', request => tab.requests.push(request.url()))
  return tab
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core calls a violation on the page: its rule and the first place. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return (await page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))`,
  )) as string[]
}

/** Fails with what axe-core calls a violation on the page, once all of its view is there. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  await settled(page)
  assert.deepEqual(await violations(page), [], what)
  // A phone has no bar to scroll sideways; what is wide scrolls within itself.
  const { scrollWidth, clientWidth } = await page
    .locator('html')
    .evaluate(({ scrollWidth, clientWidth }) => ({
      scrollWidth,
      clientWidth,
    }))
  assert(scrollWidth <= clientWidth, `${what}: the page is wider than the screen`)
}

/** Loads an address and waits until all of its view is there. */
export async function openView({ page }: Tab, address: string): Promise<Page> {
  // Another hash alone loads nothing, and the view before it would count as settled.
  await page.goto('about:blank')
  await page.goto(address)
  await settled(page)
  return page
}

/** Waits until nothing is loading any more and keys are heard. After a click, wait for what it brings instead. */
export async function settled(page: Page): Promise<void> {
  const loaded = async () => {
    await page.locator('h1').first().waitFor()
    await page.locator('.busy-bar').first().waitFor({ state: 'detached' })
  }
  await loaded()
  // Effects of a view, which begin to load or to listen, run behind the frame that shows it.
  await page.evaluate(() => new Promise<void>(done => requestAnimationFrame(() => window.setTimeout(done))))
  await loaded()
}

/** Tries until a check holds; what it reads may still be that of a moment ago. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const end = performance.now() + slowMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await setTimeout(50)
  }
}

/** Waits until an element says something. */
export function assertSays(of: Locator, said: RegExp | string): Promise<void> {
  return eventually(async () => {
    const text = (await of.innerText()).trim()
    if (typeof said === 'string') assert.equal(text, said)
    else assert.match(text, said)
  })
}
