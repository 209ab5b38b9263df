/** Spans: parts of a text by their places, as pieces with marks. */

/** A part of a text, half-open, in UTF-16 units. */
export interface Place {
  readonly from: number
  readonly to: number
}

interface Span extends Place {
  /** From 1. */
  readonly mark: number
}

/** A slice of a text and its mark, 0 for none. */
export interface Piece {
  readonly text: string
  readonly mark: number
}

/**
 * A text cut at its spans; where two overlap, the later one begins behind the earlier.
 *
 * @example spanPieces('abcd', [{ from: 1, to: 3, mark: 1 }]).map(({ text }) => text) // => ['a', 'bc', 'd']
 */
export function spanPieces(text: string, spans: readonly Span[]): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  const add = (end: number, mark: number) => {
    if (end > done) pieces.push({ text: text.slice(done, end), mark })
    done = Math.max(done, end)
  }
  for (const { from, to, mark } of spans.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    add(from, 0)
    add(Math.min(to, text.length), mark)
  }
  add(text.length, 0)
  return pieces
}

/** A text cut where the marks of its words change; what is between two words of one mark belongs to it. */
export function wordPieces(text: string, words: readonly Place[], marks: ArrayLike<number>): Piece[] {
  const spans: Span[] = []
  for (const [at, { from, to }] of words.entries()) {
    const mark = marks[at]
    if (mark === 0) continue
    if (at > 0 && marks[at - 1] === mark) spans.push({ from: (spans.pop() as Span).from, to, mark })
    else spans.push({ from, to, mark })
  }
  return spanPieces(text, spans)
}
