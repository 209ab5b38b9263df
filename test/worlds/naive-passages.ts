/**
 * Passages by their definition: each window compared with all earlier ones, token by token.
 */

/** A run of tokens [from, from + length) of a document. */
export interface NaivePassage {
  readonly document: number
  readonly from: number
  readonly length: number
  readonly firstDocument: number
  readonly firstFrom: number
}

type Tokens = readonly string[]

const isSame = (a: Tokens, at: number, b: Tokens, from: number, length: number): boolean => {
  for (let i = 0; i < length; i++) if (a[at + i] !== b[from + i]) return false
  return true
}

/** The first window equal to the one at `at` of `document`: in `firsts`, or, without these, before it. */
function firstWindow(
  texts: readonly Tokens[],
  document: number,
  at: number,
  least: number,
  firsts: readonly Tokens[] = texts.slice(0, document + 1),
): [number, number] | undefined {
  const isOne = firsts.length > document && firsts[document] === texts[document]
  for (const [first, tokens] of firsts.entries()) {
    const end = isOne && first === document ? at : tokens.length - least + 1
    for (let from = 0; from < end; from++)
      if (isSame(texts[document], at, tokens, from, least)) return [first, from]
  }
  return undefined
}

/** Maximal runs of windows found, whose first places are consecutive. @param against another side */
export function naivePassages(
  texts: readonly Tokens[],
  least: number,
  against?: readonly Tokens[],
): NaivePassage[] {
  const passages: NaivePassage[] = []
  for (const [document, tokens] of texts.entries()) {
    let last: (NaivePassage & { length: number }) | undefined
    for (let from = 0; from + least <= tokens.length; from++) {
      const first = firstWindow(texts, document, from, least, against)
      const windows = last === undefined ? 0 : last.length - least + 1
      const isNext =
        last !== undefined &&
        first !== undefined &&
        last.from + windows === from &&
        last.firstDocument === first[0] &&
        last.firstFrom + windows === first[1]
      if (isNext && last !== undefined) last.length++
      else if (first !== undefined) {
        last = { document, from, length: least, firstDocument: first[0], firstFrom: first[1] }
        passages.push(last)
      } else last = undefined
    }
  }
  return passages
}
