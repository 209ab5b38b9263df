/**
 * Removals: documents go by their names or by their time, some by each write, so that others may read and write
 * between. One write of very many holds up everybody who asks the same store.
 */
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

/** Those that are there. @returns how many were removed, durably */
export async function removeNamed(
  store: Store,
  batchWriter: BatchWriter,
  names: readonly string[],
): Promise<number> {
  let removed = 0
  for (let from = 0; from < names.length; from += together) {
    const some = names.slice(from, from + together)
    removed += await store.write(async writer => {
      const found = await writer.numbersOf(some)
      const numbers = found.filter(number => number !== undefined)
      if (numbers.length > 0) await batchWriter.write(writer, [], numbers)
      return numbers.length
    })
  }
  return removed
}
