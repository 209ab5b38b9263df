/** Pages: lists that the server gives in parts, read one after the other. */
import type { Page } from '../../online/index/documents/index-types.ts'

/**
 * All items from a page on.
 *
 * @param page asks for the page behind a cursor; undefined: the first
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
