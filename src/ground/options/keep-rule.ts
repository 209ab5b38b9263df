/**
 * Keep rules: which document of a cluster survives.
 *
 * The rules are tried in order; the first one that distinguishes two documents decides, and if none does,
 * the position in the input.
 *
 *     first | last | longest | shortest | max:FIELD | min:FIELD | prefer:FIELD=VALUE
 */
import { Refusal } from './declare.ts'

export type KeepRule =
  | { readonly rule: 'first' }
  | { readonly rule: 'last' }
  | { readonly rule: 'longest' }
  | { readonly rule: 'shortest' }
  | { readonly rule: 'max' | 'min'; readonly field: string }
  | { readonly rule: 'prefer'; readonly field: string; readonly value: string }

export const keepDomain =
  'a list of first, last, longest, shortest, max:FIELD, min:FIELD and prefer:FIELD=VALUE'

/** A comma separates two rules only if a rule follows it, so `prefer:city=Paris, Texas` is one rule. */
const betweenRules = /,\s*(?=(?:first|last|longest|shortest)\s*(?:,|$)|(?:max|min|prefer):)/

/**
 * Rules from one text, several texts, or rule objects; undefined or a `Refusal` otherwise.
 *
 * @example parseKeepRules('max:score,longest') // => [{ rule: 'max', field: 'score' }, { rule: 'longest' }]
 */
export function parseKeepRules(given: unknown): readonly KeepRule[] | Refusal | undefined {
  const rules: KeepRule[] = []
  for (const item of Array.isArray(given) ? given : [given]) {
    for (const part of typeof item === 'string' ? item.split(betweenRules) : [item]) {
      const rule = typeof part === 'string' ? parseKeepRule(part.trim()) : checkedRule(part)
      if (rule === undefined) {
        return typeof part === 'string' && /^(max|min|prefer)/.test(part)
          ? new Refusal(keepDomain, 'name the field, for example `max:score` or `prefer:source=wiki`')
          : undefined
      }
      rules.push(rule)
    }
  }
  return rules.length > 0 ? Object.freeze(rules) : undefined
}

function parseKeepRule(text: string): KeepRule | undefined {
  if (text === 'first' || text === 'last' || text === 'longest' || text === 'shortest') {
    return Object.freeze({ rule: text })
  }
  const byNumber = /^(max|min):(.+)$/s.exec(text)
  if (byNumber) return Object.freeze({ rule: byNumber[1] as 'max' | 'min', field: byNumber[2] })
  const byValue = /^prefer:([^=]+)=(.*)$/s.exec(text)
  return byValue ? Object.freeze({ rule: 'prefer', field: byValue[1], value: byValue[2] }) : undefined
}

/** A rule object given by a program. */
function checkedRule(given: unknown): KeepRule | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const { rule, field, value } = given as { rule?: unknown; field?: unknown; value?: unknown }
  const isField = typeof field === 'string' && field !== ''
  if (rule === 'prefer') {
    return isField && typeof value === 'string' ? Object.freeze({ rule, field, value }) : undefined
  }
  if (rule === 'max' || rule === 'min') return isField ? Object.freeze({ rule, field }) : undefined
  return typeof rule === 'string' ? parseKeepRule(rule) : undefined
}

/** The text form. @example printKeepRule({ rule: 'prefer', field: 'source', value: 'wiki' }) // => 'prefer:source=wiki' */
export function printKeepRule(rule: KeepRule): string {
  if (rule.rule === 'prefer') return `prefer:${rule.field}=${rule.value}`
  return 'field' in rule ? `${rule.rule}:${rule.field}` : rule.rule
}
