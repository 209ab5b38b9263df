/**
 * Zstandard frames: where each ends, so that the decoder gets one at a time.
 *
 * The zstd stream of Node silently stops at the end of a frame and drops the rest of the chunk (in 24.21: two frames in
 * one write give one), and that of Node 22 accepts a truncated frame. So this cuts the input at the frame ends, and
 * checks that the last frame is complete.
 *
 * Source: RFC 8878, section 3.1.1, for the layout of a frame.
 */

/**
 * The same bytes, cut so that no chunk continues after the end of a zstd frame.
 *
 * A frame is: magic (4) header (2-14) (block header (3) block)* checksum (0 or 4); a skippable frame is:
 * magic (4) size (4) content. Only these lengths are read. Bytes that do not look like a frame go to the
 * decoder, which refuses them.
 *
 * @throws Error with the code Z_BUF_ERROR, as the decoder would, if the input ends inside a frame or is empty
 */
export async function* zstdFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const walk = new FrameWalk()
  for await (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; ) {
      at += walk.advance(chunk, at)
      if (!walk.isAtEnd) continue
      yield chunk.subarray(from, at)
      from = at
    }
    if (from < chunk.length) yield chunk.subarray(from)
  }
  if (walk.isCut) throw Object.assign(new Error('unexpected end of file'), { code: 'Z_BUF_ERROR' })
}

type Part = 'magic' | 'skip-size' | 'descriptor' | 'header' | 'block' | 'checksum' | 'opaque'

/** Walks over frames, however they are chunked. */
export class FrameWalk {
  /** Whether the last bytes taken ended a frame. */
  isAtEnd = false
  #head: number[] = []
  #needed = 4
  #body = 0
  #part: Part = 'magic'
  #isLast = false
  #hasChecksum = false

  /** Whether the input so far ends inside a frame or is empty; false for data that is not a frame. */
  get isCut(): boolean {
    return !this.isAtEnd && this.#part !== 'opaque'
  }

  /** Takes bytes from `from` on; returns how many, at least one. Stops at the end of a frame. */
  advance(bytes: Uint8Array, from: number): number {
    this.isAtEnd = false
    if (this.#part === 'opaque') return bytes.length - from
    if (this.#body > 0) {
      const taken = Math.min(this.#body, bytes.length - from)
      this.#body -= taken
      if (this.#body === 0) this.#finishBody()
      return taken
    }
    this.#head.push(bytes[from])
    if (this.#head.length === this.#needed) this.#read(Buffer.from(this.#head))
    return 1
  }

  #expect(part: Part, needed: number): void {
    this.#part = part
    this.#needed = needed
    this.#head = []
  }

  #read(head: Buffer): void {
    if (this.#part === 'magic') {
      const magic = head.readUInt32LE()
      if (magic >>> 4 === 0x184d2a5) this.#expect('skip-size', 4)
      else this.#expect(magic === 0xfd2fb528 ? 'descriptor' : 'opaque', 1)
    } else if (this.#part === 'skip-size') {
      this.#body = head.readUInt32LE()
      this.#isLast = true
      this.#hasChecksum = false
      if (this.#body === 0) this.#finishBody()
    } else if (this.#part === 'descriptor') {
      const isSingle = (head[0] & 0x20) !== 0
      this.#hasChecksum = (head[0] & 4) !== 0
      const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][head[0] >> 6]
      const rest = (isSingle ? 0 : 1) + [0, 1, 2, 4][head[0] & 3] + sizeBytes
      this.#expect('header', rest)
    } else if (this.#part === 'header') {
      this.#expect('block', 3)
    } else if (this.#part === 'block') {
      const header = head.readUIntLE(0, 3)
      this.#isLast = (header & 1) === 1
      this.#body = ((header >> 1) & 3) === 1 ? 1 : header >> 3
      if (this.#body === 0) this.#finishBody()
    } else this.#endFrame()
  }

  #finishBody(): void {
    if (!this.#isLast) this.#expect('block', 3)
    else if (this.#hasChecksum) this.#expect('checksum', 4)
    else this.#endFrame()
  }

  #endFrame(): void {
    this.isAtEnd = true
    this.#expect('magic', 4)
  }
}
