/** Pages: reads a list of the server page by page. */
import type { Page } from '../../online/index/documents/index-types.ts'

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
