/**
 * Entry of a process that runs one `dedupe` in its own directory and tells its parent how it goes.
 *
 *     parent ─ options ─▶ child ─ { progress }* ─ { report } | { error } ─▶ parent
 *
 * It stops when the parent disconnects or dies; a later run goes on from its progress.
 */
import { constants, setPriority } from 'node:os'
import { packFailure } from '../../ground/threads/protocol.ts'
import { type DedupeFilesOptions, dedupeFiles } from '../jobs/of-files.ts'
import type { Progress } from '../requests.ts'
import type { DedupeMessage } from './start-dedupe.ts'

/** Milliseconds between two messages of progress. */
const restMs = 200

const stop = new AbortController()
process.once('disconnect', () => stop.abort(new Error('the parent has disconnected')))
process.once('message', given => run(given as DedupeFilesOptions))

async function run(options: DedupeFilesOptions): Promise<void> {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Not every system lets a process do so, and the run needs it not.
  }
  const report = await dedupeFiles(options, { progress: throttled(), signal: stop.signal }).then(
    report => ({ report }),
    error => ({ error: packFailure(error) }),
  )
  if (process.connected) process.send?.(report satisfies DedupeMessage, () => process.disconnect())
}

function throttled(): (progress: Progress) => void {
  let last = 0
  return progress => {
    const now = Date.now()
    if (now - last < restMs || !process.connected) return
    last = now
    process.send?.({ progress } satisfies DedupeMessage)
  }
}
