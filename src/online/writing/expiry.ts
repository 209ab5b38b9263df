/** Expiry: documents that are past their time go, some by each write, so that others may write between. */
import type { Store } from '../../store/store.ts'
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
    const count = await store.write(async writer => {
      const numbers = await writer.expired(times, together)
      if (numbers.length > 0) await batchWriter.write(writer, [], numbers)
      return numbers.length
    })
    removed += count
    if (count < together) return removed
  }
}
