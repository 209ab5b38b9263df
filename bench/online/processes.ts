/** CPU time and resident memory of processes, from the system (Linux; NaN elsewhere). */
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** CPU seconds that a process has used so far. */
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

/** Resident bytes of a process. */
export function residentBytesOf(processId: number | 'self'): number {
  try {
    const found = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))
    return Number(found?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}
