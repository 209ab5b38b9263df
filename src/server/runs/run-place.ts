/** The place of uploads and runs: a directory of the server, what is in it, and when it goes. */
import { join } from 'node:path'
import type { ServerLogger } from '../state/request-log.ts'
import { Runs } from './runs.ts'
import { Uploads } from './uploads.ts'

export interface RunPlace {
  readonly uploads: Uploads
  readonly runs: Runs
  /** Bytes of both. */
  readonly stored: () => number
  /** The running one goes on when the server starts again. */
  close(): Promise<void>
}

interface RunServices {
  readonly now: () => number
  readonly log: ServerLogger
}

const expiryMs = 3_600_000

/** Makes a missing directory. @throws NearsameError that of writing */
export async function openRunPlace(directory: string, services: RunServices): Promise<RunPlace> {
  const uploads = await Uploads.open(join(directory, 'uploads'), services.now)
  const runs = await Runs.open(join(directory, 'runs'), services)
  const expire = () =>
    Promise.all([uploads.expire(), runs.expire()]).catch((error: unknown) => {
      services.log.error({ err: error }, 'old uploads and runs could not be deleted')
    })
  await expire()
  const timer = setInterval(expire, expiryMs).unref()
  return {
    uploads,
    runs,
    stored: () => uploads.bytes + runs.bytes(id => uploads.has(id)),
    async close() {
      clearInterval(timer)
      await runs.close()
    },
  }
}
