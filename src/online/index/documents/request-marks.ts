/**
 * Request marks: a document that comes again with the same request is found, and not taken in twice.
 *
 *     request, place in it ─▶ mark ─▶ kept in the body of the document ─▶ the same mark again: taken in before
 *                               └───▶ the id of a document without one
 *
 * The mark is there as long as its document, also for another process, and is written with it as a whole. What came
 * with another mark, or with none, is another document. Nothing is told of one that was removed or replaced since.
 *
 * Cost: 17 bytes a document, and the reading of what has its id. Error: two requests may have one mark once in 2^128.
 */
import { areEqualNumbers } from '../../../ground/lists/equal-numbers.ts'
import type { StoreReader } from '../../store/store.ts'
import type { AddResult } from './index-types.ts'
import { markOf } from './stored-body.ts'

export interface RequestMark {
  /** [16]: a digest of the request and of the place of the document in it. */
  readonly bytes: Uint8Array
  /** How long it counts after the document was taken in. */
  readonly keptMs: number
}

/** How a document was taken in. */
export interface TakenBefore {
  readonly number: number
  readonly status: AddResult['status']
  /** The one it is in, where it is stored. */
  readonly cluster?: number
}

/**
 * For each document that came with a mark how the stored one of its name was taken in with the same; undefined for
 * others.
 *
 * @param owners those that have the names
 * @param at the time, in milliseconds since 1970
 */
export async function takenBefore(
  reader: StoreReader,
  marks: readonly (RequestMark | undefined)[],
  owners: readonly (number | undefined)[],
  at: number,
): Promise<readonly (TakenBefore | undefined)[]> {
  const numbers = owners.filter(
    (owner, i): owner is number => owner !== undefined && marks[i] !== undefined,
  )
  if (numbers.length === 0) return []
  const stored = await reader.documents(numbers, { body: true })
  const byNumber = new Map(numbers.map((number, i) => [number, stored[i]]))
  return marks.map((mark, i) => {
    const document = byNumber.get(owners[i] as number)
    if (mark === undefined || document === undefined) return undefined
    const { number, cluster, addedAt, body } = document
    const kept = markOf(body)
    if (kept === undefined || !areEqualNumbers(kept.mark, mark.bytes) || addedAt <= at - mark.keptMs)
      return undefined
    return { number, cluster, status: kept.isReplacing ? 'replaced' : 'added' }
  })
}

export function isSameMark(a: RequestMark | undefined, b: RequestMark | undefined): boolean {
  return a !== undefined && b !== undefined && areEqualNumbers(a.bytes, b.bytes)
}
