/**
 * Separators of hashes: Java's `String.split` by a sequence of characters and character classes.
 *
 *     separator = item { item }
 *     item      = character | escape | class
 *     escape    = '\' ( any but letters and digits | 't' | 'n' | 'r' | 'f' | 'd' | 's' | 'w' | 'D' | 'S' | 'W' )
 *     class     = '[' [ '^' ] { character | escape | character '-' character } ']', a hyphen itself first or last
 *
 * Java drops empty parts at the end, and returns a text without a separator whole, also an empty one. `\s` and `\w`
 * match ASCII only.
 *
 * Source: Java SE 17 API, `String.split` and `java.util.regex.Pattern`.
 * Ours: the subset. Repetition, alternatives and groups are refused, so that every separator takes linear time.
 * Cost: O(text * separator).
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/** Items of a JavaScript class for the escapes that differ in Java or are missing with the `u` flag. */
const sets: ReadonlyMap<string, string> = new Map([
  ['\\s', '\\t-\\r '],
  ['\\S', '^\\t-\\r '],
  ['\\d', '0-9'],
  ['\\D', '^0-9'],
  ['\\w', '0-9A-Z_a-z'],
  ['\\W', '^0-9A-Z_a-z'],
  ['\\t', '\\t'],
  ['\\n', '\\n'],
  ['\\r', '\\r'],
  ['\\f', '\\f'],
])

const item = String.raw`[^\\.$|()[{^?*+]|\\[^0-9A-Za-z]|\\[dswDSWtnrf]`
const single = String.raw`(?!&&)(?:[^\\[\]^-]|\\[^0-9A-Za-z]|\\[tnrf])`
const wholeClass = String.raw`\[\^?-?(?:${single}(?:-${single})?|\\[dsw])+-?\]`
const grammar = new RegExp(`^(?:${item}|${wholeClass})+$`, 'su')

/**
 * `text.split(separator)` of Java 17.
 *
 * @throws NearsameError OPTION_VALUE for a pattern of another kind
 * @example splitAsJava('a,b,,', ',') // => ['a', 'b']
 * @example splitAsJava('a;b, c', '[,;]') // => ['a', 'b', ' c']
 */
export function splitAsJava(text: string, separator: string): string[] {
  const parts = text.split(patternOf(separator))
  if (parts.length === 1) return parts
  return parts.slice(0, parts.findLastIndex(part => part !== '') + 1)
}

/** The same pattern as a JavaScript one, built character by character. */
function patternOf(separator: string): RegExp {
  if (!grammar.test(separator)) throw refusal(separator)
  const source = separator.replace(/\[(\^?)((?:\\.|[^\]\\])+)\]|\\?./gsu, (unit, negation, members) =>
    members === undefined ? `[${setOf(unit)}]` : `[${negation}${members.replace(/\\?./gsu, setInClass)}]`,
  )
  try {
    return new RegExp(source, 'u')
  } catch {
    throw refusal(separator) // a range such as `b-a`
  }
}

function setInClass(unit: string): string {
  return unit === '-' ? unit : setOf(unit)
}

/** A character, escaped or not, or an escaped set, as an item of a class. */
function setOf(unit: string): string {
  return (
    sets.get(unit) ?? `\\u{${unit.codePointAt(unit.length > 1 && unit[0] === '\\' ? 1 : 0)?.toString(16)}}`
  )
}

function refusal(separator: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'sep to be made of characters and character classes, such as `,` or `[,;]`',
    got: JSON.stringify(separator),
    fix: 'leave out repetition, alternatives and groups; a backslash makes a special character literal',
  })
}
