/**
 * Screenshots of the web page with the sample of the repository, by Debian's Chromium.
 *
 *     node build/screenshots.ts         those of the documentation, in docs/images
 *     node build/screenshots.ts DIR     every view in light, dark and at the width of a phone
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { memoryCatalogue } from '../src/doors/online.ts'
import { openServer } from '../src/server/server.ts'

const root = join(import.meta.dirname, '..')
const sample = join(root, 'examples/sample')
const folder = mkdtempSync(join(tmpdir(), 'nearsame-shots-'))

const pair = new URLSearchParams({ a: '#68895', b: '#73218' })
const reportViews = {
  overview: '#/overview',
  'report-clusters': '#/clusters?sort=size',
  'report-pair': `#/pair?${pair}`,
  threshold: '#/threshold?t=0.7',
  'report-review': '#/review',
  'report-tuner': '#/tuner',
}
const serverViews = {
  home: '#/',
  clusters: '#/c/docs/clusters',
  pair: `#/c/docs/pair?${pair}`,
  'pair-inline': `#/c/docs/pair?${pair}&mode=inline`,
  'pair-shared': `#/c/docs/pair?${pair}&mode=shared`,
  'server-threshold': '#/c/docs/threshold?t=0.9',
  review: '#/c/docs/review',
  check: '#/c/docs/check',
  imports: '#/c/docs/imports',
  settings: '#/c/docs/settings',
  playground: '#/playground',
  tuner: '#/tuner?rows=6&bands=20',
  api: '#/api',
  missing: '#/c/nothing/clusters',
}
/** Those of the documentation. */
const documented = ['overview', 'threshold', 'pair', 'review']

const wide = { width: 1160, height: 720 }
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  '': { colorScheme: 'light', viewport: wide },
  '-dark': { colorScheme: 'dark', viewport: wide },
  '-phone': { colorScheme: 'light', viewport: { width: 390, height: 844 } },
}

async function openSample(): Promise<Awaited<ReturnType<typeof openServer>>> {
  const server = await openServer({ catalogue: memoryCatalogue() })
  const path = `${server.url}/v1/collections/docs`
  await fetch(path, { method: 'PUT' })
  const body = readFileSync(join(sample, 'docs.jsonl'))
  const query = new URLSearchParams({ format: 'jsonl', file: 'docs.jsonl' })
  const headers = { 'content-type': 'application/octet-stream' }
  await fetch(`${path}/imports?${query}`, { method: 'POST', headers, body })
  return server
}

function writeReport(): string {
  const path = join(folder, 'report.html')
  const args = [
    'dedupe',
    'docs.jsonl',
    '--dry-run',
    '--report-html',
    path,
    '--replay-from',
    '0.5',
    '--quiet',
  ]
  spawnSync(process.execPath, [join(root, 'bin/nearsame.js'), ...args], { cwd: sample, stdio: 'inherit' })
  return String(pathToFileURL(path))
}

/** What a view shows once it is used. */
async function use(page: Page, name: string): Promise<void> {
  if (name === 'check') {
    const { text } = JSON.parse(readFileSync(join(sample, 'docs.jsonl'), 'utf8').split('\n')[500])
    await page.locator('textarea').fill(`${text}\n\nAnd some words of our own.`)
    await page.locator('p[role=status]').waitFor()
  }
  if (name === 'api') await page.locator('.operation summary').first().click()
  await page.locator('.busy-bar').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(400)
}

const given = process.argv[2]
const target = given ?? join(root, 'docs/images')
mkdirSync(target, { recursive: true })
const server = await openSample()
const report = writeReport()
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const [suffix, look] of Object.entries(given === undefined ? { '': looks[''] } : looks)) {
    const page = await browser.newPage(look)
    for (const [name, hash] of Object.entries({ ...reportViews, ...serverViews })) {
      if (given === undefined && !documented.includes(name)) continue
      await page.goto(`${name in reportViews ? report : `${server.url}/`}${hash}`)
      await page.locator('h1').waitFor()
      await use(page, name)
      await page.screenshot({ path: join(target, `${name}${suffix}.png`) })
    }
    await page.close()
  }
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true })
}
