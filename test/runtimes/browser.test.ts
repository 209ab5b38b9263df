/**
 * The library in a browser: a page, a Web Worker and a service worker of Debian's Chromium give Node's digest. The
 * first two import the built modules from a loopback port, the last has them bundled into one file. Skipped without
 * Chromium, unless NEARSAME_REQUIRE=all.
 */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { build } from 'rolldown'
import { deduplicate } from '../../src/doors/index.ts'
import { skip } from '../web/browser.ts'
import { launchChromium } from '../web/chromium.ts'
import { builtPackage, root } from './build.ts'

const sample = readFileSync(join(root, 'examples/sample/docs.jsonl'), 'utf8')
const page = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>nearsame</title>'

/** Runs in the page and in the workers. */
const program = `
  async options => {
    const { deduplicate } = await import('/dist/index.js')
    const lines = (await (await fetch('/sample.jsonl')).text()).trim().split('\\n')
    const { digest, counts, kernels } = await deduplicate(lines.map(line => JSON.parse(line)), options)
    return { digest, counts, kernels, isWorker: typeof document === 'undefined' }
  }`

const worker = `onmessage = async ({ data }) => postMessage(await (${program})(data))`

/** A service worker has no `import()`, so its imports are bundled into its file. */
const serviceWorker = `
  import { deduplicate } from './dist/index.js'
  oninstall = () => skipWaiting()
  onactivate = event => event.waitUntil(clients.claim())
  onmessage = async ({ data, source }) => {
    const { digest, kernels } = await deduplicate(data.documents, data.options)
    source.postMessage({ digest, kernels, isService: true })
  }`

async function joined(): Promise<string> {
  const input = join(folder, 'service-worker.js')
  writeFileSync(input, serviceWorker)
  const { output } = await build({ input, write: false, output: { codeSplitting: false } })
  assert.equal(output.length, 1)
  return output[0].code
}

/** The folder of the built modules. */
let folder = ''
let service = ''
let server: Server
let browser: Browser | undefined
let tab: Page
const requested: string[] = []
const complaints: string[] = []

function answer(path: string): { type: string; body: string } | undefined {
  if (path === '/' || path === '/guarded') return { type: 'text/html', body: page }
  if (path === '/sample.jsonl') return { type: 'application/jsonl', body: sample }
  if (path === '/service.js') return { type: 'text/javascript', body: service }
  if (path === '/worker.js') return { type: 'text/javascript', body: worker }
  const file = join(folder, normalize(path))
  return existsSync(file) ? { type: 'text/javascript', body: readFileSync(file, 'utf8') } : undefined
}

before(async () => {
  if (skip) return
  folder = mkdtempSync(join(tmpdir(), 'nearsame-browser-'))
  symlinkSync(builtPackage(), join(folder, 'dist'))
  service = await joined()
  server = createServer((request, response) => {
    const found = answer(request.url ?? '/')
    requested.push(request.url ?? '')
    const headers = { 'content-type': found?.type ?? 'text/plain' }
    const policy = { 'content-security-policy': "default-src 'self'; img-src data:" }
    const guard = request.url === '/guarded' ? policy : {}
    response.writeHead(found ? 200 : 404, { ...headers, ...guard }).end(found?.body)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  browser = await launchChromium()
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

/** Node's results, in the shape of the program's answer. */
async function expected(options: object) {
  const documents = sample
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const { digest, counts, kernels } = await deduplicate(documents, options)
  return { digest, counts, kernels }
}

test('a page gives the same digest as Node, by the SIMD kernels', { skip, timeout: 60_000 }, async () => {
  const found = await tab.evaluate(`(${program})({})`)
  const node = await expected({})
  assert.equal(node.kernels, 'wasm-simd')
  assert.deepEqual(found, { ...node, isWorker: false })
})

test('a page gives the same by the scalar kernels and under other options', {
  skip,
  timeout: 60_000,
}, async () => {
  const options = { kernels: 'wasm', shingle: 'stopword:3', cluster: 'components', keep: 'longest' }
  const found = await tab.evaluate(`(${program})(${JSON.stringify(options)})`)
  assert.deepEqual(found, { ...(await expected(options)), isWorker: false })
})

test('a Web Worker gives the same', { skip, timeout: 60_000 }, async () => {
  const found = await tab.evaluate(`new Promise((resolve, reject) => {
    const worker = new Worker('/worker.js', { type: 'module' })
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage({})
  })`)
  assert.deepEqual(found, { ...(await expected({})), isWorker: true })
})

test('a service worker of one file gives the same', { skip, timeout: 60_000 }, async () => {
  const documents = ['one two three', 'ONE two, three', 'four five six']
  for (const method of ['minhash', 'records', 'solr-md5'] as const) {
    const found = await tab.evaluate(`(async () => {
      await navigator.serviceWorker.register('/service.js', { type: 'module' })
      const { active } = await navigator.serviceWorker.ready
      return new Promise(resolve => {
        navigator.serviceWorker.onmessage = ({ data }) => resolve(data)
        active.postMessage(${JSON.stringify({ documents, options: { method } })})
      })
    })()`)
    const { digest, kernels } = await deduplicate(documents, { method })
    assert.deepEqual(found, { digest, kernels, isService: true })
  }
})

test('a page whose policy allows no WebAssembly gives the same by the reference kernels', {
  skip,
}, async () => {
  const guarded = await (browser as Browser).newPage()
  try {
    await guarded.goto(`${tab.url()}guarded`)
    const found = await guarded.evaluate(`(${program})({})`)
    assert.deepEqual(found, { ...(await expected({ kernels: 'reference' })), isWorker: false })
  } finally {
    await guarded.close()
  }
})

test('an explanation is the same as in Node', { skip, timeout: 60_000 }, async () => {
  const call = `explain('The old bridge, again', 'the new bridge', { shingle: 'words:2' })`
  const found = await tab.evaluate(`import('/dist/index.js').then(({ explain }) => ${call})`)
  const { explain } = await import('../../src/doors/index.ts')
  assert.deepEqual(found, await explain('The old bridge, again', 'the new bridge', { shingle: 'words:2' }))
})

test('no request failed and the console is empty', { skip, timeout: 60_000 }, () => {
  assert.deepEqual(
    requested.filter(path => answer(path) === undefined),
    [],
  )
  assert.deepEqual(complaints, [])
})
