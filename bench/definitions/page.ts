/**
 * Page: seconds until the server's page can be used, until a large collection shows its first cluster, and of a search
 * and a new threshold in a report of 100,000 clusters.
 *
 * NEARSAME_BENCH_DOCUMENTS sets the number of documents of the collection; each tenth is a copy.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { openDataDirectory } from '../../src/doors/node.ts'
import { memoryCatalogue } from '../../src/doors/online.ts'
import { openServer } from '../../src/server/server.ts'
import { launchChromium } from '../../test/web/chromium.ts'
import { type Definition, nearsame, type Row } from '../definition.ts'
import { usageOf } from '../measure.ts'
import { medianOf } from '../median.ts'
import { dataFolder, fill, removeFolder, withIndex } from '../online/prepared.ts'
import { TextMaker } from '../online/texts.ts'
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

/** About 220 bytes a text. */
const shortWords = 30

function* copied(count: number): Generator<{ id: number; text: string }> {
  const maker = new TextMaker(1, shortWords, false)
  let { text } = maker.document()
  for (let id = 0; id < count; id++) {
    text = id % 10 === 9 ? `${text.replace(/ \w+$/u, '')} other` : maker.document().text
    yield { id, text }
  }
}

/** Until the list of a collection has its first cluster, on a server that has just started. */
async function firstCluster(page: Page, data: string): Promise<number> {
  const catalogue = await openDataDirectory(data)
  const server = await openServer({ catalogue })
  const seconds = await secondsOf(async () => {
    await page.goto(`${server.url}/#/c/docs/clusters`)
    await page.locator('[role=option]').first().waitFor()
  })
  await server.close()
  await catalogue.close()
  return seconds
}

async function search(page: Page, report: string): Promise<number> {
  await page.goto(`${pathToFileURL(report)}#/clusters`)
  await page.locator('[role=option]').first().waitFor()
  return secondsOf(async () => {
    await page.getByLabel('Text or id contains').fill('b9999')
    await page.locator('p[role=status]', { hasText: 'searched all ids' }).waitFor()
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
    'the page in a browser: usable and with the first of a million documents within a second, a search within one',
  async run(context) {
    const [input, report] = ['page.jsonl', 'page.html'].map(name => join(context.out, name))
    writeClusters(input, clusters)
    const options = ['--dry-run', '--report-html', report, '--quiet', '--force']
    usageOf(nearsame('dedupe', input, '--replay-from', '0.7', ...options))
    const count = Number(process.env.NEARSAME_BENCH_DOCUMENTS ?? 1_000_000)
    const data = dataFolder(context.out)
    await withIndex(data, 'docs', index => fill(index, copied(count)))
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
        await measured(`first cluster of ${count} documents`, 1, tab => firstCluster(tab, data)),
        await measured('search', 1, tab => search(tab, report)),
        await measured('threshold', 0.1, tab => newThreshold(tab, report)),
      ]
    } finally {
      await browser.close()
      removeFolder(data)
    }
  },
}
