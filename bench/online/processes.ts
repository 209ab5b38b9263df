/** Processes as the system sees them: CPU time and resident memory (Linux; NaN elsewhere). */
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** CPU seconds that a process has taken so far. */
export function cpuSecondsOf(processId: number): number {
  try {
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8')
      .replace(/^.*\) /su, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return Number.NaN
  }
}

/** Bytes of memory that a process holds. */
export function residentBytesOf(processId: number | 'self'): number {
  try {
    const found = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))
    return Number(found?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}
