/**
 * Keep order: documents in the order of preference of the keep rules.
 *
 * The first rule that tells two documents apart decides, then the position in the input. Numbers come before times,
 * times before texts, and documents without a value come last, for `min` and `max` alike (`value-order.ts`).
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type KeepRule, printKeepRule } from '../../ground/options/keep-rule.ts'
import { inputOrder } from './columns.ts'
import { compareValues, doubtfulOrder } from './value-order.ts'

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

/** A line for each rule whose order of values is doubtful. */
export function doubtfulRules(
  rules: readonly KeepRule[],
  { fields }: Pick<KeepValues, 'fields'>,
): string[] {
  const names = keepFields(rules)
  const doubts = rules.map(rule =>
    'field' in rule ? doubtfulOrder(rule, fields[names.indexOf(rule.field)]) : undefined,
  )
  return doubts.filter(doubt => doubt !== undefined)
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
