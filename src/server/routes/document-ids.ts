/**
 * Document ids in paths and queries, which are text only, although `7` and `"7"` are two ids.
 *
 * Without a type, the text means the string id if it has a document, else the number written this way. So clients that
 * use numbers find their documents, and where both exist, `type=number` reaches the other one.
 */
import type { DocumentId } from '../../engine/library/document.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Collection } from '../state/collections.ts'

export type IdType = 'string' | 'number'

/**
 * The ids that a text may stand for, the likelier one first.
 *
 * @example idsOf('7', undefined) // => ['7', 7]
 * @example idsOf('07', undefined) // => ['07']
 * @example idsOf('1e22', 'number') // => [1e22]
 * @example idsOf('x', 'number') // => []
 */
export function idsOf(text: string, type: IdType | undefined): readonly DocumentId[] {
  if (type === 'string') return [text]
  const number = numberOf(text)
  if (type === 'number') return number === undefined ? [] : [number]
  return number === undefined ? [text] : [text, number]
}

/** The number whose JSON is exactly this text, except that the `+` of an exponent is optional. */
function numberOf(text: string): number | bigint | undefined {
  const number = Number(text)
  if (/^-?[1-9]\d*$/.test(text)) return Number.isSafeInteger(number) ? number : BigInt(text)
  const written = String(number)
  const isWritten = text === written || text === written.replace('e+', 'e')
  return Number.isFinite(number) && isWritten ? number : undefined
}

/**
 * The id that a text stands for: the first with a document, else the likeliest one.
 *
 * @throws NearsameError DOCUMENT_NOT_FOUND for a text that is no id
 */
export async function idMeant(
  { index }: Collection,
  text: string,
  type: IdType | undefined,
): Promise<DocumentId> {
  const ids = idsOf(text, type)
  if (ids.length === 0) throw documentNotFound(text)
  if (ids.length === 1) return ids[0]
  return (await index.get(ids[0])) === undefined && (await index.get(ids[1])) !== undefined
    ? ids[1]
    : ids[0]
}

export function documentNotFound(id: string): NearsameError {
  return new NearsameError('DOCUMENT_NOT_FOUND', {
    expected: 'the id of a document of the collection',
    got: JSON.stringify(id),
    fix: 'check the id; `type=number` or `type=string` distinguishes 7 and "7"',
  })
}
