/**
 * Element lines: an element of a JSON array on one line, and back, byte for byte.
 *
 * Line feeds and carriage returns between the tokens of an element become pairs of white space, so that the line is
 * JSON with the same values and each byte of the element can be restored:
 *
 *     LF ─▶ CR space       CR ─▶ CR tab
 *
 * The same is done inside strings, where JSON allows neither: the element stays wrong in the same place.
 */
const [tab, feed, carriage, space] = [9, 10, 13, 32]

/** Copies an element, coded. `out` has room for twice its bytes. @returns the offset in `out` after the copy */
export function putCoded(element: Buffer, out: Uint8Array, at: number): number {
  let end = at
  for (const { from, to } of spans(element)) {
    out.set(element.subarray(from, to), end)
    end += to - from
    if (to === element.length) break
    out[end++] = carriage
    out[end++] = element[to] === feed ? space : tab
  }
  return end
}

/** The parts between line feeds and carriage returns; each but the last is followed by one of them. */
function* spans(bytes: Buffer): Generator<{ readonly from: number; readonly to: number }> {
  const next = (byte: number, from: number) => {
    const at = bytes.indexOf(byte, from)
    return at < 0 ? bytes.length : at
  }
  let nextFeed = next(feed, 0)
  let nextCarriage = next(carriage, 0)
  for (let from = 0; from <= bytes.length; ) {
    const to = Math.min(nextFeed, nextCarriage)
    yield { from, to }
    from = to + 1
    if (nextFeed === to) nextFeed = next(feed, from)
    if (nextCarriage === to) nextCarriage = next(carriage, from)
  }
}

/** The bytes of a coded element as they were. */
export function decodedElement(line: Uint8Array): Uint8Array {
  if (!line.includes(carriage)) return line
  const out = new Uint8Array(line.length)
  let end = 0
  for (let at = 0; at < line.length; at++) {
    if (line[at] === carriage) out[end++] = line[++at] === tab ? carriage : feed
    else out[end++] = line[at]
  }
  return out.subarray(0, end)
}

/** Lines of elements on their way into a file, in pieces that may end anywhere. Call order: `write* end`. */
export interface ElementWriter {
  write(piece: Buffer): Uint8Array
  end(): Uint8Array
}

/** A JSON array of the elements, each as it was. */
export class ArrayWriter implements ElementWriter {
  #isCoded = false
  #isBetween = true
  #isEmpty = true

  write(piece: Buffer): Uint8Array {
    const out = new Uint8Array(3 * piece.length)
    let end = 0
    for (const { from, to } of spans(piece)) {
      let start = from
      if (start < to && this.#isBetween) {
        out[end++] = this.#isEmpty ? 0x5b : 0x2c
        out[end++] = feed
        this.#isBetween = false
        this.#isEmpty = false
      }
      if (start < to && this.#isCoded) {
        out[end++] = piece[start++] === tab ? carriage : feed
        this.#isCoded = false
      }
      out.set(piece.subarray(start, to), end)
      end += to - start
      this.#isCoded ||= piece[to] === carriage
      this.#isBetween ||= piece[to] === feed
    }
    return out.subarray(0, end)
  }

  end(): Uint8Array {
    return Buffer.from(this.#isEmpty ? '[]\n' : '\n]\n')
  }
}

/** JSON lines: without the line ends between tokens and the white space that follows them or begins the element. */
export class LineWriter implements ElementWriter {
  #isIndented = true

  write(piece: Buffer): Uint8Array {
    const out = new Uint8Array(piece.length)
    let end = 0
    for (const { from, to } of spans(piece)) {
      let start = from
      if (this.#isIndented) while (start < to && (piece[start] === space || piece[start] === tab)) start++
      this.#isIndented &&= start === to
      out.set(piece.subarray(start, to), end)
      end += to - start
      this.#isIndented ||= to < piece.length
      if (piece[to] === feed) out[end++] = feed
    }
    return out.subarray(0, end)
  }

  end(): Uint8Array {
    return new Uint8Array(0)
  }
}
