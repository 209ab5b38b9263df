/**
 * Equal versions: which document stays if two shards gave two documents with one signature the same version.
 *
 * The clocks of shards count milliseconds, so neither of two texts added at the same moment may be older. The proxy
 * decides such ties by the order in which it found the documents stored, so that the last one stays:
 *
 *     a, then b, of one signature and version:   b deletes a, by id and version; a deletes nothing
 *
 * Every request of the proxy takes its place in that order in one step, before it deletes anything, and a document
 * keeps its place if another request finds it again. So the last one is never deleted, and each other one is. The
 * oldest signatures are forgotten.
 *
 * Error: another proxy has its own order and deletes none of these, so both of two such documents stay.
 */
import type { Target } from '../upstream/solr-paths.ts'
import { type StoredId, withNewest } from './duplicate-query.ts'
import { RecentValues } from './recent-values.ts'

interface PlacedId extends StoredId {
  readonly target: Target
}

export class EqualVersions {
  /** For each signature the documents with the largest version, in their order. */
  readonly #newest = new RecentValues<readonly PlacedId[]>()

  /**
   * Takes documents that stay in a collection as the last ones of their signatures.
   *
   * @returns those that another one replaces now though their versions are equal
   */
  take(target: Target, signatureField: string, staying: readonly StoredId[]): PlacedId[] {
    return staying.flatMap(one => {
      const key = `${signatureField} ${one.signature}`
      const known = this.#newest.get(key) ?? []
      const newest = withNewest(known, { ...one, target })
      if (newest === known) return []
      this.#newest.set(key, newest)
      return newest.length > 1 ? known.slice(-1) : []
    })
  }
}
