/** Page: seconds until the server's page can be used, and of a search and a new threshold in a report of 100,000 clusters. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { memoryCatalogue } from '../../src/doors/online.ts'
import { openServer } from '../../src/server/server.ts'
import { launchChromium } from '../../test/web/chromium.ts'
import { type Definition, nearsame, type Row } from '../definition.ts'
import { usageOf } from '../measure.ts'
import { medianOf } from '../median.ts'
import { writeClusters } from '../page-clusters.ts'

const clusters = 100_000

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** Until the list of collections has its link. */
async function firstUse(page: Page): Promise<number> {
  const server = await openServer({ catalogue: memoryCatalogue() })
  await fetch(`${server.url}/v1/collections/docs`, { method: 'PUT' })
  const seconds = await secondsOf(async () => {
    await page.goto(`${server.url}/`)
    await page.getByRole('link', { name: 'docs' }).waitFor()
  })
  await server.close()
  return seconds
}

async function search(page: Page, report: string): Promise<number> {
  await page.goto(`${pathToFileURL(report)}#/clusters`)
  await page.getByRole('option').first().waitFor()
  return secondsOf(async () => {
    await page.getByLabel('Id contains').fill('b9999')
    await page.locator('p[role=status]', { hasText: /^11 of/ }).waitFor()
  })
}

/** As the page itself says. */
async function newThreshold(page: Page, report: string): Promise<number> {
  await page.goto(`${pathToFileURL(report)}#/threshold`)
  await page.getByRole('slider').fill('0.95')
  await page.locator('.value', { hasText: '0.95' }).waitFor()
  const said = await page.locator('section[aria-label=Threshold] p[role=status]').innerText()
  return Number(/in (?:less than )?(\d+) ms/.exec(said)?.[1]) / 1000
}

export const page: Definition = {
  name: 'page',
  isGenerated: true,
  about:
    'the page in a browser: usable within a second, a search in 200,000 ids within one, a threshold within 100 ms',
  async run(context) {
    const [input, report] = ['page.jsonl', 'page.html'].map(name => join(context.out, name))
    writeClusters(input, clusters)
    const options = ['--dry-run', '--report-html', report, '--quiet', '--force']
    usageOf(nearsame('dedupe', input, '--replay-from', '0.7', ...options))
    const browser = await launchChromium()
    const measured = async (
      name: string,
      limit: number,
      once: (page: Page) => Promise<number>,
    ): Promise<Row> => {
      const seconds: number[] = []
      for (let run = 0; run < context.runs; run++) {
        const tab = await browser.newContext()
        seconds.push(await once(await tab.newPage()))
        await tab.close()
      }
      const median = medianOf(seconds)
      return { name, note: `${median.toFixed(3)} s; at most ${limit} wanted`, met: median <= limit }
    }
    try {
      return [
        await measured('first use', 1, firstUse),
        await measured('search', 1, tab => search(tab, report)),
        await measured('threshold', 0.1, tab => newThreshold(tab, report)),
      ]
    } finally {
      await browser.close()
    }
  },
}
