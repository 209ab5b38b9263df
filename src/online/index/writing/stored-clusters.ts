/** Stored clusters: finds the clusters of stored documents, even of damaged ones, so that these can be removed. */
import { isNearsameError } from '../../../ground/errors/nearsame-error.ts'
import { clusterPages } from '../../store/pages.ts'
import type { StoreReader } from '../../store/store.ts'

/** The cluster of each document that exists. */
export async function storedClustersOf(
  reader: StoreReader,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>()
  try {
    for (const document of await reader.documents(numbers, { body: false })) {
      if (document !== undefined) found.set(document.number, document.cluster)
    }
    return found
  } catch (error) {
    if (!isNearsameError(error) || error.code !== 'STORE_CORRUPT') throw error
    return listed(reader, new Set(numbers))
  }
}

/** Finds a damaged document in the member lists of the clusters, not by its own state. */
async function listed(
  reader: StoreReader,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>()
  for await (const page of clusterPages(reader)) {
    for (const { cluster, members } of page) {
      for (const number of members) if (wanted.has(number)) found.set(number, cluster)
    }
    if (found.size >= wanted.size) break
  }
  return found
}
