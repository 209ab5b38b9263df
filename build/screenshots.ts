/**
 * Screenshots of the web page with the sample of the repository, by Debian's Chromium.
 *
 *     node build/screenshots.ts         those of the documentation, in docs/images
 *     node build/screenshots.ts DIR     every view in light, dark and at the width of a phone
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  missing: '#/c/nothing/clusters',
}
/** Those of the documentation. */
const documented = ['overview', 'pair']

const wide = { width: 1160, height: 720 }
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  '': { colorScheme: 'light', viewport: wide },
  '-dark': { colorScheme: 'dark', viewport: wide },
  '-phone': { colorScheme: 'light', viewport: { width: 390, height: 844 } },
}

async function openSample(): Promise<Awaited<ReturnType<typeof openServer>>> {
  const server = await openServer({ catalogue: memoryCatalogue(), runs: join(folder, 'runs') })
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
  await page.locator('.busy-bar').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(400)
}

/** Lists in scripts that run from right to left, and without blanks; made up, with a copy each. */
const otherScripts = {
  arabic: `المعرف,الاسم,المدينة,السنة
ك-1,محمد علي الحسن,القاهرة,1961
ك-2,محمد على الحسن,القاهرة,1961
ك-3,فاطمة الزهراء,بغداد,1978
ك-4,يوسف منصور,دمشق,1990
ك-5,ليلى حداد,بيروت,1985
ك-6,ليلى حدّاد,بيروت,1985
`,
  chinese: `编号,姓名,城市,年份
甲-1,张伟,北京市海淀区,1961
甲-2,张 伟,北京市海淀区,1961
甲-3,王芳,上海市徐汇区,1978
甲-4,李娜,广州市天河区,1990
甲-5,刘洋,成都市武侯区,1985
甲-6,刘洋,成都市武候区,1985
`,
}

/** The way of a file, a picture of each step. @param file undefined for the sample of the page */
async function cleanFile(
  page: Page,
  take: (name: string) => Promise<unknown>,
  file?: string,
): Promise<void> {
  const step = async (name: string) => {
    await page.locator('.busy-bar').first().waitFor({ state: 'detached' })
    await page.waitForTimeout(400)
    await take(`clean-${name}`)
  }
  await page.goto(`${server.url}/`)
  await page.getByTestId('drop').waitFor()
  await step('1-drop')
  if (file === undefined) await page.getByRole('button', { name: 'Try it with a sample' }).click()
  else await page.getByTestId('drop').locator('input').setInputFiles(file)
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await step('2-columns')
  await page.getByText('Why, and how else').click()
  await step('3-why')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Download kept' }).waitFor()
  await step('4-result')
  if (await page.getByRole('button', { name: 'Different' }).isVisible()) {
    await page.getByRole('button', { name: 'Different' }).click()
    await page.getByText('Counting again').waitFor()
    await page.getByText('Counting again').waitFor({ state: 'detached' })
  }
  await step('5-decided')
  for (const details of ['As a command', 'Next month']) await page.getByText(details).click()
  await page.getByText('Delete from the server').scrollIntoViewIfNeeded()
  await step('6-take-away')
  await page.getByRole('link', { name: 'See all clusters' }).click()
  await page.getByRole('heading', { name: 'Clusters' }).waitFor()
  await step('7-clusters')
  await page.goto(`${server.url}/`)
  await page.getByText('Your files').waitFor()
  await step('8-files')
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
    const takeAs = (more: string) => (name: string) =>
      page.screenshot({ path: join(target, `${name}${more}${suffix}.png`) })
    await cleanFile(page, takeAs(''))
    if (given !== undefined)
      for (const [script, rows] of Object.entries(otherScripts)) {
        const file = join(folder, `${script}.csv`)
        writeFileSync(file, rows)
        await cleanFile(page, takeAs(`-${script}`), file)
      }
    await page.close()
  }
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true })
}
