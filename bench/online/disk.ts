/** Time of the disk itself: one small write with its fdatasync, without any database. */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Delays, delaysOf } from './figures.ts'

/** Milliseconds of 200 appended writes of 4,096 bytes, each with its fdatasync, in a folder. */
export function syncDelays(folder: string): Delays {
  const path = join(folder, '.sync-probe')
  const file = openSync(path, 'w')
  const page = Buffer.alloc(4096, 1)
  const delays: number[] = []
  try {
    for (let i = 0; i < 200; i++) {
      const from = performance.now()
      writeSync(file, page)
      fdatasyncSync(file)
      delays.push(performance.now() - from)
    }
  } finally {
    closeSync(file)
    rmSync(path)
  }
  return delaysOf(delays)
}
