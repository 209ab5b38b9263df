/** Members of a cluster, page by page, beyond the first 1,000 that a page of clusters shows. */
import type { StoreReader } from '../../store/store.ts'
import type { ResolvedPage } from '../calls/pages.ts'
import { idOf } from '../documents/given-document.ts'
import type { IndexCluster, Page } from '../documents/index-types.ts'
import { cursorOf } from './pages.ts'

/** How many members are before a cursor `CLUSTER.COUNT`; undefined for one of a list of clusters. */
export function membersBefore({ after }: ResolvedPage): number | undefined {
  const isWithin = typeof after === 'string' && /^\d+\.\d*$/.test(after)
  return isWithin ? Number(after.split('.')[1]) : undefined
}

/**
 * After the cursor `CLUSTER.COUNT`, that cluster with its members beyond the first COUNT. Removing a member before the
 * cursor shifts the members after it, so a page may miss one.
 */
export async function membersPage(store: StoreReader, page: ResolvedPage): Promise<Page<IndexCluster>> {
  const { limit } = page
  const [cluster, count] = cursorOf(page, 2)
  const [numbers = []] = cluster < 2 ** 32 ? await store.members([cluster]) : []
  if (numbers.length === 0) return { items: [], next: null }
  const end = Math.min(count + limit, numbers.length)
  const documents = await store.documents(numbers.slice(count, end), { body: false })
  const members = documents.flatMap(document => (document === undefined ? [] : [idOf(document.name)]))
  const next = end < numbers.length ? `${cluster}.${end}` : null
  return { items: [{ cluster, documents: numbers.length, members }], next }
}
