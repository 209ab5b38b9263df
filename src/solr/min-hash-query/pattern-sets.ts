/**
 * Sets of characters in Java's regular expressions: the point, escapes and classes.
 *
 *     class = '[' [ '^' ] { character | escape | character '-' character } ']'
 *
 * A set is a list of ranges of code points, `[from, to, from, to, …]`, both ends within. Predefined ones are
 * ASCII, as they are without flags.
 *
 * Source: Java SE 17 API, `java.util.regex.Pattern`, "Predefined character classes" and "Line terminators".
 */
import type { PatternReader } from './pattern-reader.ts'

export type CharacterSet = readonly number[]

const lastCodePoint = 0x10ffff

const digits: CharacterSet = [0x30, 0x39]
const blanks: CharacterSet = [0x09, 0x0d, 0x20, 0x20]
const wordCharacters: CharacterSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]
const lineTerminators: CharacterSet = [0x0a, 0x0a, 0x0d, 0x0d, 0x85, 0x85, 0x2028, 0x2029]
const vertical: CharacterSet = [0x0a, 0x0d, 0x85, 0x85, 0x2028, 0x2029]
const horizontal: CharacterSet = [0x09, 0x20, 0xa0, 0x1680, 0x180e, 0x202f, 0x205f, 0x3000]
  .flatMap(codePoint => [codePoint, codePoint])
  .concat(0x2000, 0x200a)

const escapedSets: ReadonlyMap<string, CharacterSet> = new Map([
  ['d', digits],
  ['s', blanks],
  ['w', wordCharacters],
  ['h', horizontal],
  ['v', vertical],
])

const escapedCharacters: ReadonlyMap<string, number> = new Map([
  ['t', 0x09],
  ['n', 0x0a],
  ['r', 0x0d],
  ['f', 0x0c],
  ['a', 0x07],
  ['e', 0x1b],
])

/** Escapes that Java has and that are not sets of characters, or need tables. */
const otherEscapes = /[0-9bABcGkNpPQRuxXzZ]/
const otherEscapesInClass = /[0cNpPQux]/

/** The point: all but line terminators. */
export const anyButLineTerminators: CharacterSet = complementOf(lineTerminators)

/** All code points that are not in `set`. */
function complementOf(set: CharacterSet): CharacterSet {
  const ranges = Array.from({ length: set.length / 2 }, (_, i) => [set[2 * i], set[2 * i + 1]])
  const out: number[] = []
  let next = 0
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
    if (from > next) out.push(next, from - 1)
    next = Math.max(next, to + 1)
  }
  if (next <= lastCodePoint) out.push(next, lastCodePoint)
  return out
}

/** The set of one character. */
export function setOf(character: string): CharacterSet {
  const codePoint = character.codePointAt(0) ?? 0
  return [codePoint, codePoint]
}

/** What follows a backslash. */
export function readEscape(reader: PatternReader, isInClass: boolean): CharacterSet {
  if (reader.isAtEnd) {
    if (isInClass) throw reader.refusal('Unclosed character class', reader.at)
    // Java reads on behind the end, and there misses the end of the group first.
    if (reader.depth > 0) throw reader.refusal('Unclosed group', reader.at + 1)
    throw reader.refusal('Unexpected internal error', reader.at)
  }
  const character = reader.take()
  const set = escapedSets.get(character.toLowerCase())
  if (set) return escapedSets.has(character) ? set : complementOf(set)
  const codePoint = escapedCharacters.get(character)
  if (codePoint !== undefined) return [codePoint, codePoint]
  if (!/[A-Za-z0-9]/.test(character)) return setOf(character)
  const others = isInClass ? otherEscapesInClass : otherEscapes
  if (others.test(character)) throw reader.unsupported(`the escape \\${character}`)
  throw reader.refusal('Illegal/unsupported escape sequence', reader.at - 1)
}

/** What follows an opening bracket, with the closing one. Directly after the opening one it closes nothing. */
export function readClass(reader: PatternReader): CharacterSet {
  const isNegated = reader.accept('^')
  const set: number[] = []
  do {
    if (reader.isAtEnd) throw reader.refusal('Unclosed character class', reader.length - 1)
    set.push(...readRange(reader))
  } while (!reader.accept(']'))
  return isNegated ? complementOf(set) : set
}

function readRange(reader: PatternReader): CharacterSet {
  const isNested = reader.peek() === '[' || (reader.peek() === '&' && reader.peek(1) === '&')
  if (isNested) throw reader.unsupported('a class within a class')
  const first = readMember(reader)
  // A hyphen before the end stands for itself, as after a class such as \d.
  if (reader.peek() !== '-' || [']', '['].includes(reader.peek(1)) || !isSingle(first)) return first
  reader.at++
  if (reader.isAtEnd) throw reader.refusal('Illegal character range', reader.at)
  const last = readMember(reader)
  if (isSingle(last) && last[0] >= first[0]) return [first[0], last[0]]
  throw reader.refusal('Illegal character range', reader.at - 1)
}

function isSingle(set: CharacterSet): boolean {
  return set.length === 2 && set[0] === set[1]
}

function readMember(reader: PatternReader): CharacterSet {
  const character = reader.take()
  return character === '\\' ? readEscape(reader, true) : setOf(character)
}
