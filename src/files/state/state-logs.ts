/** State logs: the files of a state beside its manifest, each written by one run and never changed. */
import { existsSync } from 'node:fs'
import { fileError } from '../io/temporaries.ts'
import { LogFile } from '../progress/log-file.ts'
import { type LogName, logNames, logPath, type StateRun, stateCorrupt, syncPath } from './manifest.ts'

/** The log of run `run`, from 0. @throws NearsameError STATE_CORRUPT if it is missing */
export function openedLog(directory: string, name: LogName, run: number): LogFile {
  const path = logPath(directory, name, run)
  if (!existsSync(path)) throw stateCorrupt(path)
  return new LogFile(path)
}

/** The frames of the log of a run, in order. @throws NearsameError STATE_CORRUPT */
export function* framesOfRun(
  directory: string,
  name: LogName,
  run: number,
  { bytes }: StateRun,
): Generator<Buffer<ArrayBuffer>> {
  const log = openedLog(directory, name, run)
  try {
    for (const frame of log.frames(bytes[name])) yield frame as Buffer<ArrayBuffer>
    if (log.length !== bytes[name]) throw stateCorrupt(log.path)
  } finally {
    log.close()
  }
}

/** The frames of a log of all runs, in order. @throws NearsameError STATE_CORRUPT */
export function* framesOf(
  directory: string,
  name: LogName,
  runs: readonly StateRun[],
): Generator<Buffer<ArrayBuffer>> {
  for (const [number, run] of runs.entries()) yield* framesOfRun(directory, name, number, run)
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
    const log = new LogFile(path, fileError)
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
