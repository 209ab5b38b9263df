/** `nearsame help CODE`: the section of the page of errors. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { registry } from '../../src/ground/errors/registry.ts'
import { nearsame } from './recording-terminal.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8')

test('every code has its section of the page, and nothing of the next one', async () => {
  for (const [code, { exit, http }] of Object.entries(registry)) {
    const { status, out, err } = await nearsame('help', code)
    assert.deepEqual([status, err], [0, ''], code)
    assert(out.startsWith(`${code}\n\n`) && page.includes(`## ${out}`), code)
    assert(out.includes(`Exit ${exit}, HTTP ${http}.`) && out.includes('\nWhat to do: '), code)
    assert.doesNotMatch(out, /^## /m)
  }
  assert.equal((await nearsame('help', 'bug')).out, (await nearsame('help', 'BUG')).out)
  assert.match((await nearsame('--help')).out, /`nearsame help CODE` explains an error by its code\./)
})

test('help of a command and of no code are as before', async () => {
  assert.match((await nearsame('help', 'dedupe')).out, /^Usage: nearsame dedupe/)
  assert.equal((await nearsame('help', 'NO_SUCH_CODE')).status, 2)
  assert.match((await nearsame('help', 'index', 'add')).out, /^Usage: nearsame index add/)
})
