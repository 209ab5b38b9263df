/** Spans: parts of a text by their places, as pieces with marks. */
import type { Piece } from './places.ts'

interface Span {
  readonly from: number
  readonly to: number
  /** From 1. */
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
    if (end > done) pieces.push({ text: text.slice(done, end), mark, word: 0 })
    done = Math.max(done, end)
  }
  for (const { from, to, mark } of spans.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    add(from, 0)
    add(Math.min(to, text.length), mark)
  }
  add(text.length, 0)
  return pieces
}
