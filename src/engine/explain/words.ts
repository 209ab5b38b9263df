/**
 * Words of a text as spelt in it: the tokens of the text rule before folding, for display.
 *
 * The text is cut into pieces that the rule treats independently: a character with the marks after it, which may
 * compose with it. The classes of their canonical forms decide where words begin and end, as in
 * `kernels/reference/canonical.ts`. So the canonical forms of the words are the tokens of the text: `=` with the mark
 * that makes it `≠` separates, and U+02BC, an apostrophe that many scripts share, is a letter.
 *
 * Ours: all of it. Cost: a few hundred bytes for each different piece. Error: U+0345, a mark that folds to a letter,
 * stays in the word of a base character, though it is a token; this moves the end of a displayed word, but no figure.
 */
import { canonicalClasses, category } from '../../texts/kernels/reference/canonical.ts'

const categories = { separator: 0, token: 1, mark: 2, base: 3 } as const

/** How a piece affects the words around it. */
interface PieceKind {
  /** The class of the first character that does not separate; `separator` if all do. */
  readonly first: number
  /** Whether something separates before it. */
  readonly isApart: boolean
  /** Where its word begins, in UTF-16 units. */
  readonly from: number
}

/** @example wordsIn('The café – 中文ab') // => ['The', 'café', '中', '文', 'ab'] */
export function wordsIn(text: string): string[] {
  const known = new Map<string, PieceKind>()
  const words: string[] = []
  let start = -1 // of the open word; -1 if none is open
  let isOfBase = false // whether it began with a base character
  let next = 0
  for (let at = 0; at < text.length; at = next) {
    next = pieceEnd(text, at)
    const { first, isApart, from } = kindOf(text.slice(at, next), known)
    const begins = isApart || first === categories.base || (first === categories.token && isOfBase)
    if (start !== -1 && (begins || first === categories.separator)) {
      words.push(text.slice(start, at))
      start = -1
    }
    if (start !== -1 || first === categories.separator) continue
    start = at + from
    isOfBase = first === categories.base
  }
  if (start !== -1) words.push(text.slice(start))
  return words
}

/** The end of the character at `at` and the marks after it. */
function pieceEnd(text: string, at: number): number {
  let end = at + characterLength(text, at)
  while (end < text.length && isMark(text.codePointAt(end) as number)) end += characterLength(text, end)
  return end
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) as number) > 0xffff ? 2 : 1
}

function isMark(codePoint: number): boolean {
  return codePoint >= 0x300 && category(codePoint) === categories.mark
}

function kindOf(piece: string, known: Map<string, PieceKind>): PieceKind {
  const before = known.get(piece)
  if (before !== undefined) return before
  const characters = canonicalClasses(piece)
  const at = characters.findIndex(each => each !== categories.separator)
  const kind: PieceKind =
    at <= 0
      ? { first: characters[at] ?? categories.separator, isApart: false, from: 0 }
      : { first: characters[at], isApart: true, from: leadOf(piece, characters.length - at) }
  known.set(piece, kind)
  return kind
}

/** UTF-16 units of a first character that separates; 0 unless the rest are the characters of the word. */
function leadOf(piece: string, inWord: number): number {
  const length = characterLength(piece, 0)
  return canonicalClasses(piece.slice(length)).length === inWord ? length : 0
}
