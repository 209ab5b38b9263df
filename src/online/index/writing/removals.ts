/**
 * Removals: documents go by their names or by their time, some by each write, so that others may read and write
 * between. One write of very many holds up everybody who asks the same store.
 */
import type { Store, StoreWriter } from '../../store/store.ts'
import type { BatchWriter } from './batch-writer.ts'

/** Documents removed by one write. */
const together = 256

/** @returns how many were removed, durably */
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

/** Those that are there. @returns how many were removed, durably */
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

/** What one write finds, it removes. @returns how many */
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
