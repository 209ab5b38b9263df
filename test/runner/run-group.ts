/** Runs a group of test files in a process and collects its outcomes, even if it crashes, hangs or is silent. */
import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Group } from './groups.ts'
import type { FileCost, Message, TestOutcome } from './outcomes.ts'

export interface GroupResult {
  readonly group: Group
  readonly seconds: number
  readonly cpuSeconds: number
  readonly files: readonly FileCost[]
  readonly tests: readonly TestOutcome[]
  /** Failures outside the tests. */
  readonly problems: readonly string[]
  /** Measurements reported by tests. */
  readonly notes: readonly string[]
}

/** Node caches stripped and compiled sources for the next process, be it of tests, a thread or a child of a test. */
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../node_modules/.cache/nearsame-tests'),
}

/**
 * Every processor runs a test process, so threads that collect garbage beside it only get in the way: where heaps are
 * small and collected often they take up to half of the processor time. Marking in steps does, too, where every run of the
 * command opens its own memories: a third of its time.
 */
const execArgv = ['--single-threaded-gc', '--no-incremental-marking']

/** @param patienceMs a process silent for this long counts as hung; building Solr takes two minutes */
export async function runGroup(group: Group, patienceMs = 600_000): Promise<GroupResult> {
  const start = performance.now()
  const files: FileCost[] = []
  const tests: TestOutcome[] = []
  const problems: string[] = []
  const notes: string[] = []
  let [last, said, hasEnded, cpuSeconds] = ['', '', false, 0]

  const program = join(import.meta.dirname, 'group-process.ts')
  // What a killed command leaves there, the next one removes and says so: in its own group, not in a neighbour's.
  const temporary = mkdtempSync(join(tmpdir(), 'tests-'))
  chmodSync(temporary, 0o1777) // as the system's own: databases run as users of their own
  const child = fork(program, group.files, { silent: true, env: { ...env, TMPDIR: temporary }, execArgv })
  const patience = setTimeout(() => {
    problems.push(`silent for ${patienceMs / 1000} s; the last test to begin was "${last}"`)
    child.kill('SIGKILL')
  }, patienceMs)
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', text => {
      said = (said + text).slice(-20_000)
    })
  }
  child.on('message', (message: Message) => {
    patience.refresh()
    if (message.kind === 'begins') last = message.name
    else if (message.kind === 'test') tests.push(message.outcome)
    else if (message.kind === 'file') files.push(message.cost)
    else if (message.kind === 'problem') problems.push(message.text)
    else if (message.kind === 'note') notes.push(message.text)
    else {
      hasEnded = true
      cpuSeconds = message.cpuSeconds
    }
  })
  const status = await new Promise<number | string>(done =>
    child.once('close', (status, signal) => done(status ?? signal ?? '')),
  )
  clearTimeout(patience)
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
  if (!hasEnded) problems.push(`ended with ${status}; the last test to begin was "${last}"`)
  else if (status !== 0 && problems.length === 0) problems.push(`ended with ${status} after all tests`)
  if (problems.length > 0 && said !== '') problems.push(said)
  return { group, seconds: (performance.now() - start) / 1000, cpuSeconds, files, tests, problems, notes }
}
