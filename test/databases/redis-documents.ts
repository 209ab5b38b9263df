/** Documents for tests of the Redis store, and writes that add and remove them. */
import type { Store, StoredDocument } from '../../src/online/store/store.ts'
import { noChanges } from '../conformance/store-world.ts'

/** A document whose parts follow from its number, in a cluster of its own number. */
export function documentOf(number: number, postings: readonly number[]): StoredDocument {
  return {
    number,
    name: JSON.stringify(`document ${number}`),
    cluster: number,
    addedAt: 1_700_000_000_000 + number,
    expiresAt: null,
    sketch: {
      hashes: Uint32Array.from({ length: 8 }, (_, i) => number * 8 + i),
      postings: Uint32Array.from(postings),
    },
    body: Buffer.from(`body of ${number} `.repeat(20)),
  }
}

/** Adds documents in one write. @returns the number of the first */
export function add(
  store: Store,
  count: number,
  postings: (number: number) => readonly number[],
): Promise<number> {
  return store.write(async writer => {
    const { document } = await writer.counters()
    const added = Array.from({ length: count }, (_, i) => documentOf(document + i, postings(document + i)))
    await writer.apply({ ...noChanges, added, newClusters: count })
    return document
  })
}

export function remove(store: Store, removed: readonly number[]): Promise<void> {
  return store.write(writer => writer.apply({ ...noChanges, removed }))
}
