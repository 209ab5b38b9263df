/** State logs: the files of a state beside its manifest, each written by one run and never changed. */
import { existsSync } from 'node:fs'
import { LogFile } from '../progress/log-file.ts'
import { type LogName, logNames, logPath, type StateRun, stateCorrupt, syncPath } from './manifest.ts'

/** The frames of a log of all runs, in order. @throws NearsameError STATE_CORRUPT */
export function* framesOf(
  directory: string,
  name: LogName,
  runs: readonly StateRun[],
): Generator<Buffer<ArrayBuffer>> {
  for (const [run, { bytes }] of runs.entries()) {
    const path = logPath(directory, name, run)
    if (!existsSync(path)) throw stateCorrupt(path)
    const log = new LogFile(path)
    try {
      for (const frame of log.frames(bytes[name])) yield frame as Buffer<ArrayBuffer>
      if (log.length !== bytes[name]) throw stateCorrupt(path)
    } finally {
      log.close()
    }
  }
}

/**
 * Writes the logs of a run, whole and on the disk.
 *
 * @param fill appends the frames of each
 * @returns their lengths
 */
export function writeLogs(
  directory: string,
  run: number,
  fill: Readonly<Record<LogName, (log: LogFile) => void>>,
): StateRun['bytes'] {
  const lengths = logNames.map(name => {
    const path = logPath(directory, name, run)
    const log = new LogFile(path)
    try {
      log.cutAt(0) // of a run that was killed
      fill[name](log)
    } finally {
      log.close()
    }
    syncPath(path)
    return [name, log.length]
  })
  return Object.fromEntries(lengths) as StateRun['bytes']
}
