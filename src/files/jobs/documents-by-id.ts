/** The documents of a run by the ids of a file of pairs or decisions. */
import { lookupOf } from '../../engine/decisions/given-decisions.ts'
import { asBefore } from '../../ground/csv-field.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { idOfDocument } from '../run/identities.ts'
import type { Run } from '../run/run.ts'

type Lookup = (id: string) => number | undefined

/**
 * The first document with each id, as text, for the first and the second id of a pair. A table for spreadsheets has an
 * apostrophe before ids that look like formulas.
 *
 * @param split with two sides, the first document of B
 * @returns lookups, which throw NearsameError PAIRS_FILE for an id that may be another with an apostrophe
 */
export function documentsById(run: Run, split?: number): readonly [Lookup, Lookup] {
  const { count } = run.documents
  const lookup = (from: number, to: number): Lookup => {
    const find = lookupOf(document => idOfDocument(run, document), from, to)
    return id => {
      const before = asBefore(id)
      const found = find(id)
      if (before === id) return found
      const other = find(before)
      if (found !== undefined && other !== undefined) throw ambiguous(id, before)
      return found ?? other
    }
  }
  if (split !== undefined) return [lookup(0, split), lookup(split, count)]
  const all = lookup(0, count)
  return [all, all]
}

function ambiguous(id: string, before: string): NearsameError {
  return new NearsameError('PAIRS_FILE', {
    expected: 'ids of which none is another with the apostrophe of `spreadsheetSafe`',
    got: `${JSON.stringify(id)} where there is ${JSON.stringify(before)}, too`,
    fix: 'name other ids with `id`',
  })
}
