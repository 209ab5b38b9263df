/**
 * Places: where the words of a text stand in it, and which of them are covered by given shingles.
 *
 * The library gives words, tokens and shingles as texts without positions. Words are slices of the text in reading
 * order, so each is found by looking on from the one before.
 */

export interface Places {
  /** [words] where each word begins. */
  readonly starts: Int32Array
  /** [words] where each word ends. */
  readonly ends: Int32Array
}

/** @example placesOf('a, b a', ['a', 'b', 'a']).starts // => Int32Array.of(0, 3, 5) */
export function placesOf(text: string, words: readonly string[]): Places {
  const starts = new Int32Array(words.length)
  const ends = new Int32Array(words.length)
  let from = 0
  for (let at = 0; at < words.length; at++) {
    const found = text.indexOf(words[at], from)
    starts[at] = found === -1 ? from : found
    from = ends[at] = starts[at] + (found === -1 ? 0 : words[at].length)
  }
  return { starts, ends }
}

/** The lengths that the shingles of an option may have, in tokens. */
export interface ShingleLengths {
  readonly least: number
  readonly most: number
}

/**
 * For each token the number (from 1) of the first source that has a shingle over it, 0 for none.
 *
 * @param sources of each source its shingles: tokens joined by blanks
 */
export function coveredBy(
  tokens: readonly string[],
  sources: readonly ReadonlySet<string>[],
  { least, most }: ShingleLengths,
): Int32Array {
  const covered = new Int32Array(tokens.length)
  for (let from = 0; from < tokens.length; from++) {
    for (let length = least; length <= most && from + length <= tokens.length; length++) {
      const shingle = tokens.slice(from, from + length).join(' ')
      const source = sources.findIndex(shingles => shingles.has(shingle)) + 1
      if (source === 0) continue
      for (let at = from; at < from + length; at++) if (covered[at] === 0) covered[at] = source
    }
  }
  return covered
}

/** A slice of a text and its mark, 0 for none. */
export interface Piece {
  readonly text: string
  readonly mark: number
  /** The number of the first word in it. */
  readonly word: number
}

/** Cuts a text where the marks of its words change; what is between two words of one mark belongs to it. */
export function piecesOf(text: string, places: Places, marks: ArrayLike<number>): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  const add = (end: number, mark: number, word: number) => {
    if (end > done) pieces.push({ text: text.slice(done, end), mark, word })
    done = end
  }
  const words = places.starts.length
  for (let from = 0; from < words; ) {
    let end = from + 1
    while (end < words && marks[end] === marks[from]) end++
    if (marks[from] !== 0) {
      add(places.starts[from], 0, from)
      add(places.ends[end - 1], marks[from], from)
    }
    from = end
  }
  add(text.length, 0, words)
  return pieces
}
