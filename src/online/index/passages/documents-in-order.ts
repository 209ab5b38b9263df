/** Documents in order: reads the documents of several ascending lists by number, those that are still needed. */
import { totalLength } from '../../../ground/lists/joined.ts'
import type { StoredDocument, StoreReader } from '../../store/store.ts'

/** Documents read together: few first, because often these are all that are needed. */
const leastTogether = 4
const mostTogether = 64

/** Places of lists in one number with a document. */
const mostLists = 2 ** 20

interface DocumentVisit {
  readonly store: StoreReader
  /** Fewer than 2^20 lists of numbers. */
  readonly lists: readonly Uint32Array[]
  /** Whether documents of a list are still needed. */
  readonly isNeeded: (list: number) => boolean
  /** Takes a document, with the lists that need it. */
  readonly take: (document: StoredDocument, lists: readonly number[]) => Promise<void> | void
  /** Maximum number of documents read. */
  readonly most: number
}

/** @returns the number of documents read; `most` if that was not enough */
export async function visitDocuments({
  store,
  lists,
  isNeeded,
  take,
  most,
}: DocumentVisit): Promise<number> {
  let read = 0
  let together = leastTogether
  let waiting: { readonly number: number; readonly lists: number[] }[] = []
  const takeWaiting = async () => {
    const documents = await store.documents(
      waiting.map(({ number }) => number),
      { body: true },
    )
    for (const [i, document] of documents.entries()) {
      const needing = waiting[i].lists.filter(isNeeded)
      if (document !== undefined && needing.length > 0) await take(document, needing)
    }
    waiting = []
  }
  for (const { number, lists: those } of inOrder(lists)) {
    if (!those.some(isNeeded)) continue
    if (read === most) break
    read++
    waiting.push({ number, lists: those })
    if (waiting.length < together) continue
    await takeWaiting()
    together = Math.min(mostTogether, 2 * together)
  }
  if (waiting.length > 0) await takeWaiting()
  return read
}

/** Every number once, ascending, with the lists that have it. */
function* inOrder(
  lists: readonly Uint32Array[],
): Generator<{ readonly number: number; readonly lists: number[] }> {
  const total = totalLength(lists)
  const both = new Float64Array(total)
  let end = 0
  lists.forEach((numbers, list) => {
    for (const number of numbers) both[end++] = number * mostLists + list
  })
  both.sort()
  for (let at = 0; at < total; ) {
    const number = Math.floor(both[at] / mostLists)
    const those: number[] = []
    for (; at < total && Math.floor(both[at] / mostLists) === number; at++) those.push(both[at] % mostLists)
    yield { number, lists: those }
  }
}
