/**
 * Golden rule: how the values of a cluster's records become one, field by field.
 *
 *     most-frequent   the value that most records have       longest   the one of most characters
 *     newest:COLUMN   the value of the record whose COLUMN is the latest, of those that have one
 *
 * Empty values and null words, such as `N/A`, count only if no record has another. Of equals the value of the record
 * that comes first wins.
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { ownValue } from '../../ground/json/field.ts'
import type { Fields } from '../run/record-fields.ts'
import { instantOf } from './instant.ts'

export type GoldenRule =
  | { readonly by: 'most-frequent' | 'longest' }
  | { readonly by: 'newest'; readonly column: string }

/** @throws NearsameError OPTION_VALUE @example goldenRuleOf('newest:updated') // => { by: 'newest', column: 'updated' } */
export function goldenRuleOf(given: string | undefined): GoldenRule {
  const text: unknown = given ?? 'most-frequent'
  if (text === 'most-frequent' || text === 'longest') return { by: text }
  const column = typeof text === 'string' ? /^newest:(.+)$/s.exec(text)?.[1] : undefined
  if (column !== undefined) return { by: 'newest', column }
  throw new NearsameError('OPTION_VALUE', {
    expected: '`goldenRule` to be most-frequent, longest or newest:COLUMN',
    got: JSON.stringify(text),
    fix: 'write it as newest:updated, with the name of a column of dates or numbers',
  })
}

/** One record from those of a cluster. @param chosen by name the record whose value it has */
export function goldenRecord(chosen: ReadonlyMap<string, Fields>): Fields {
  return Object.fromEntries(Array.from(chosen, ([name, record]) => [name, ownValue(record, name)]))
}

/**
 * By the name of a field the record of a cluster whose value wins.
 *
 * @param records the preferred one first
 * @param isNull whether a text stands for no value
 * @example chosenRecords([{ a: 'x', b: '' }, { b: 2 }], { by: 'longest' }).get('b') // => { b: 2 }
 */
export function chosenRecords(
  records: readonly Fields[],
  rule: GoldenRule,
  isNull: (text: string) => boolean = () => false,
): Map<string, Fields> {
  const ordered = rule.by === 'newest' ? newestFirst(records, rule.column) : records
  const names = new Set(ordered.flatMap(record => Object.keys(record)))
  const chosen = Array.from(names, name => {
    const all = ordered.filter(record => Object.hasOwn(record, name))
    const filled = all.filter(record => !isEmpty(record[name]))
    const known = filled.filter(({ [name]: value }) => !(typeof value === 'string' && isNull(value.trim())))
    const having = known.length > 0 ? known : filled.length > 0 ? filled : all
    const values = having.map(record => record[name])
    return [name, having[chosenBy(rule, values)]] as const
  })
  return new Map(chosen)
}

/** The number of the value that wins. */
function chosenBy({ by }: GoldenRule, values: readonly unknown[]): number {
  if (by === 'newest') return 0
  const texts = values.map(value => (typeof value === 'string' ? value.trim() : toJson(value)))
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const scores = texts.map(text => (by === 'longest' ? Array.from(text).length : (counts.get(text) ?? 0)))
  return scores.indexOf(scores.reduce((most, score) => Math.max(most, score), 0))
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** Records whose column has no date or number come last; equals keep their order. */
function newestFirst(records: readonly Fields[], column: string): readonly Fields[] {
  const keyed = records.map(record => ({
    record,
    instant: instantOf(ownValue(record, column)) ?? Number.NEGATIVE_INFINITY,
  }))
  return keyed
    .toSorted((a, b) => (a.instant === b.instant ? 0 : b.instant - a.instant))
    .map(({ record }) => record)
}
