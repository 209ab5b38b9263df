/** Failures of a test process, reported beside the tests that passed. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import type { Group } from './groups.ts'
import { closing, suiteLine } from './report.ts'
import { runGroup } from './run-group.ts'

const folder = temporaryFolder()

/** Runs files with these texts in one process, after a file with a passing test. */
function resultOf(...texts: readonly string[]) {
  return runGroup(groupOf(texts))
}

function groupOf(texts: readonly string[]): Group {
  const files = ["test('passes', () => {})", ...texts].map((text, at) => {
    const path = join(folder, `${at}.test.mjs`)
    writeFileSync(path, `import { test } from 'node:test'\n${text}\n`)
    return relative(join(import.meta.dirname, '../..'), path)
  })
  return { suite: 'suite', files }
}

test('tests are reported with their state, nested ones with their depth, and with their notes', async () => {
  const { tests, problems, notes } = await resultOf(
    "test('outer', async t => { t.diagnostic('9 of 10'); await t.test('inner', () => {}) })",
    "test('fails', () => { throw new Error('as it should') })\ntest('waits', { skip: 'a reason' }, () => {})",
  )
  assert.deepEqual([problems, notes], [[], ['9 of 10']])
  assert.deepEqual(
    tests.map(({ name, nesting, state }) => [name, nesting, state]),
    [
      ['passes', 0, 'passed'],
      ['inner', 1, 'passed'],
      ['outer', 0, 'passed'],
      ['fails', 0, 'failed'],
      ['waits', 0, 'skipped'],
    ],
  )
  assert.match(tests[3].text, /Error: as it should\n/)
  assert.equal(tests[4].text, 'a reason')
})

test('tests that a file adds after others have ended are run', async () => {
  const { tests, problems } = await resultOf(
    `test('early', () => {})
     await new Promise(done => setTimeout(done, 100))
     test('late', () => new Promise(done => setTimeout(done, 100)))
     test('last', () => {})`,
    "test('of the next file', () => {})",
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(
    tests.map(({ name, state }) => `${name} ${state}`),
    ['passes passed', 'early passed', 'late passed', 'last passed', 'of the next file passed'],
  )
})

const broken: Readonly<Record<string, readonly [text: string, says: RegExp]>> = {
  'has no tests': ['', /1\.test\.mjs has no tests/],
  'throws before its tests': ["throw new Error('early')", /Error: early/],
  'throws after its first test': ["test('first', () => {})\nthrow new Error('late')", /Error: late/],
  'throws after its tests have ended': [
    "test('leaves a timer', () => { setTimeout(() => { throw new Error('timer') }) })",
    /Error: timer/,
  ],
  'ends the process': ["test('exits', () => process.exit(0))", /ended with 0; the last test to begin was/],
  'kills the process': [
    "test('dies', () => process.kill(process.pid, 'SIGKILL'))",
    /ended with SIGKILL; the last test to begin was/,
  ],
  'sets an exit status': [
    "test('sets it', () => { process.exitCode = 3 })",
    /ended with 3 after all tests/,
  ],
}
for (const [what, [text, says]] of Object.entries(broken)) {
  test(`a file that ${what} is a failure`, async () => {
    const result = await resultOf(text)
    assert.match(result.problems.join('\n'), says)
    assert.match(closing([result], 1), /^ℹ fail 1$/m)
  })
}

test('a process that is silent for too long is killed', async () => {
  const group = groupOf(["test('waits', () => new Promise(() => setInterval(() => {}, 1000)))"])
  const { problems } = await runGroup(group, 3_000)
  assert.match(
    problems.join('\n'),
    /^silent for 3 s; the last test to begin was "waits"\nended with SIGKILL/,
  )
})

test('a suite counts by its tests, unless it is skipped as a whole or its hooks fail', async () => {
  const { tests, problems } = await resultOf(
    `import { after, describe } from 'node:test'
     describe('skipped', { skip: 'a reason' }, () => { test('never', () => {}) })
     describe('passes', () => { test('in it', () => {}) })
     describe('fails', () => { test('by a test', () => { throw new Error('as it should') }) })
     describe('ends badly', () => {
       after(() => { throw new Error('of a hook') })
       test('passes first', () => {})
     })`,
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(tests.map(({ name, state }) => `${name}: ${state}`).sort(), [
    'by a test: failed',
    'ends badly: failed',
    'in it: passed',
    'passes first: passed',
    'passes: passed',
    'skipped: skipped',
  ])
})

test('the summary has failures in full, each reason to skip once, and one command to install packages', async () => {
  const skip = (name: string, reason: string) => `test('${name}', { skip: '${reason}' }, () => {})`
  const result = await resultOf(
    skip('a', 'no java: apt-get install openjdk maven, or fail'),
    `${skip('b', 'no redis: apt-get install redis-server, or fail')};${skip('c', 'no disk')}`,
    skip('d', 'no disk'),
    "test('fails', () => { throw new Error('as it should') })",
  )
  const text = closing([result], 1)
  assert.equal(text.split('no disk').length, 2)
  assert.match(text, /^ {2}to run them: apt-get install \S+ \S+ maven openjdk redis-server$/m)
  assert.match(text, /✖ fails \(.+4\.test\.mjs:2\)\n {4}Error: as it should\n/)
  assert.match(text, /ℹ tests 6\nℹ pass 1\nℹ fail 1\nℹ skipped 4\nℹ duration_ms 1000\n$/)
  assert.match(suiteLine('suite', [result]), /^✖ suite +6 tests +[\d.]+ s +[\d.]+ CPU s {2}1 failed\n$/)
})
