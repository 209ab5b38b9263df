/** The files for operators name options, variables, sizes and times that exist, and agree with the server's limits. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { serveCommand } from '../../src/cli/commands/serve.ts'
import { resolve as resolveOptions } from '../../src/ground/options/resolve.ts'
import { serverLimits } from '../../src/server/rules/server-limits.ts'
import { recordingTerminal } from '../cli/recording-terminal.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { openWorld } from '../server/server-world.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/guide/running.md'), 'utf8')
const limits = resolveOptions(serverLimits, {})

const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? assert.fail(language)
const valueIn = (file: string, name: RegExp): string => name.exec(file)?.[1] ?? assert.fail(`${name}`)

const unit = block('ini')
const container = block('dockerfile')
const proxy = block('nginx')

/** The words after `nearsame serve`, which must be options of the command with their values. */
function checkServe(words: readonly string[]): void {
  const [name, serve, ...args] = words
  assert.match(name, /(^|\/)nearsame$/)
  assert.equal(serve, 'serve')
  const command = serveCommand({ terminal: recordingTerminal(), signal: new AbortController().signal })
  const { operands, unknown } = command.parseOptions(args)
  assert.deepEqual([operands, unknown], [[], []])
  resolveOptions(serverLimits, {}, 'cli')
  assert.equal(command.opts().data.length > 1, true)
}

test('unit and container file start the server with options that exist', () => {
  checkServe(valueIn(unit, /^ExecStart=(.+)$/m).split(' '))
  checkServe(JSON.parse(valueIn(container, /^CMD (.+)$/m)))
  assert.equal(valueIn(container, /^FROM node:(\d+)/m) >= '24', true)
})

test('systemd accepts the unit', context => {
  const file = join(temporaryFolder(), 'nearsame.service')
  writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  // A program of systemd alone: its absence is no fault of a machine without it.
  if (error !== undefined) context.diagnostic('not checked: no systemd-analyze')
  else
    assert.deepEqual(
      stderr.split('\n').filter(line => line.includes(file)),
      [],
    )
})

test('the time to stop is longer than the server takes', () => {
  const longestMs = limits.closeTimeoutMs + 5000
  const seconds = [valueIn(unit, /^TimeoutStopSec=(\d+)$/m), valueIn(page, /--stop-timeout (\d+)/)]
  for (const given of seconds) assert(Number(given) * 1000 > longestMs, given)
})

test('the variables of the page are those that the program reads', () => {
  const names = new Set(page.match(/NEARSAME_\w+/g))
  assert.deepEqual([...names], ['NEARSAME_API_KEYS'])
  const source = readFileSync(join(root, 'src/cli/commands/serve.ts'), 'utf8')
  assert(source.includes('process.env.NEARSAME_API_KEYS'))
})

test('the sizes and times of the proxy are the limits of the server', () => {
  const bytes = (name: string) => {
    const [, number, unitOf] =
      new RegExp(`^  ${name} (?:4 )?(\\d+)([mk]);`, 'm').exec(proxy) ?? assert.fail(name)
    return Number(number) * (unitOf === 'm' ? 2 ** 20 : 2 ** 10)
  }
  const ms = (name: string) => 1000 * Number(valueIn(proxy, new RegExp(`^ +${name} (\\d+)s;`, 'm')))
  assert.equal(bytes('client_max_body_size'), limits.bodyBytes)
  assert.equal(bytes('large_client_header_buffers'), limits.headerBytes)
  assert.equal(ms('client_body_timeout'), limits.silenceTimeoutMs)
  assert.equal(ms('proxy_read_timeout'), limits.silenceTimeoutMs)
  assert(ms('keepalive_timeout') < limits.keepAliveTimeoutMs)
  const port = valueIn(unit, /--port (\d+)/)
  assert.equal(valueIn(proxy, /server 127\.0\.0\.1:(\d+);/), port)
  for (const found of [/"--port", "(\d+)"/, /EXPOSE (\d+)/, /127\.0\.0\.1:(\d+)\/healthz/])
    assert.equal(valueIn(container, found), port)
})

test('the proxy lets streams of the two routes that take NDJSON pass', async () => {
  const { ask } = await openWorld()
  const { paths } = (await ask('GET', '/openapi.json')).body
  const pattern = new RegExp(valueIn(proxy, /location ~ (\S+) \{/))
  for (const [path, { post }] of Object.entries<Record<string, { requestBody?: { content: object } }>>(
    paths,
  )) {
    const takesLines = 'application/x-ndjson' in (post?.requestBody?.content ?? {})
    assert.equal(pattern.test(path.replace('{name}', 'news')), takesLines, path)
  }
})

test('every limit and metric of the page exists, and its routes answer', async () => {
  const known = new Set(Object.keys(serverLimits))
  const named = [...page.matchAll(/`([a-z]+(?:[A-Z][a-z]+)+)`/g)].map(([, name]) => name)
  assert(named.length > 8)
  assert.deepEqual(
    named.filter(name => !known.has(name)),
    [],
  )
  assert.equal(limits.importBytes + limits.unreadBytes, 12 * 2 ** 20)
  const { ask } = await openWorld()
  for (const [, path] of page.matchAll(/^\| `GET (\S+)`/gm))
    assert.equal((await ask('GET', path)).status, 200)
  const { text } = await ask('GET', '/metrics')
  for (const metric of page.match(/\bnearsame_\w+/g) ?? assert.fail()) assert(text.includes(metric), metric)
})
