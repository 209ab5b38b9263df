/**
 * Known roots: documents with children that came through the proxy, by signature.
 *
 * Where the schema has no paths of children, no query finds the children of a document by its signature. The proxy then
 * asks for the roots it remembers, and deletes them by id and version. The oldest are forgotten.
 */
import type { Target } from '../upstream/solr-paths.ts'
import type { SignedId } from './duplicate-query.ts'
import { RecentValues } from './recent-values.ts'

export class KnownRoots {
  readonly #ids = new RecentValues<readonly string[]>()

  remember(target: Target, roots: readonly SignedId[]): void {
    for (const { id, signature } of roots) {
      const key = keyOf(target, signature)
      const ids = this.#ids.get(key) ?? []
      this.#ids.set(key, [...ids.filter(one => one !== id), id])
    }
  }

  /** Roots that had one of the signatures when they were added. */
  with(target: Target, signatures: readonly string[]): SignedId[] {
    return signatures.flatMap(signature =>
      (this.#ids.get(keyOf(target, signature)) ?? []).map(id => ({ id, signature })),
    )
  }
}

function keyOf({ origin, path }: Target, signature: string): string {
  return `${origin}${path} ${signature}`
}
