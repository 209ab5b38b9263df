/** The site: built for the top of a server and for a path below; every link, anchor and picture; search; accessibility. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join, posix } from 'node:path'
import { after, before, test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { root } from '../runtimes/build.ts'
import { openTab, skip, type Tab, violations } from '../web/browser.ts'

const folder = temporaryFolder()
const places = { '/': join(folder, 'top'), '/some/path/': join(folder, 'below') }

function build(base: string, to: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'site/build.ts')], {
    encoding: 'utf8',
    env: { ...process.env, NEARSAME_DOCS_BASE: base },
  })
  assert.equal(status, 0, `${stdout}${stderr}`)
  cpSync(stdout.trimEnd().split('\n').at(-1) ?? '', to, { recursive: true })
}
before(() => {
  for (const [base, to] of Object.entries(places)) build(base, to)
})

interface Page {
  readonly targets: readonly string[]
  readonly ids: ReadonlySet<string>
}

function pageOf(file: string): Page {
  const html = readFileSync(file, 'utf8')
  const values = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, value]) => value.replaceAll('&amp;', '&'))
  return {
    targets: values(/<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g),
    ids: new Set(values(/\sid="([^"]*)"/g)),
  }
}

/** Links of all pages that lead nowhere. */
function deadLinks(site: string, base: string): string[] {
  const files = globSync('**/*.html', { cwd: site }).filter(file => file !== 'playground.html')
  assert(files.length > 90, `${files.length} pages`)
  const pages = new Map(files.map(file => [file, pageOf(join(site, file))]))
  const isDead = (from: string, target: string) => {
    if (/^[a-z]+:/.test(target)) return false
    const [path, anchor] = target.split('#').map(decodeURIComponent)
    const absolute = path === '' ? `${base}${from}` : posix.resolve(`${base}${posix.dirname(from)}`, path)
    if (!`${absolute}/`.startsWith(base)) return true
    const place = absolute.slice(base.length)
    const names = [place, `${place}.html`, posix.join(place, 'index.html')]
    const file = names.find(name => statSync(join(site, name), { throwIfNoEntry: false })?.isFile())
    return file === undefined || (anchor !== undefined && pages.get(file)?.ids.has(anchor) === false)
  }
  return [...pages].flatMap(([from, { targets }]) =>
    targets.filter(target => isDead(from, target)).map(target => `${from}: ${target}`),
  )
}

for (const [base, site] of Object.entries(places)) {
  test(`at ${base} every link, anchor and picture is there`, () => {
    assert.deepEqual(deadLinks(site, base), [])
    const index = pageOf(join(site, 'index.html'))
    assert(index.targets.filter(target => target.startsWith(`${base}start/`)).length >= 5)
  })
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
let server: Server
const address = () => {
  const at = server.address()
  return at !== null && typeof at === 'object' ? `http://127.0.0.1:${at.port}/` : assert.fail()
}
before(async () => {
  server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://site').pathname)
    const file = join(places['/'], path.endsWith('/') ? `${path}index.html` : path)
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    response.end(readFileSync(file))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
})
after(() => server.close())

/** Opens a page and waits until its program has taken over. */
async function open({ page }: Tab, place: string): Promise<void> {
  await page.goto(`${address()}${place}`)
  await page.locator('.VPContent h1').first().waitFor()
}

test('Chromium opens the pages without an error and without another server', { skip }, async () => {
  const tab = await openTab()
  const files = globSync('{*,start/*,guide/*,reference/*}.html', { cwd: places['/'] })
  for (const file of files.filter(file => !/^(404|playground)\.html$/.test(file)).sort())
    await open(tab, file)
  assert.deepEqual(tab.complaints, [])
  assert.deepEqual(
    tab.requests.filter(request => !request.startsWith(address())),
    [],
  )
})

test('search finds "threshold"', { skip }, async () => {
  const tab = await openTab()
  await open(tab, '')
  await tab.page.getByRole('button', { name: 'Search' }).first().click()
  await tab.page.locator('.search-input').fill('threshold')
  await tab.page.locator('.results .result').first().waitFor()
  const found = await tab.page.locator('.results .result').allTextContents()
  assert(found.length >= 5 && found.some(text => /threshold/i.test(text)), found.join('\n'))
})

test('the playground runs the library', { skip }, async () => {
  const { page, complaints } = await openTab()
  const texts = ['The old bridge is closed', 'the OLD bridge is closed!'].map(text => ['t', text])
  await page.goto(`${address()}playground.html#/playground?${new URLSearchParams(texts)}`)
  await page.getByRole('row', { name: /^minhash / }).waitFor()
  assert.deepEqual(complaints, [])
})

/** What the theme itself leaves, by rule. */
const ofTheme = [
  // A group of the sidebar that can be folded is a button with a button inside.
  'nested-interactive',
]

test('axe-core finds nothing of ours, by day and night', { skip }, async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const tab = await openTab({ colorScheme, viewport: { width: 1280, height: 860 } })
    for (const place of ['', 'start/file.html', 'guide/compared.html', 'reference/options.html']) {
      await open(tab, place)
      const found = await violations(tab.page)
      assert.deepEqual(
        found.filter(text => !ofTheme.some(rule => text.startsWith(`${rule}: `))),
        [],
        `${place} ${colorScheme}`,
      )
    }
  }
})
