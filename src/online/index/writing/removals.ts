/**
 * Removals: remove documents by name or by time, in several writes with reads and writes of others in between. One
 * write of very many would block every user of the store.
 */
import type { Store, StoreWriter } from '../../store/store.ts'
import type { BatchWriter } from './batch-writer.ts'

/** Documents per write. */
const together = 256

/** @returns the number removed, durably */
export async function removeExpired(
  store: Store,
  batchWriter: BatchWriter,
  times: { readonly addedBefore: number | null; readonly expiresBy: number | null },
): Promise<number> {
  for (let removed = 0; ; ) {
    const count = await removeSome(store, batchWriter, writer => writer.expired(times, together))
    removed += count
    if (count < together) return removed
  }
}

/** Removes those that exist. @returns the number removed, durably */
export async function removeNamed(
  store: Store,
  batchWriter: BatchWriter,
  names: readonly string[],
): Promise<number> {
  let removed = 0
  for (let from = 0; from < names.length; from += together) {
    const some = names.slice(from, from + together)
    removed += await removeSome(store, batchWriter, async writer =>
      (await writer.numbersOf(some)).filter(number => number !== undefined),
    )
  }
  return removed
}

/** Finds and removes documents in one write. @returns their number */
function removeSome(
  store: Store,
  batchWriter: BatchWriter,
  find: (writer: StoreWriter) => Promise<readonly number[]>,
): Promise<number> {
  return store.write(async writer => {
    const numbers = await find(writer)
    if (numbers.length > 0) await batchWriter.write(writer, [], numbers)
    return numbers.length
  })
}
