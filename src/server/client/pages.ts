/** Pages: reads a list of the server page by page. */
import type { Page } from '../../online/index/documents/index-types.ts'
import type { CollectionReplay } from '../../online/index/review/review-types.ts'

/**
 * All items from a page on.
 *
 * @param page fetches the page after a cursor; undefined: the first
 */
export async function* allPages<T>(
  page: (after: string | undefined) => Promise<Page<T>>,
  first?: string,
): AsyncGenerator<T> {
  for (let after = first; ; ) {
    const { items, next } = await page(after)
    yield* items
    if (next === null) return
    after = next
  }
}

/** The lists of a replay, joined. @param page fetches the page after a cursor */
export async function joinedReplay(
  first: CollectionReplay,
  page: (after: string) => Promise<CollectionReplay>,
): Promise<CollectionReplay> {
  const pages = [first]
  for (let { next } = first; next !== null; next = pages[pages.length - 1].next)
    pages.push(await page(next))
  return {
    ...first,
    id: pages.flatMap(({ id }) => id),
    copyOf: pages.flatMap(({ copyOf }) => copyOf),
    left: pages.flatMap(({ left }) => left),
    right: pages.flatMap(({ right }) => right),
    similarities: pages.flatMap(({ similarities }) => similarities),
    next: null,
  }
}
