/**
 * Request marks: a document that comes again with the same request is found instead of added twice.
 *
 *     request, place in it ─▶ mark ─▶ kept in the body of the document ─▶ the same mark again: added before
 *                               └───▶ the id of a document without one
 *
 * The mark lives as long as its document, for other processes too, and both are written in one transaction. A document
 * with another mark, or none, is another document. A document removed or replaced since leaves no mark.
 *
 * Cost: 17 bytes per document, and a read of the document with its id. Error: two requests share a mark with
 * probability 2^-128.
 */
import { areEqualNumbers } from '../../../ground/lists/equal-numbers.ts'
import type { StoreReader } from '../../store/store.ts'
import type { AddResult } from './index-types.ts'
import { markOf } from './stored-body.ts'

export interface RequestMark {
  /** [16]: a digest of the request and of the place of the document in it. */
  readonly bytes: Uint8Array
  /** How long it is valid after the document was added. */
  readonly keptMs: number
}

/** How a document was added. */
export interface TakenBefore {
  readonly number: number
  readonly status: AddResult['status']
  /** Its cluster, if it is stored. */
  readonly cluster?: number
}

/**
 * For each document with a mark, how the stored document of its name was added with the same mark; undefined for
 * others.
 *
 * @param owners the stored documents with these names
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
