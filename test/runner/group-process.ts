/**
 * A test process: runs the files in its arguments, one after the other, and sends the outcome of every test.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import fc from 'fast-check'
import type { Message, TestOutcome } from './outcomes.ts'

const root = resolve(import.meta.dirname, '../..')
const files = process.argv.slice(2).map(file => join(root, file))

/** USER_HZ. */
const ticksPerSecond = 100

/** Node's own count of the tests. */
const count = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/

function say(message: Message): void {
  process.send?.(message)
}

/** The parts of the events `test:pass` and `test:fail` used here. */
interface TestEvent {
  readonly name: string
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly nesting: number
  readonly skip?: string | boolean | undefined
  readonly details: {
    readonly duration_ms: number
    readonly type?: string | undefined
    readonly error?: Error & { readonly failureType?: string }
  }
}

function outcomeOf({ name, file, line, nesting, skip, details }: TestEvent): TestOutcome {
  const { duration_ms: ms, error } = details
  const place = { name, file: relative(root, file ?? root), line: line ?? 0, ms, nesting }
  if (error !== undefined) return { ...place, state: 'failed', text: inspect(error.cause ?? error) }
  if (skip === undefined || skip === false) return { ...place, state: 'passed', text: '' }
  return { ...place, state: 'skipped', text: skip === true ? 'no reason given' : skip }
}

function take(event: TestEvent): void {
  const outcome = outcomeOf(event)
  // For a file without tests Node reports one with the file's name; if that fails, the import threw.
  if (event.nesting === 0 && files.includes(event.name)) {
    if (outcome.state === 'passed') say({ kind: 'problem', text: `${outcome.file} has no tests` })
    return
  }
  // The tests of a suite count, not the suite, unless it is skipped as a whole or its hooks fail.
  const isByTests = outcome.state === 'passed' || event.details.error?.failureType === 'subtestsFailed'
  if (event.details.type !== 'suite' || !isByTests) say({ kind: 'test', outcome })
}

/** Of this process, and on Linux of its children that have ended: utime, stime, cutime and cstime of proc_pid_stat(5). */
function cpuSeconds(): number {
  const stat = '/proc/self/stat'
  if (existsSync(stat)) {
    const fields = readFileSync(stat, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / ticksPerSecond, 0)
  }
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

// A property without a seed of its own has one seed, so a check of one commit has one outcome.
const { NEARSAME_SEED: seed = '20260731' } = process.env
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })

// The parent process has exited.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

for await (const { type, data } of run({ cwd: root, files, isolation: 'none' })) {
  if (type === 'test:dequeue' && data.nesting === 0) say({ kind: 'begins', name: data.name })
  if (type === 'test:pass' || type === 'test:fail') take(data as TestEvent)
  if (type === 'test:diagnostic' && !count.test(data.message)) {
    say({ kind: /^Error: /.test(data.message) ? 'problem' : 'note', text: data.message })
  }
}
// Node drops the error of a file that throws after its first test, but the module keeps it.
for (const file of files) {
  await import(pathToFileURL(file).href).catch(error => say({ kind: 'problem', text: inspect(error) }))
}
say({ kind: 'end', cpuSeconds: cpuSeconds() })
