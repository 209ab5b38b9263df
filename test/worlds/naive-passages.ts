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
  /** Length of the first copy. */
  readonly copied: number
  /** 0 for none. */
  readonly period: number
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

/** Maximal runs of windows found, whose first places are consecutive. */
function naiveRuns(texts: readonly Tokens[], least: number, against?: readonly Tokens[]): NaivePassage[] {
  const passages: NaivePassage[] = []
  for (const [document, tokens] of texts.entries()) {
    let last: (NaivePassage & { length: number; copied: number }) | undefined
    for (let from = 0; from + least <= tokens.length; from++) {
      const first = firstWindow(texts, document, from, least, against)
      const windows = last === undefined ? 0 : last.length - least + 1
      const isNext =
        last !== undefined &&
        first !== undefined &&
        last.from + windows === from &&
        last.firstDocument === first[0] &&
        last.firstFrom + windows === first[1]
      if (isNext && last !== undefined) {
        last.length++
        last.copied++
      } else if (first !== undefined) {
        const [firstDocument, firstFrom] = first
        last = { document, from, length: least, firstDocument, firstFrom, copied: least, period: 0 }
        passages.push(last)
      } else last = undefined
    }
  }
  return passages
}

/**
 * The same, with runs that follow each other and have one first place as one: two or more of equally many windows, and
 * a shorter one behind them.
 *
 * @param against another side
 */
export function naivePassages(
  texts: readonly Tokens[],
  least: number,
  against?: readonly Tokens[],
): NaivePassage[] {
  const runs = naiveRuns(texts, least, against)
  const passages: NaivePassage[] = []
  for (let i = 0; i < runs.length; ) {
    const windowsOf = (at: number) => runs[at].length - least + 1
    const period = windowsOf(i)
    const follows = (at: number) =>
      at < runs.length &&
      runs[at].document === runs[i].document &&
      runs[at].from === runs[at - 1].from + windowsOf(at - 1) &&
      runs[at].firstDocument === runs[i].firstDocument &&
      runs[at].firstFrom === runs[i].firstFrom
    let end = i + 1
    while (follows(end) && windowsOf(end) === period) end++
    if (end === i + 1) passages.push(runs[i])
    else {
      if (follows(end) && windowsOf(end) < period) end++
      const last = runs[end - 1]
      passages.push({ ...runs[i], length: last.from + last.length - runs[i].from, period })
    }
    i = end
  }
  return passages
}
