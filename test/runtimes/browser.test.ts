/**
 * The library in a browser: the built modules served from a loopback port, imported by a page and by a Web Worker of
 * Debian's Chromium, with the digest that Node gives. Skipped where there is no Chromium, unless NEARSAME_REQUIRE=all.
 */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { after, before, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { deduplicate } from '../../src/index.ts'
import { buildInto, root } from './build.ts'

const executablePath = '/usr/bin/chromium'
const isRequired = process.env.NEARSAME_REQUIRE === 'all'
const skip =
  existsSync(executablePath) || isRequired
    ? false
    : `no ${executablePath}: apt-get install chromium, or set NEARSAME_REQUIRE=all to fail here`

const sample = readFileSync(join(root, 'examples/sample/docs.jsonl'), 'utf8')
const page = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>nearsame</title>'

/** Runs in the page and in the worker alike. */
const program = `
  async options => {
    const { deduplicate } = await import('/dist/index.js')
    const lines = (await (await fetch('/sample.jsonl')).text()).trim().split('\\n')
    const { digest, counts, kernels } = await deduplicate(lines.map(line => JSON.parse(line)), options)
    return { digest, counts, kernels, isWorker: typeof document === 'undefined' }
  }`

const worker = `onmessage = async ({ data }) => postMessage(await (${program})(data))`

/** Where the modules are built to. */
let folder = ''
let server: Server
let browser: Browser | undefined
let tab: Page
const requested: string[] = []
const complaints: string[] = []

function answer(path: string): { type: string; body: string } | undefined {
  if (path === '/') return { type: 'text/html', body: page }
  if (path === '/sample.jsonl') return { type: 'application/jsonl', body: sample }
  if (path === '/worker.js') return { type: 'text/javascript', body: worker }
  const file = join(folder, normalize(path.replace(/^\/dist\//, '/')))
  return existsSync(file) ? { type: 'text/javascript', body: readFileSync(file, 'utf8') } : undefined
}

before(async () => {
  if (skip) return
  folder = mkdtempSync(join(tmpdir(), 'nearsame-browser-'))
  buildInto(folder)
  server = createServer((request, response) => {
    const found = answer(request.url ?? '/')
    requested.push(request.url ?? '')
    response.writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain' }).end(found?.body)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  tab = await browser.newPage()
  tab.on('console', message => complaints.push(message.text()))
  tab.on('pageerror', error => complaints.push(error.message))
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})

after(async () => {
  await browser?.close()
  server?.close()
  if (folder !== '') rmSync(folder, { recursive: true })
})

/** What Node gives, in the shape of the program's answer. */
async function expected(options: object) {
  const documents = sample
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const { digest, counts, kernels } = await deduplicate(documents, options)
  return { digest, counts, kernels }
}

test('a page gives the digest of Node, by the SIMD kernels', { skip }, async () => {
  const found = await tab.evaluate(`(${program})({})`)
  const node = await expected({})
  assert.equal(node.kernels, 'wasm-simd')
  assert.deepEqual(found, { ...node, isWorker: false })
})

test('a page gives the same by the scalar kernels and under other options', { skip }, async () => {
  const options = { kernels: 'wasm', shingle: 'stopword:3', cluster: 'components', keep: 'longest' }
  const found = await tab.evaluate(`(${program})(${JSON.stringify(options)})`)
  assert.deepEqual(found, { ...(await expected(options)), isWorker: false })
})

test('a Web Worker gives the same', { skip }, async () => {
  const found = await tab.evaluate(`new Promise((resolve, reject) => {
    const worker = new Worker('/worker.js', { type: 'module' })
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage({})
  })`)
  assert.deepEqual(found, { ...(await expected({})), isWorker: true })
})

test('an explanation is that of Node', { skip }, async () => {
  const call = `explain('The old bridge, again', 'the new bridge', { shingle: 'words:2' })`
  const found = await tab.evaluate(`import('/dist/index.js').then(({ explain }) => ${call})`)
  const { explain } = await import('../../src/index.ts')
  assert.deepEqual(found, await explain('The old bridge, again', 'the new bridge', { shingle: 'words:2' }))
})

test('nothing was missed on the way, and the page said nothing', { skip }, () => {
  assert.deepEqual(
    requested.filter(path => answer(path) === undefined),
    [],
  )
  assert.deepEqual(complaints, [])
})
