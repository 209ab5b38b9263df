/**
 * Errors are a table: the registry, the page of errors, the code that throws and the tests that provoke
 * name the same codes.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { registry } from '../../src/errors/registry.ts'

const root = resolve(import.meta.dirname, '../..')
const codes = Object.keys(registry).sort()

function contentsOf(patterns: readonly string[], except: readonly string[]): string {
  const files = globSync([...patterns], { cwd: root }).filter(file => !except.includes(file))
  return files.map(file => readFileSync(join(root, file), 'utf8')).join('\n')
}

const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map(section => [section.slice(0, section.indexOf('\n')).trim(), section]),
)

test('the headings of the page are the codes of the registry', () => {
  assert.deepEqual([...sections.keys()].sort(), codes)
})

test('every section has its exit and HTTP status, an example of the message and what to do', () => {
  for (const [code, { exit, http }] of Object.entries(registry)) {
    const section = sections.get(code) ?? ''
    assert(section.includes(`Exit ${exit}, HTTP ${http}.`), `${code}: statuses`)
    assert(section.includes(`\n    ${code}: expected `), `${code}: example`)
    assert(/To fix: [^\n]+\.\n/.test(section), `${code}: the fix in the example`)
    assert(section.includes('\nWhat to do: '), `${code}: what to do`)
  }
})

test('every code is used in src', () => {
  const sources = globSync('src/**/*.ts', { cwd: root })
    .filter(file => !file.endsWith('.test.ts') && file !== 'src/errors/registry.ts')
    .map(file => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  assert.deepEqual(
    codes.filter(code => !sources.includes(`'${code}'`)),
    [],
  )
})

test('every code is provoked in a test', () => {
  const tests = contentsOf(['src/**/*.test.ts', 'test/**/*.test.ts'], ['test/docs/errors.test.ts'])
  assert.deepEqual(
    codes.filter(code => !new RegExp(`\\b${code}\\b`).test(tests)),
    [],
  )
})
