/**
 * Collapse: a ranked list of results without duplicates of better-ranked ones.
 *
 *     a result is dropped if it is a duplicate of any result before it in the list               (1)
 *
 * Results of equal rank keep the order of the list, so the first of two stays. Being a duplicate is not transitive:
 * if B duplicates A and C duplicates B, but C does not duplicate A, rule (1) drops B and C, because B ranks better than
 * C. With `against: 'kept'` only kept results count, so C stays, and every dropped result has a twin that is shown.
 *
 * Source: the query-time elimination of a search engine's manual, for (1). Ours: `kept`, and the twins.
 * Cost: at most one comparison for each pair of results.
 */
import { checkArgument, checkList, checkObject } from '../../ground/options/arguments.ts'

export interface CollapseOptions {
  /** Which better-ranked results drop a result: `all` of them, or only those that are `kept`. Default: all. */
  readonly against?: 'all' | 'kept'
}

export interface CollapsedResult<T> {
  readonly result: T
  /** The best-ranked result that it duplicates; undefined if it is kept. */
  readonly duplicateOf: T | undefined
}

/**
 * Every result in its order, each with the better-ranked one that it duplicates.
 *
 * @param areDuplicates symmetric; called with the better-ranked result first
 * @throws NearsameError OPTION_VALUE
 * @example collapse(['a', 'A', 'b'], (x, y) => x.toLowerCase() === y.toLowerCase()).filter(r => r.duplicateOf === undefined).map(r => r.result) // => ['a', 'b']
 */
export function collapse<T>(
  ranked: readonly T[],
  areDuplicates: (better: T, result: T) => boolean,
  options: CollapseOptions = {},
): CollapsedResult<T>[] {
  checkList('ranked', ranked, 'results')
  checkArgument(typeof areDuplicates === 'function', 'areDuplicates', areDuplicates, 'a function')
  checkObject('options', options)
  const { against = 'all' } = options
  checkArgument(against === 'all' || against === 'kept', 'against', against, 'all or kept')
  const before: T[] = []
  return Array.from(ranked, result => {
    const place = before.findIndex(better => areDuplicates(better, result))
    const isKept = place === -1
    const duplicateOf = isKept ? undefined : before[place]
    if (isKept || against === 'all') before.push(result)
    return { result, duplicateOf }
  })
}
