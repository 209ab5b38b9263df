/** Server place: collections of a running server, used over HTTP with the key in `NEARSAME_API_KEY`. */

import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { ErrorCode } from '../../ground/errors/registry.ts'
import type { IndexOptions } from '../../online/index/documents/index-types.ts'
import { leaveOptionsOut, overStored } from '../../online/index/matching/index-settings.ts'
import type { CollectionEntry } from '../../online/store/catalogue.ts'
import type { ClientOptions } from '../../server/client/client-options.ts'
import type { CollectionInfo } from '../../server/client/client-types.ts'
import type { CollectionClient } from '../../server/client/collection-client.ts'
import type { NearsameClient } from '../../server/client/server-client.ts'
import { openClient } from '../../server/client/server-client.ts'
import type { Context } from '../terminal/terminal.ts'
import type { IndexPlace } from './index-access.ts'
import { ServerIndex } from './server-index.ts'

/** Whether it names a server. */
export function isServer(place: string): boolean {
  return /^https?:\/\//i.test(place)
}

const manner = {
  // `expire` may take long, and is not retried.
  timeoutMs: 300_000,
  // Arrays: a request without an answer can be retried, a stream cannot.
  transport: 'batches',
} satisfies Omit<ClientOptions, 'url'>

/** Sends no request yet. @throws NearsameError OPTION_VALUE */
export function openServerPlace(url: string, { signal }: Context): IndexPlace {
  const apiKey = process.env.NEARSAME_API_KEY
  const given = { url, ...manner, ...(apiKey !== undefined && apiKey !== '' && { apiKey }) }
  // A wrong address fails within seconds; a long run survives a restart of the server.
  const client = openClient({ ...given, retries: 4 })
  const collection = (name: string) => client.collection(name)
  const patient = openClient(given)
  return {
    list: () => told(() => entriesOf(client, signal)),
    find: async name => {
      const info = await told(() => infoOf(collection(name), signal))
      return info && entryOf(info)
    },
    open: (name, options) =>
      told(async () => {
        const stored = await opened(collection(name), options, signal)
        return new ServerIndex(patient.collection(name), stored, signal)
      }),
    drop: name => told(() => collection(name).delete()),
    close: async () => {},
  }
}

async function entriesOf(client: NearsameClient, signal: AbortSignal): Promise<CollectionEntry[]> {
  const entries: CollectionEntry[] = []
  for await (const info of client.collections({ signal })) entries.push(entryOf(info))
  return entries
}

function entryOf({ name, createdAt }: CollectionInfo): CollectionEntry {
  return { name, createdAt: Date.parse(createdAt) }
}

/** Undefined if it does not exist. */
async function infoOf(
  collection: CollectionClient,
  signal: AbortSignal,
): Promise<CollectionInfo | undefined> {
  try {
    return await collection.info({ signal })
  } catch (error) {
    if (isNearsameError(error) && error.code === 'COLLECTION_NOT_FOUND') return undefined
    throw error
  }
}

/** The options of a collection. A server compares all of them, so those not given are copied from it. */
async function opened(
  collection: CollectionClient,
  given: IndexOptions | undefined,
  signal: AbortSignal,
): Promise<CollectionInfo['options']> {
  if (given === undefined) return (await collection.info({ signal })).options
  const there = await infoOf(collection, signal)
  if (there !== undefined && Object.values(given).every(value => value === undefined)) return there.options
  return (await collection.create(overStored(there?.options ?? {}, given), { signal })).options
}

/** Fixes for the command line instead of the server's, which are about HTTP requests. */
const fixes: Partial<Record<ErrorCode, string>> = {
  KEY_MISSING: 'set the environment variable NEARSAME_API_KEY to a key that the server knows',
  OPTIONS_MISMATCH: leaveOptionsOut,
}

async function told<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const fix = isNearsameError(error) ? fixes[error.code] : undefined
    if (!isNearsameError(error) || fix === undefined) throw error
    throw new NearsameError(error.code, { ...error.parts, fix })
  }
}
