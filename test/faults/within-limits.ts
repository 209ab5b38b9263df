/** Runs the command as a child that may use only so much processor time and memory. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import type { CommandResult } from '../cli/recording-terminal.ts'
import { launcher } from '../runtimes/build.ts'

const main = launcher()
/** Above what a small run takes, far below what the inputs took before they had a bound. */
const limits = { cpuSeconds: 60, megabytes: 400 }

/** Runs with these arguments; asserts the status and the limits. */
export function withinLimits(
  args: readonly string[],
  status = 0,
  maxMegabytes = limits.megabytes,
): CommandResult {
  // Worker threads load the hook too, but only the main thread ends last. `maxRSS` would count this process, too.
  const peak =
    'import { readFileSync } from "node:fs"; import { isMainThread } from "node:worker_threads"; ' +
    'if (isMainThread) process.on("exit", () => console.error("peak", ' +
    'readFileSync("/proc/self/status", "latin1").match(/VmHWM:\\s+(\\d+)/)[1] >> 10))'
  const hook = `data:text/javascript,${encodeURIComponent(peak)}`
  const limited = ['-c', `ulimit -t ${limits.cpuSeconds}; exec "$@"`, 'sh', process.execPath]
  const child = spawnSync('sh', [...limited, '--import', hook, main, ...args], { encoding: 'utf8' })
  assert.equal(child.signal, null, `killed after ${limits.cpuSeconds} CPU s: ${args.join(' ')}`)
  assert.equal(child.status, status, child.stderr)
  const megabytes = Number(/^peak (\d+)$/m.exec(child.stderr)?.[1])
  assert(megabytes < maxMegabytes, `${megabytes} MB: ${args.join(' ')}`)
  return { status, out: child.stdout, err: child.stderr.replace(/^peak \d+\n/m, '') }
}
