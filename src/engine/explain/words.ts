/**
 * Words of a text as spelt in it: the tokens of the text rule before folding, for display.
 *
 * The text is cut into pieces that the rule treats independently: a character with the marks after it, which may
 * compose with it, and with what vanishes. The classes of their canonical forms decide where words begin and end, as in
 * `kernels/reference/canonical.ts`. So the canonical forms of the words have the tokens of the text: `=` with the mark
 * that makes it `≠` separates, and U+02BC, an apostrophe that many scripts share, is a letter. A character of several
 * tokens, such as `㍿`, is in one word.
 *
 * Ours: all of it. Cost: a few hundred bytes for each different piece.
 */

import { ignoredRecord } from '../../texts/kernels/layout/unicode-image.ts'
import { canonicalClasses, recordOf } from '../../texts/kernels/reference/canonical.ts'

const categories = { separator: 0, token: 1, mark: 2, base: 3 } as const

/** How a piece affects the words around it. */
interface PieceKind {
  /** The class that begins its first token; `separator` if it has none. */
  readonly first: number
  /** The class that begins its last token. */
  readonly last: number
  /** Whether something separates before its first token, and after its last. */
  readonly isApart: boolean
  readonly endsApart: boolean
}

/**
 * @param rule see `ruleOf`; whether marks are folded makes no difference
 * @example wordsIn('The café – 中文ab', 0) // => ['The', 'café', '中', '文', 'ab']
 * @example wordsIn('a+b', 2) // => ['a', '+', 'b']
 */
export function wordsIn(text: string, rule: number): string[] {
  const known = new Map<string, PieceKind>()
  const words: string[] = []
  let start = -1 // of the open word; -1 if none is open
  let isOfBase = false // whether its last token began with a base character
  const close = (at: number): void => {
    if (start !== -1) words.push(text.slice(start, at))
    start = -1
  }
  let next = 0
  for (let at = 0; at < text.length; at = next) {
    next = pieceEnd(text, at)
    const { first, last, isApart, endsApart } = kindOf(text.slice(at, next), rule, known)
    if (isApart || first !== categories.token || isOfBase) close(at)
    if (first === categories.separator) continue
    if (start === -1) start = at
    isOfBase = last === categories.base
    if (endsApart) close(next)
  }
  close(text.length)
  return words
}

/** The end of the character at `at`, and of the marks after it and what vanishes. */
function pieceEnd(text: string, at: number): number {
  let end = at + characterLength(text, at)
  while (end < text.length && continues(text.codePointAt(end) as number)) end += characterLength(text, end)
  return end
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) as number) > 0xffff ? 2 : 1
}

function continues(codePoint: number): boolean {
  if (codePoint < 0x80) return false
  const record = recordOf(codePoint)
  return (record & 3) === categories.mark || record === ignoredRecord
}

function kindOf(piece: string, rule: number, known: Map<string, PieceKind>): PieceKind {
  const before = known.get(piece)
  if (before !== undefined) return before
  const classes = canonicalClasses(piece, rule)
  // A mark without a base separates.
  for (const [i, own] of classes.entries())
    if (own === categories.mark && !classes[i - 1]) classes[i] = categories.separator
  const beginsToken = (each: number): boolean => each === categories.token || each === categories.base
  const from = classes.findIndex(beginsToken)
  const tokens = classes.filter(beginsToken)
  const kind: PieceKind = {
    first: tokens[0] ?? categories.separator,
    last: tokens.at(-1) ?? categories.separator,
    isApart: from > 0,
    endsApart: classes.at(-1) === categories.separator,
  }
  known.set(piece, kind)
  return kind
}
