/**
 * A test process: runs the files in its arguments, one after the other, and sends the outcome of every test.
 */
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { runs } from '../ground/runs.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import type { Message, TestOutcome } from './outcomes.ts'

const root = resolve(import.meta.dirname, '../..')
const eachFile = join(import.meta.dirname, 'each-file.ts')

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
  const path = relative(root, file ?? root)
  const place = { name, file: path, line: line ?? 0, ms, nesting: nesting - 1 }
  if (error !== undefined) return { ...place, state: 'failed', text: inspect(error.cause ?? error) }
  if (skip === undefined || skip === false) return { ...place, state: 'passed', text: '' }
  return { ...place, state: 'skipped', text: skip === true ? 'no reason given' : skip }
}

const isByTests = ({ details }: TestEvent) => details.error?.failureType === 'subtestsFailed'

/** Whether the file that runs has had a test. */
let hasTests = false

function take(event: TestEvent): void {
  const outcome = outcomeOf(event)
  // A file fails with its tests, or by itself if it throws.
  if (event.nesting === 0) {
    if (outcome.state === 'failed' && !isByTests(event)) say({ kind: 'problem', text: outcome.text })
    else if (!hasTests) say({ kind: 'problem', text: `${event.name} has no tests` })
    hasTests = false
    return
  }
  if (event.file === eachFile) return
  hasTests = true
  // The tests of a suite count, not the suite, unless it is skipped as a whole or its hooks fail.
  if (event.details.type === 'suite' && (outcome.state === 'passed' || isByTests(event))) return
  say({ kind: 'test', outcome })
}

// A property without a seed or a number of its own has one seed, so a check of one commit has one outcome, and a hundred.
const { NEARSAME_SEED: seed = '20260731' } = process.env
fc.configureGlobal({ numRuns: runs(100), ...(seed !== 'random' && { seed: Number(seed) }) })

// The sources, and what they import from Node, are read by the first file.
if (process.env.NEARSAME_BUILT !== undefined) await import('./built-entries.ts')

// The parent process has exited.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

for await (const { type, data } of run({ cwd: root, files: [eachFile], isolation: 'none' })) {
  if (type === 'test:dequeue' && data.nesting === 1) say({ kind: 'begins', name: data.name })
  if (type === 'test:pass' || type === 'test:fail') take(data as TestEvent)
  if (type === 'test:diagnostic' && !count.test(data.message)) {
    say({ kind: /^Error: /.test(data.message) ? 'problem' : 'note', text: data.message })
  }
}
say({ kind: 'end', cpuSeconds: cpuSeconds() })
