/**
 * Gates: conditions on a column that a pair must meet whatever the others say, exactly or within a tolerance.
 *
 *     must-agree   the same value                        alike      the same but for a typing error
 *     numbers      the same numbers, in any order        within:3d  dates at most 3 days apart
 *     within:1%    numbers that differ by at most 1 % of the larger
 *
 * A missing value meets every gate. A value that is no date or number meets `within` only with its equal.
 */
import { areNear } from '../words/edit-distance.ts'
import { dateOf, dayOf } from './calendar-date.ts'
import { writtenNumber } from './written-number.ts'

/** The exact gate, and those with a tolerance of their own; `within` has its tolerance behind a colon. */
export const gateNames = ['must-agree', 'alike', 'numbers'] as const

export type Gate = (typeof gateNames)[number] | `within:${number}${'d' | '%'}`

/** What `within` looks like, for a regular expression. */
export const withinPattern = 'within:\\d{1,6}(?:\\.\\d{1,6})?[d%]'

const within = new RegExp(`^${withinPattern}$`)

export function isGate(role: string): role is Gate {
  return gateNames.some(name => name === role) || within.test(role)
}

/** The kind that a gate presupposes, if any. */
export function kindOfGate(gate: Gate | undefined): 'date' | 'number' | undefined {
  if (!gate?.startsWith('within:')) return undefined
  return gate.endsWith('d') ? 'date' : 'number'
}

/** What a gate needs of a column (`column-values.ts`). */
interface GatedColumn {
  readonly mustAgree: Gate | boolean
  readonly value: Int32Array
  readonly raw: readonly string[]
  readonly texts: readonly string[]
}

/** Whether a column has a gate that two rows do not meet. */
export function isBarred({ mustAgree, value, raw, texts }: GatedColumn, a: number, b: number): boolean {
  const [x, y] = [value[a], value[b]]
  if (mustAgree === false || Math.min(x, y) < 0 || x === y) return false
  if (mustAgree === 'alike') return !areNear(texts[x], texts[y], 1)
  if (mustAgree === 'numbers') return numbersIn(texts[x]) !== numbersIn(texts[y])
  if (mustAgree === true || mustAgree === 'must-agree') return true
  const read = mustAgree.endsWith('d') ? dayIn : writtenNumber
  const [p, q] = [read(raw[x]), read(raw[y])]
  const most = Number.parseFloat(mustAgree.slice('within:'.length))
  const scale = mustAgree.endsWith('d') ? 1 : Math.max(Math.abs(p), Math.abs(q)) / 100
  // Not a number is never within.
  return !(Math.abs(p - q) <= most * scale * (1 + 1e-12))
}

/** The gate of a column that has one, as a caller writes it. */
export function nameOfGate({ mustAgree }: GatedColumn): string {
  return typeof mustAgree === 'string' ? mustAgree : 'must-agree'
}

function dayIn(value: string): number {
  const date = dateOf(value)
  return date === undefined ? Number.NaN : dayOf(date)
}

function numbersIn(text: string): string {
  const numbers = text.match(/\d+/g) ?? []
  return numbers
    .map(digits => digits.replace(/^0+(?=\d)/, ''))
    .sort()
    .join(' ')
}
