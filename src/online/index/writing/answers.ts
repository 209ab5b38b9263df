/** Answers: parts of the result of an add. */
import { errorJson, NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { idOf } from '../documents/given-document.ts'
import type { AddResult } from '../documents/index-types.ts'
import type { Match } from '../matching/lookup.ts'
import type { Matching } from '../matching/matching.ts'

/** A match as callers see it. */
export function shownMatch(match: Match, measure: Matching['measure']) {
  const { name, similarity, jaccard, cluster } = match
  return { id: idOf(name), similarity, measure, ...(jaccard !== undefined && { jaccard }), cluster }
}

/** The error for a document whose id is taken. @param name the id as JSON */
export function documentExists(name: string): NonNullable<AddResult['error']> {
  const error = new NearsameError('DOCUMENT_EXISTS', {
    expected: 'an id that no document has',
    got: `${name}, the id of a stored document`,
    fix: 'give it another id, or say `onDuplicate` "replace" or "skip"',
  })
  return errorJson(error)
}
