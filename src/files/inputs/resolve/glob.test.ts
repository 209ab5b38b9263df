/** Globs: against Node's own on random patterns of what both know, and against the clock on patterns of many stars. */
import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { globPaths } from './glob.ts'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
for (const name of ['a', 'b', 'ab', 'a/b', 'a/b/a', 'b/ab']) mkdirSync(at(name), { recursive: true })
for (const name of [
  'a/x.txt',
  'a/b/x.txt',
  'a/b/a/aab.txt',
  'b/ab/1.txt',
  'b/.hid',
  'a1.txt',
  'a12.txt',
  'b-c',
])
  writeFileSync(at(name), '')

const found = async (pattern: string) => [...(await globPaths(at(pattern)))].sort()

test("equals Node's glob for random patterns of stars, marks, sets and braces", async () => {
  const part = fc
    .array(fc.constantFrom('*', '?', 'a', 'b', '.txt', '[ab]', '[!a]', '1', '{a,b}', '.'), {
      minLength: 1,
      maxLength: 4,
    })
    .map(tokens => tokens.join(''))
    // What Node makes of parts of dots alone, and of two stars within a part, is its own.
    .filter(text => !/^\.+$/.test(text) && !text.includes('**') && !text.startsWith('.'))
  const pattern = fc
    .array(fc.oneof({ weight: 4, arbitrary: part }, { weight: 1, arbitrary: fc.constant('**') }), {
      minLength: 1,
      maxLength: 3,
    })
    .map(parts => parts.join('/'))
  await fc.assert(
    fc.asyncProperty(pattern, async given => {
      const expected: string[] = []
      for await (const path of glob(at(given))) expected.push(path.replace(/\/$/, ''))
      assert.deepEqual(await found(given), [...new Set(expected)].sort(), given)
    }),
    { numRuns: runs(1000) },
  )
})

test('twenty stars, and a hundred, end at once', async () => {
  writeFileSync(at('a'.repeat(250)), '')
  const start = process.cpuUsage()
  assert.deepEqual(await found(`${'*a'.repeat(20)}*b`), [])
  assert.equal((await found(`${'*a'.repeat(100)}*`)).length, 1)
  assert.deepEqual(await found(`${'**/'.repeat(20)}none`), [])
  const { user, system } = process.cpuUsage(start)
  assert((user + system) / 1e6 < 5, `${(user + system) / 1e6} CPU s`)
})

test('alternatives of braces: nested, numbers, and at most 10,000', async () => {
  assert.deepEqual(await found('a{1,{12,13}}.txt'), [at('a1.txt'), at('a12.txt')])
  assert.deepEqual(await found('a{1..12}.txt'), [at('a1.txt'), at('a12.txt')])
  assert.deepEqual(await found('a{09..12}.txt'), [at('a12.txt')])
  for (const pattern of ['{a,b}'.repeat(20), '{1..10001}'])
    await assert.rejects(globPaths(pattern), {
      message: `OPTION_VALUE: expected a glob whose braces have at most 10000 alternatives, got ${pattern}. To fix: name the files by stars, or a directory.`,
    })
})

test('links are followed where a part names them, not by two stars', async () => {
  symlinkSync('..', at('a/up'))
  assert.deepEqual(await found('a/u*/b-c'), [at('a/up/b-c')])
  assert.deepEqual((await found('a/**/b-c')).length, 0)
})

test('a backslash makes a character plain', async () => {
  writeFileSync(at('s*r'), '')
  writeFileSync(at('star'), '')
  assert.deepEqual(await found('s\\*?'), [at('s*r')])
})
