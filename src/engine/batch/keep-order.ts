/**
 * Keep order: documents in the order of preference of the keep rules.
 *
 * The first rule that tells two documents apart decides, then the position in the input. Numbers come before texts,
 * texts compare by code units, and documents without a value come last, for `min` and `max` alike. Numbers are compared
 * in all their digits.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { compareDecimals } from '../../ground/json/decimal.ts'
import { type KeepRule, printKeepRule } from '../../ground/options/keep-rule.ts'
import { inputOrder } from './columns.ts'

/** What the rules compare. */
export interface KeepValues {
  readonly count: number
  readonly textBytes: Uint32Array
  /** Values of the fields named by `keepFields`, in that order. */
  readonly fields: readonly (readonly unknown[])[]
}

type Compare = (a: number, b: number) => number

/** A rule, and how it compares two documents: below 0 if it prefers the first. */
interface Comparer {
  readonly rule: KeepRule
  readonly compare: Compare
}

/** Names of the fields that the rules read, each once. */
export function keepFields(rules: readonly KeepRule[]): string[] {
  return [...new Set(rules.flatMap(rule => ('field' in rule ? [rule.field] : [])))]
}

/**
 * Documents in visiting order; undefined if that is the input order.
 *
 * @throws NearsameError OPTION_VALUE if no document has a field that a rule names: it is misspelt
 */
export function keepOrder(rules: readonly KeepRule[], values: KeepValues): Int32Array | undefined {
  if (rules[0].rule === 'first') return undefined
  checkFields(rules, values)
  const comparers = comparersOf(rules, values)
  return inputOrder(values.count).sort((a, b) => {
    for (const { compare } of comparers) {
      const difference = compare(a, b)
      if (difference !== 0) return difference
    }
    return a - b
  })
}

function checkFields(rules: readonly KeepRule[], { count, fields }: KeepValues): void {
  const absent = keepFields(rules).find((_, i) => fields[i].every(value => value === undefined))
  if (absent !== undefined && count > 0) throw absentField(absent)
}

/** The error of a field in a keep rule that no document has. */
export function absentField(field: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: '`keep` to name fields that some document has',
    got: JSON.stringify(field),
    fix: 'correct the name in `keep`',
  })
}

/** Whether some document has the value that a rule prefers; true for rules that prefer none. */
export function hasPreferred(rule: KeepRule, rules: readonly KeepRule[], { fields }: KeepValues): boolean {
  if (rule.rule !== 'prefer') return true
  return fields[keepFields(rules).indexOf(rule.field)].some(value => isScalar(value, rule.value))
}

/**
 * The rule that prefers a survivor to a removed document, as the user wrote it; the last resort is `first`, the
 * position.
 */
export function decidingRules(
  rules: readonly KeepRule[],
  values: KeepValues,
): (survivor: number, removed: number) => string {
  const comparers = comparersOf(rules, values)
  return (survivor, removed) => {
    const decisive = comparers.find(({ compare }) => compare(survivor, removed) !== 0)
    return decisive === undefined ? 'first' : printKeepRule(decisive.rule)
  }
}

function comparersOf(rules: readonly KeepRule[], values: KeepValues): Comparer[] {
  const names = keepFields(rules)
  return rules.map(rule => {
    const field = 'field' in rule ? values.fields[names.indexOf(rule.field)] : []
    return { rule, compare: compareBy(rule, values.textBytes, field) }
  })
}

function compareBy(rule: KeepRule, textBytes: Uint32Array, field: readonly unknown[]): Compare {
  if (rule.rule === 'first') return (a, b) => a - b
  if (rule.rule === 'last') return (a, b) => b - a
  if (rule.rule === 'longest') return (a, b) => textBytes[b] - textBytes[a]
  if (rule.rule === 'shortest') return (a, b) => textBytes[a] - textBytes[b]
  if (rule.rule === 'prefer') {
    const isWanted = (document: number) => (isScalar(field[document], rule.value) ? 0 : 1)
    return (a, b) => isWanted(a) - isWanted(b)
  }
  return compareValues(field, rule.rule === 'max' ? -1 : 1)
}

/** Whether a text, number or boolean has that spelling; lists, objects and missing values never match. */
function isScalar(value: unknown, written: string): boolean {
  return value !== undefined && value !== null && typeof value !== 'object' && String(value) === written
}

const [isNumber, isText, isNothing] = [0, 1, 2]

/** Numbers (and texts that are numbers, as CSV has them) first, then texts, then everything else. */
function compareValues(field: readonly unknown[], sign: number): Compare {
  // The nearest double of each number: if those of two numbers differ, they decide which is smaller.
  const doubles = Float64Array.from(field, doubleOf)
  const ranks = Uint8Array.from(field, (value, i) => {
    if (!Number.isNaN(doubles[i])) return isNumber
    return typeof value === 'string' && value !== '' ? isText : isNothing
  })
  return (a, b) => {
    if (ranks[a] !== ranks[b]) return ranks[a] - ranks[b]
    if (ranks[a] === isNothing) return 0
    if (ranks[a] === isText) return sign * compareTexts(field[a] as string, field[b] as string)
    if (doubles[a] !== doubles[b]) return doubles[a] < doubles[b] ? -sign : sign
    const isSame = field[a] === field[b] || (typeof field[a] === 'number' && typeof field[b] === 'number')
    return isSame ? 0 : sign * compareDecimals(digitsOf(field[a]), digitsOf(field[b]))
  }
}

/** By code units. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** NaN for anything but a number in decimal notation. */
function doubleOf(value: unknown): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
  const double = typeof value === 'string' && decimal.test(value) ? Number(value) : Number.NaN
  return Number.isFinite(double) ? double : Number.NaN
}

/** A number as written; whole numbers without an exponent. */
function digitsOf(value: unknown): string {
  if (typeof value !== 'number') return String(value)
  if (Number.isInteger(value)) return String(BigInt(value))
  return Number.isFinite(value) ? String(value) : `${Math.sign(value)}e999999999`
}

const decimal = /^\s*[-+]?(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i
