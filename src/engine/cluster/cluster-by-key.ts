/**
 * Clusters by key and by near-duplicate check: documents with one key belong together, and so do pairs that any check
 * found to be near duplicates.
 *
 *     equal keys, pairs ─▶ linked documents ─▶ clusters
 *
 * Source: the clustering options in a search engine's manual, which deduplicate by key and by a similarity check.
 * Cost: about 8 bytes a document and the keys.
 */

import { checkArgument, checkIterable, checkList } from '../../ground/options/arguments.ts'
import { UnionFind } from './union-find.ts'

/**
 * The documents of every cluster, each ascending, clusters by their first document; single ones too.
 *
 * @param keys of the documents in order; undefined stands for no key, which equals none
 * @param pairs of document numbers, such as those of `findPairs`
 * @throws NearsameError OPTION_VALUE
 * @example clusterByKey(['x', undefined, 'x', undefined], [[1, 3]]) // => [[0, 2], [1, 3]]
 */
export function clusterByKey(
  keys: readonly (string | number | undefined)[],
  pairs: Iterable<readonly [number, number]> = [],
): number[][] {
  checkList('keys', keys, 'keys')
  checkIterable('pairs', pairs, 'pairs')
  const links = new UnionFind(keys.length)
  const first = new Map<string | number, number>()
  // Not `forEach`, which skips holes: a document at a hole has no key.
  for (const [document, key] of keys.entries()) {
    if (key === undefined) continue
    const isKey = typeof key === 'string' || typeof key === 'number'
    checkArgument(isKey, 'keys', key, 'a list of texts, numbers and undefined')
    const known = first.get(key)
    if (known === undefined) first.set(key, document)
    else links.union(known, document)
  }
  const isDocument = (number: number) => Number.isInteger(number) && number >= 0 && number < keys.length
  for (const pair of pairs) {
    const isPair = Array.isArray(pair) && isDocument(pair[0]) && isDocument(pair[1])
    checkArgument(isPair, 'pairs', pair, `pairs of whole numbers in [0, ${keys.length})`)
    links.union(pair[0], pair[1])
  }
  const clusters = new Map<number, number[]>() // a Map keeps the order of insertion
  for (const document of keys.keys()) {
    const root = links.find(document)
    const cluster = clusters.get(root)
    if (cluster === undefined) clusters.set(root, [document])
    else cluster.push(document)
  }
  return [...clusters.values()]
}
