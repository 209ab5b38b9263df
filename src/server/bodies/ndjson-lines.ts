/**
 * NDJSON lines: splits the bytes of a body at line feeds as they arrive.
 *
 *     body = { line ( LF | CR LF ) } [ line ]
 *
 * Skips blank lines but counts them. Keeps only the number of a line that is too long. Memory: one line and one piece;
 * a line in several pieces is joined once.
 */

/** One line that is not blank. */
export interface Line {
  /** From 1. */
  readonly number: number
  /** Without the line end; undefined beyond the length limit. */
  readonly bytes: Buffer | undefined
}

const mostParts = 1024
const [lineFeed, carriageReturn, space, tab] = [10, 13, 32, 9]

export async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
  lineBytes: number,
): AsyncGenerator<Line, void> {
  const open = new OpenLine(lineBytes)
  let number = 1
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    let from = 0
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, from)) {
      open.take(bytes.subarray(from, end))
      from = end + 1
      const line = open.close(number++)
      if (line !== undefined) yield line
    }
    open.take(bytes.subarray(from))
  }
  const last = open.close(number)
  if (last !== undefined) yield last
}

/** The unfinished line. */
class OpenLine {
  readonly #lineBytes: number
  #parts: Buffer[] = []
  #length = 0

  constructor(lineBytes: number) {
    this.#lineBytes = lineBytes
  }

  take(part: Buffer): void {
    this.#length += part.length
    // One more for the CR of the line end.
    if (this.#length > this.#lineBytes + 1) this.#parts = []
    else if (part.length > 0) this.#parts.push(part)
    // Otherwise a line that arrives byte by byte would become a million buffers.
    if (this.#parts.length >= mostParts) this.#parts = [Buffer.concat(this.#parts)]
  }

  close(number: number): Line | undefined {
    const [parts, length] = [this.#parts, this.#length]
    this.#parts = []
    this.#length = 0
    if (length > this.#lineBytes + 1) return { number, bytes: undefined }
    const whole = parts.length === 1 ? parts[0] : Buffer.concat(parts)
    const bytes = whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole
    if (bytes.length > this.#lineBytes) return { number, bytes: undefined }
    return isBlank(bytes) ? undefined : { number, bytes }
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every(byte => byte === space || byte === tab || byte === carriageReturn)
}
