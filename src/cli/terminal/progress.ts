/**
 * Progress: one line on a terminal, redrawn at most ten times a second; nothing if standard error is no terminal.
 *
 *     verify  1,234,567 documents  41 %  98.2 MiB/s  2 min 10 s left
 */
import type { Progress } from '../../files/requests.ts'
import { printByteSize } from '../../ground/options/byte-size.ts'
import { printCounted, printDuration } from './figures.ts'
import type { Terminal } from './terminal.ts'

interface ProgressLine {
  show(progress: Progress): void
  clear(): void
}

const redrawMs = 100

/** Terminals that show a line now. */
const drawnOn = new WeakSet<Terminal>()

/** A line that appears with the first `show`; `now` is in milliseconds. */
export function startProgress(
  terminal: Terminal,
  isWanted: boolean,
  now: () => number = () => performance.now(),
): ProgressLine {
  if (!terminal.isErrTerminal || !isWanted) return { show() {}, clear() {} }
  let stage: string | undefined
  let stageStart = 0
  let drawnAt = -Infinity
  return {
    show(progress) {
      const time = now()
      if (progress.stage !== stage) {
        stage = progress.stage
        stageStart = time
        drawnAt = -Infinity
      }
      if (time - drawnAt < redrawMs) return
      drawnAt = time
      const line = progressLine(progress, (time - stageStart) / 1000)
      drawnOn.add(terminal)
      terminal.err(`\r\x1b[2K${line.slice(0, terminal.errColumns - 1)}`)
    },
    clear: () => clearProgress(terminal),
  }
}

/** Runs a job with a progress line, which is removed when the job ends or fails. */
export async function withProgress<T>(
  terminal: Terminal,
  isWanted: boolean,
  job: (show: ProgressLine['show']) => Promise<T>,
): Promise<T> {
  const line = startProgress(terminal, isWanted)
  try {
    return await job(line.show)
  } finally {
    line.clear()
  }
}

/** Removes the line of any command: one that is killed cannot do so itself. */
export function clearProgress(terminal: Terminal): void {
  if (drawnOn.delete(terminal)) terminal.err('\r\x1b[2K')
}

/** The text of the line, `seconds` into the stage. */
export function progressLine(progress: Progress, seconds: number): string {
  const { stage, documents, unit = 'document', bytes, totalBytes } = progress
  const parts = [stage, printCounted(documents, unit)]
  if (totalBytes > 0) parts.push(`${Math.floor((100 * Math.min(bytes, totalBytes)) / totalBytes)} %`)
  // A rate from the first half second says little.
  if (seconds >= 0.5 && bytes > 0) {
    const rate = bytes / seconds
    parts.push(`${printByteSize(Math.round(rate))}/s`)
    if (totalBytes > bytes) parts.push(`${printDuration((totalBytes - bytes) / rate)} left`)
  }
  return parts.join('  ')
}
