/** Processor time of this process, and on Linux of its children that have ended. */
import { existsSync, readFileSync } from 'node:fs'

/** USER_HZ. */
const ticksPerSecond = 100

/** utime, stime, cutime and cstime of proc_pid_stat(5) */
export function cpuSeconds(): number {
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
