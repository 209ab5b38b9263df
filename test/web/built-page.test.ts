/** The built files of the page: small, without inline script, and with policies that hold. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { firstLoad } from '../../build/web.ts'
import { builtPackage } from '../runtimes/build.ts'

const web = join(builtPackage(), 'web')
const read = (file: string) => readFileSync(join(web, file), 'utf8')

/** Bytes after gzip. */
const limits = { firstLoad: 80_000, report: 320_000, playground: 280_000 }

test('the first load is at most 80 KB, and the rest is loaded when a view needs it', () => {
  const files = firstLoad(web)
  assert(files.length >= 3, 'the document, a script and a style')
  const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0)
  assert(size < limits.firstLoad, `${size} bytes`)
  const isKernel = (file: string) => readFileSync(file, 'utf8').includes('AGFzbQ')
  assert.equal(files.filter(isKernel).length, 0, 'kernels load later')
  assert(globSync('page/web/*.js', { cwd: web }).some(file => isKernel(join(web, file))))
})

test('files of one document stay small', () => {
  for (const name of ['report', 'playground'] as const) {
    const size = gzipSync(read(`${name}.html`)).length
    assert(size < limits[name], `${name}: ${size} bytes`)
  }
})

test('the document of the server runs no script and has no style of its own', () => {
  const html = read('page/index.html')
  assert.doesNotMatch(html, /<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/)
  for (const [, address] of html.matchAll(/(?:src|href)="([^"]+)"/g))
    assert.match(address, /^(\.\/web\/|data:)/)
})

test('the policy of a single document allows its script and its style by their hashes, and no network', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  for (const name of ['report', 'playground']) {
    const html = read(`${name}.html`)
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? ''
    const script = /<script type="module">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    assert(script.length > 10_000 && style.length > 1000)
    const parts = policy.split('; ')
    assert(parts.includes("default-src 'none'"))
    assert(parts.includes(`script-src ${hash(script)} 'wasm-unsafe-eval'`))
    assert(parts.includes(`style-src ${hash(style)}`))
    assert.doesNotMatch(policy, /connect-src|unsafe-inline|'unsafe-eval'/)
  }
})

test('a report template has one place for its data', () => {
  assert.equal(
    read('report.html').split('<script type="application/json" id="data">null</script>').length,
    2,
  )
})
