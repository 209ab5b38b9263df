/**
 * Java's regular expressions, the part that separators are made of: text to a tree.
 *
 *     branches   = sequence { '|' sequence }
 *     sequence   = { ( '^' | '$' | '.' | character | escape | class | group ) [ quantifier [ '?' ] ] }
 *     group      = '(' [ '?:' ] branches ')'
 *     quantifier = '?' | '*' | '+' | '{' n '}' | '{' n ',' [ m ] '}'
 *
 * What is wrong in Java is refused in the words of Java 17, with the position. What is right in Java and not
 * in this grammar is refused as not supported: look-around, back references, possessive quantifiers, flags,
 * properties, word boundaries, quotations, classes in classes, and repetition of what can be empty.
 *
 * Source: Java SE 17 API, `java.util.regex.Pattern`, "Summary of regular-expression constructs"; wording
 * observed.
 * Ours: the choice. It leaves the patterns that `java-split.ts` matches in linear time.
 */
import type { PatternReader } from './pattern-reader.ts'
import { anyButLineTerminators, type CharacterSet, readClass, readEscape, setOf } from './pattern-sets.ts'

export interface RepeatNode {
  readonly kind: 'repeat'
  readonly item: PatternNode
  readonly min: number
  readonly max: number
  /** Whether as few as possible are tried first. */
  readonly isLazy: boolean
}

export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'begin' | 'end' }
  | { readonly kind: 'sequence' | 'branches'; readonly items: readonly PatternNode[] }
  | RepeatNode

const nothing: PatternNode = { kind: 'sequence', items: [] }
const maxInt32 = 0x7fffffff

/**
 * The tree of the whole pattern.
 *
 * @throws JavaException PatternSyntaxException for what Java refuses
 * @throws NearsameError OPTION_VALUE for what is not supported
 */
export function readPattern(reader: PatternReader): PatternNode {
  const tree = readBranches(reader)
  if (reader.isAtEnd) return tree
  throw reader.refusal("Unmatched closing ')'", reader.at - 1)
}

function readBranches(reader: PatternReader): PatternNode {
  const items = [readSequence(reader)]
  while (reader.accept('|')) items.push(readSequence(reader))
  return items.length === 1 ? items[0] : { kind: 'branches', items }
}

function readSequence(reader: PatternReader): PatternNode {
  const items: PatternNode[] = []
  while (!reader.isAtEnd && reader.peek() !== '|' && reader.peek() !== ')') {
    items.push(readQuantifier(reader, readAtom(reader)))
  }
  return items.length === 1 ? items[0] : { kind: 'sequence', items }
}

function readAtom(reader: PatternReader): PatternNode {
  // Before a brace there may be nothing, and nothing is what it repeats.
  if (reader.peek() === '{') return nothing
  const character = reader.take()
  switch (character) {
    case '^':
      return { kind: 'begin' }
    case '$':
      return { kind: 'end' }
    case '.':
      return { kind: 'set', set: anyButLineTerminators }
    case '(':
      return readGroup(reader)
    case '[':
      return { kind: 'set', set: readClass(reader) }
    case '\\':
      return { kind: 'set', set: readEscape(reader, false) }
    case '*':
    case '+':
    case '?':
      throw reader.refusal(`Dangling meta character '${character}'`, reader.at - 1)
    default:
      return { kind: 'set', set: setOf(character) }
  }
}

function readGroup(reader: PatternReader): PatternNode {
  if (reader.accept('?') && !reader.accept(':')) throw reader.unsupported('a special group')
  reader.depth++
  const inside = readBranches(reader)
  reader.depth--
  if (reader.accept(')')) return inside
  throw reader.refusal('Unclosed group', reader.at)
}

function readQuantifier(reader: PatternReader, item: PatternNode): PatternNode {
  const bounds = readBounds(reader)
  if (!bounds) return item
  if (reader.peek() === '+') throw reader.unsupported('a possessive quantifier')
  const isLazy = reader.accept('?')
  if (isAlwaysEmpty(item)) return bounds[0] === 0 ? nothing : item
  if (canBeEmpty(item)) throw reader.unsupported('repetition of what can be empty')
  return { kind: 'repeat', item, min: bounds[0], max: bounds[1], isLazy }
}

function readBounds(reader: PatternReader): [min: number, max: number] | undefined {
  if (reader.accept('*')) return [0, Number.POSITIVE_INFINITY]
  if (reader.accept('+')) return [1, Number.POSITIVE_INFINITY]
  if (reader.accept('?')) return [0, 1]
  if (!reader.accept('{')) return undefined
  if (!/\d/.test(reader.peek())) throw reader.refusal('Illegal repetition', reader.at)
  const min = readCount(reader)
  let max = min
  if (reader.accept(',')) max = /\d/.test(reader.peek()) ? readCount(reader) : Number.POSITIVE_INFINITY
  if (reader.peek() !== '}') throw reader.refusal('Unclosed counted closure', reader.at)
  if (max < min) throw reader.refusal('Illegal repetition range', reader.at)
  reader.at++
  return [min, max]
}

function readCount(reader: PatternReader): number {
  let count = 0
  while (/\d/.test(reader.peek())) {
    count = 10 * count + Number(reader.peek())
    if (count > maxInt32) throw reader.refusal('Illegal repetition range', reader.at)
    reader.at++
  }
  return count
}

function canBeEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case 'set':
      return false
    case 'sequence':
      return node.items.every(canBeEmpty)
    case 'branches':
      return node.items.some(canBeEmpty)
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.item)
    default:
      return true
  }
}

function isAlwaysEmpty(node: PatternNode): boolean {
  if (node.kind === 'sequence' || node.kind === 'branches') return node.items.every(isAlwaysEmpty)
  return node.kind === 'begin' || node.kind === 'end'
}
