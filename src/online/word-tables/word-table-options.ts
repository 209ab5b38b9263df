/** Options of word tables and of their calls, validated at the boundary, before a database is opened. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkBoolean, checkObject } from '../../ground/options/arguments.ts'
import { readOptions, refuseUnknown, shown } from '../../ground/options/resolve.ts'
import {
  type GivenSharedWords,
  type SharedWordsOptions,
  wordParams,
} from '../../methods/longest-words/params.ts'

export interface WordTableOptions extends GivenSharedWords {
  /** Name of the first table; the second is the same with `_summary`. Default: items_hashes. */
  readonly table?: string
}

export interface ResolvedWordTableOptions {
  readonly table: string
  readonly words: SharedWordsOptions
}

export interface WordCheckOptions {
  /** Id of a document to leave out, such as the one you ask about. Default: none. */
  readonly except?: number
  /** Whether to look for other documents even if there are equal texts; the source does not. Default: false. */
  readonly beyondExact?: boolean
}

const names = ['table', ...Object.keys(wordParams)]
const tableName = /^[a-z][a-z0-9_]{0,39}$/

/**
 * @param place names of the options that locate the tables, which are checked elsewhere
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
 */
export function resolveWordTableOptions(
  given: WordTableOptions,
  place: readonly string[],
): ResolvedWordTableOptions {
  checkObject('options', given)
  refuseUnknown([...place, ...names], Object.keys(given), 'library')
  const { table = 'items_hashes' } = given
  if (typeof table !== 'string' || !tableName.test(table)) {
    throw new NearsameError('OPTION_VALUE', {
      expected: '`table` to be at most 40 lower-case letters, digits and `_`, a letter first',
      got: shown(table),
      fix: 'change `table`, or leave it out for items_hashes',
    })
  }
  return { table, words: readOptions(wordParams, given) }
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkCheckOptions(given: WordCheckOptions): WordCheckOptions {
  checkObject('options', given)
  refuseUnknown(['except', 'beyondExact'], Object.keys(given), 'library')
  const { beyondExact, except } = given
  if (beyondExact !== undefined) checkBoolean('beyondExact', beyondExact)
  if (except !== undefined) checkedId(except)
  return given
}

/** @throws NearsameError OPTION_VALUE */
export function checkedId(id: number): number {
  if (Number.isInteger(id) && (id | 0) === id) return id
  throw new NearsameError('OPTION_VALUE', {
    expected: 'the id of a document to be a whole number of 32 bits, like the column `doc_id`',
    got: shown(id),
    fix: 'number the documents, and keep their own ids beside the numbers',
  })
}
