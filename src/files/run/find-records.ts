/** Finds the two records to explain. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { idOfDocument } from './identities.ts'
import type { Run } from './run.ts'

/**
 * The first document with each id; for the same id twice, the first two. Ids are compared as text, so `7` finds
 * the id 7 and the id "7"; a position `file:record` names a document too.
 *
 * @throws NearsameError DOCUMENT_NOT_FOUND
 */
export function findRecords(run: Run, ids: readonly [string, string]): [number, number] {
  const [a, b] = ids
  const found: (number | undefined)[] = [undefined, undefined]
  for (let document = 0; document < run.documents.count; document++) {
    const id = String(idOfDocument(run, document))
    const names = (wanted: string) =>
      wanted === id || (/:\d+$/.test(wanted) && wanted === run.documents.at(document))
    if (found[0] === undefined && names(a)) found[0] = document
    else if (found[1] === undefined && names(b)) found[1] = document
    if (found[0] !== undefined && found[1] !== undefined) return [found[0], found[1]]
  }
  // A record that both ids name was counted for the first.
  const [first] = found
  if (
    a !== b &&
    first !== undefined &&
    [String(idOfDocument(run, first)), run.documents.at(first)].includes(b)
  ) {
    return [first, first]
  }
  throw notFound(run, ids, found)
}

function notFound(run: Run, [a, b]: readonly [string, string], found: readonly unknown[]): NearsameError {
  const { bad, nulls, records } = run.documents
  const wanted = JSON.stringify(found[0] === undefined ? a : b)
  const unread = bad.count === 0 ? '' : `, ${bad.count} of which could not be read`
  const textless = nulls.count === 0 ? '' : `, ${nulls.count} of which have no text to compare`
  return new NearsameError('DOCUMENT_NOT_FOUND', {
    expected: a === b ? `two records with the id ${wanted}` : `a record with the id ${wanted}`,
    got: `${a === b && found[0] !== undefined ? 'one' : 'none'} among ${records.count} records${unread}${textless}`,
    fix: 'check the id and the field named by `id`, or give the position of the record, `file:record`',
  })
}
