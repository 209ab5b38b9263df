/**
 * Keep order: the documents in the order in which the keep rules prefer them.
 *
 * The first rule that tells two documents apart decides, then the position in the input. Of field values,
 * numbers come before texts, texts compare by code units, and documents without a value come last, whichever way
 * the rule looks. Numbers are compared in all their digits.
 */
import { NearsameError } from '../errors/nearsame-error.ts'
import { compareDecimals } from '../json/decimal.ts'
import { type KeepRule, printKeepRule } from '../options/keep-rule.ts'
import { inputOrder } from './columns.ts'

/** What the rules compare. */
export interface KeepValues {
  readonly count: number
  readonly textBytes: Uint32Array
  /** Values of the fields named by `keepFields`, in that order. */
  readonly fields: readonly (readonly unknown[])[]
}

type Compare = (a: number, b: number) => number

/** Names of the fields that the rules read, each once. */
export function keepFields(rules: readonly KeepRule[]): string[] {
  return [...new Set(rules.flatMap(rule => ('field' in rule ? [rule.field] : [])))]
}

/**
 * Documents in visiting order; undefined where that is the input order.
 *
 * @throws NearsameError OPTION_VALUE when no document has a field that a rule names: it is misspelt
 */
export function keepOrder(rules: readonly KeepRule[], values: KeepValues): Int32Array | undefined {
  if (rules[0].rule === 'first') return undefined
  checkFields(rules, values)
  const compares = rules.map(rule => compareBy(rule, rules, values))
  return inputOrder(values.count).sort((a, b) => {
    for (const compare of compares) {
      const difference = compare(a, b)
      if (difference !== 0) return difference
    }
    return a - b
  })
}

function checkFields(rules: readonly KeepRule[], { count, fields }: KeepValues): void {
  const absent = keepFields(rules).find((_, i) => fields[i].every(value => value === undefined))
  if (absent === undefined || count === 0) return
  throw new NearsameError('OPTION_VALUE', {
    expected: '`keep` to name fields that some document has',
    got: JSON.stringify(absent),
    fix: 'correct the name in `keep`',
  })
}

/** The rule that keeps `survivor` rather than `removed`; the last resort is the position, `first`. */
export function decidingRule(
  rules: readonly KeepRule[],
  values: KeepValues,
  survivor: number,
  removed: number,
): string {
  const rule = rules.find(candidate => compareBy(candidate, rules, values)(survivor, removed) !== 0)
  return rule === undefined ? 'first' : printKeepRule(rule)
}

function compareBy(rule: KeepRule, rules: readonly KeepRule[], { textBytes, fields }: KeepValues): Compare {
  if (rule.rule === 'first') return (a, b) => a - b
  if (rule.rule === 'last') return (a, b) => b - a
  if (rule.rule === 'longest') return (a, b) => textBytes[b] - textBytes[a]
  if (rule.rule === 'shortest') return (a, b) => textBytes[a] - textBytes[b]
  const of = fields[keepFields(rules).indexOf(rule.field)]
  if (rule.rule === 'prefer') {
    const isWanted = (document: number) => (isScalar(of[document], rule.value) ? 0 : 1)
    return (a, b) => isWanted(a) - isWanted(b)
  }
  const sign = rule.rule === 'max' ? -1 : 1
  return (a, b) => compareValues(of[a], of[b], sign)
}

/** Whether a text, number or boolean is written so; lists, objects and what is missing are no value of a field. */
function isScalar(value: unknown, written: string): boolean {
  return value !== undefined && value !== null && typeof value !== 'object' && String(value) === written
}

/** Numbers (and texts that are numbers, as CSV has them) first, then texts, then everything else. */
function compareValues(a: unknown, b: unknown, sign: number): number {
  const [classA, valueA] = classed(a)
  const [classB, valueB] = classed(b)
  if (classA !== classB) return classA - classB
  if (classA === 2) return 0
  if (valueA !== valueB) return valueA < valueB ? -sign : sign
  const isSame = classA === 1 || a === b || (typeof a === 'number' && typeof b === 'number')
  return isSame ? 0 : sign * compareDecimals(digitsOf(a), digitsOf(b))
}

/** Of a number the nearest double: of two numbers that have different ones, those tell which is the smaller. */
function classed(value: unknown): [0 | 1 | 2, number | string] {
  if ((typeof value === 'number' && !Number.isNaN(value)) || typeof value === 'bigint') {
    return [0, Number(value)]
  }
  if (typeof value !== 'string' || value === '') return [2, 0]
  const number = Number(value)
  return decimal.test(value) && Number.isFinite(number) ? [0, number] : [1, value]
}

/** A number as it is written, whole ones without an exponent. */
function digitsOf(value: unknown): string {
  if (typeof value !== 'number') return String(value)
  if (Number.isInteger(value)) return String(BigInt(value))
  return Number.isFinite(value) ? String(value) : `${Math.sign(value)}e999999999`
}

const decimal = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i
