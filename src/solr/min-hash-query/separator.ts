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
import { javaPattern } from '../java/pattern.ts'

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
  const pattern = grammar.test(separator) ? javaPattern(separator) : undefined
  if (pattern === undefined) throw refusal(separator)
  const parts = text.split(pattern)
  if (parts.length === 1) return parts
  return parts.slice(0, parts.findLastIndex(part => part !== '') + 1)
}

function refusal(separator: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'sep to be made of characters and character classes, such as `,` or `[,;]`',
    got: JSON.stringify(separator),
    fix: 'leave out repetition, alternatives and groups; a backslash makes a special character literal',
  })
}
