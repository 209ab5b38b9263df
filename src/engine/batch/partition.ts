/**
 * Partition: documents divided by the value of a field (`within`), so that only those of one value are compared.
 *
 *     values ─▶ a part for each value; one more for documents without a value
 *     equal texts    word 0 of each hash is mixed with the part: hashes of two parts are never equal by their text
 *     groups         each is divided by part
 *
 * Values keep their type: 1 and "1" are two. Null counts as no value.
 *
 * Ours: all of it. Cost: a few nanoseconds a document, and a few for each of its groups; 4 bytes each.
 * Error: as of the hashes, once in 2^128 pairs.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { ResultOptions } from '../../methods/options/result-options.ts'
import { type Candidates, membersOfGroups } from '../cluster/candidates.ts'
import { chunkOf, rowOf } from '../columns/chunks.ts'
import { type Columns, inputOrder } from './columns.ts'
import { type KeepValues, keepFields } from './keep-order.ts'

/** What decides which fields a run reads. */
type ReadOptions = Pick<ResultOptions, 'keep' | 'within'>

export interface Partition {
  /** [count] the part of each document, from 0. */
  readonly partOf: Int32Array
  readonly parts: number
}

/** Names of the fields that a run reads, each once: first those of the keep rules. */
export function fieldsToKeep({ keep, within }: ReadOptions): string[] {
  return [...new Set([...keepFields(keep), ...(within === '' ? [] : [within])])]
}

/** The values of `within`. REQUIRES: there is one. */
function valuesOf(options: ReadOptions, { fields }: KeepValues): readonly unknown[] {
  return fields[fieldsToKeep(options).indexOf(options.within)]
}

/** The number of documents without a value of `within`; 0 without `within`. */
export function withoutValue(options: ReadOptions, columns: KeepValues): number {
  if (options.within === '') return 0
  return valuesOf(options, columns).reduce<number>((sum, value) => sum + Number(value == null), 0)
}

/**
 * The documents by `within`; undefined without it.
 *
 * @throws NearsameError OPTION_VALUE if no document has the field: it is misspelt
 */
export function partitionBy(options: ReadOptions, columns: KeepValues): Partition | undefined {
  if (options.within === '') return undefined
  const values = valuesOf(options, columns)
  if (columns.count > 0 && values.every(value => value === undefined)) throw absentWithin(options.within)
  const partOf = new Int32Array(columns.count)
  const known = new Map<string, number>()
  for (let document = 0; document < columns.count; document++) {
    const key = keyOf(values[document])
    const part = known.get(key) ?? known.size
    known.set(key, part)
    partOf[document] = part
  }
  return { partOf, parts: known.size }
}

function keyOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'object') return `${typeof value} ${value}`
  return `object ${JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part))}`
}

/** The error of a field in `within` that no document has. */
export function absentWithin(field: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: '`within` to name a field that some document has',
    got: JSON.stringify(field),
    fix: 'correct the name in `within`',
  })
}

/** Makes hashes of texts in different parts differ. @param bySignature whether `keys` are hashes as well */
export function separateTexts(columns: Columns, { partOf }: Partition, bySignature: boolean): void {
  for (let document = 0; document < columns.count; document++) {
    const mix = Math.imul(partOf[document], 0x9e3779b1) // bijective
    const { exact, keys, tokens } = chunkOf(columns, document)
    const row = rowOf(columns, document)
    exact[4 * row] ^= mix
    tokens[4 * row] ^= mix
    if (bySignature) keys[row] ^= mix
  }
}

/** The same groups, each divided by part. REQUIRES: the candidates have no `within`. */
export function separateGroups(candidates: Candidates, { partOf, parts }: Partition): Candidates {
  const { agree, groups, starts } = candidates
  const count = starts.length - 1
  const { starts: begins, members } = membersOfGroups(candidates, inputOrder(count))
  // The groups of a document ascend, so they are met in their order, and the new numbers ascend, too.
  const next = starts.slice(0, count)
  const numbers = new Uint32Array(candidates.numbers.length)
  const metIn = new Int32Array(parts)
  const numberOf = new Uint32Array(parts)
  let last = 0
  for (let group = 1; group <= groups; group++) {
    for (let at = begins[group]; at < begins[group + 1]; at++) {
      const part = partOf[members[at]]
      if (metIn[part] !== group) {
        metIn[part] = group
        numberOf[part] = ++last
      }
      numbers[next[members[at]]++] = numberOf[part]
    }
  }
  return { agree, groups: last, starts, numbers }
}
