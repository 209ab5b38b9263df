/** Object stream: the bytes of an object in order, fetched as ranges in parallel. */
import { Readable } from 'node:stream'
import type { StoredObject } from './object-name.ts'
import { objectBytes } from './object-store.ts'

/** One connection brings about 50 to 90 MB a second; ranges of this size keep its first wait small beside that. */
const rangeBytes = 8 * 2 ** 20
const rangesAtOnce = 4

/** Destroying it ends the requests. Errors are those of `objectBytes`. */
export function objectStream(object: StoredObject): Readable {
  const stop = new AbortController()
  const stream = Readable.from(rangesOf(object, stop.signal), { objectMode: false })
  return stream.once('close', () => stop.abort())
}

async function* rangesOf(object: StoredObject, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const waiting: Promise<Uint8Array>[] = []
  for (let from = 0; from < object.sizeBytes || waiting.length > 0; ) {
    while (from < object.sizeBytes && waiting.length < rangesAtOnce) {
      const to = Math.min(from + rangeBytes, object.sizeBytes)
      const range = objectBytes(object, from, to, signal)
      range.catch(() => {}) // thrown when its turn comes
      waiting.push(range)
      from = to
    }
    const range = waiting.shift()
    if (range !== undefined) yield await range
  }
}
