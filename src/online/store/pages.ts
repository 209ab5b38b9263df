/** Pages: all documents or clusters of a store, page by page. */
import type { ClusterSize, StoreReader } from './store.ts'

/** Page size for full scans. */
const usualSize = 1000

/** The numbers of all documents from `from` on, ascending. */
export async function* documentPages(
  store: Pick<StoreReader, 'list'>,
  { size = usualSize, from = 0 }: { readonly size?: number; readonly from?: number } = {},
): AsyncGenerator<readonly number[]> {
  for (let after = Math.max(0, from - 1); ; ) {
    const numbers = await store.list(after, size)
    if (numbers.length === 0) return
    after = numbers[numbers.length - 1]
    yield numbers
  }
}

/** All clusters of at least `least` documents, ascending, each with its documents. */
export async function* clusterPages(
  store: Pick<StoreReader, 'clusters' | 'members'>,
  least = 1,
): AsyncGenerator<readonly (ClusterSize & { readonly members: readonly number[] })[]> {
  for (let after = 0; ; ) {
    const page = await store.clusters(after, usualSize, least)
    if (page.length === 0) return
    after = page[page.length - 1].cluster
    const lists = await store.members(page.map(({ cluster }) => cluster))
    yield page.map((cluster, i) => ({ ...cluster, members: lists[i] }))
  }
}
