/** Changes of a small collection, for the tests of stores. */
import type { StoreChanges } from '../../src/online/store/store.ts'
import { noChanges, StoreWorld } from '../conformance/store-world.ts'

export const sqlHeader = { format: 1, agree: 1, options: {} }

const world = new StoreWorld(77)

/** A document that shares the posting 7 with all others, in its own cluster. */
export function oneMore(document: number, cluster: number, name?: string): StoreChanges {
  const made = world.document(document, cluster, name)
  const added = [{ ...made, sketch: { ...made.sketch, postings: Uint32Array.of(7, 2 ** 31 + document) } }]
  return { ...noChanges, added, newClusters: 1 }
}
