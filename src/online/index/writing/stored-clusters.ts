/** Stored clusters: in which clusters stored documents are, also damaged ones, so that these can be removed. */
import { isNearsameError } from '../../../ground/errors/nearsame-error.ts'
import type { StoreReader } from '../../store/store.ts'

const pageSize = 1000

/** The cluster of each document that is there. */
export async function clustersOf(
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
    return searched(reader, new Set(numbers))
  }
}

/** What a damaged document says of itself is not believed; the lists of the clusters have it, too. */
async function searched(
  reader: StoreReader,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>()
  for (let after = 0; found.size < wanted.size; ) {
    const page = await reader.clusters(after, pageSize, 1)
    if (page.length === 0) break
    after = page[page.length - 1].cluster
    const lists = await reader.members(page.map(({ cluster }) => cluster))
    for (const [i, members] of lists.entries()) {
      for (const number of members) if (wanted.has(number)) found.set(number, page[i].cluster)
    }
  }
  return found
}
