/**
 * WARC records: from the bytes of a web archive to its records, one after the other.
 *
 *     WARC/1.1 CRLF headers CRLF CRLF content CRLF CRLF      content has as many bytes as Content-Length says
 *
 *     (next take* finish)*
 *
 * `finish` says whether the content ended where its length says: at the end, or with line ends before the next
 * "WARC/". If not, or if the headers are wrong, the record is a bad one, and the next begins at the first line after
 * its headers that begins with "WARC/1.". Up to `most` bytes of the content are held for that; a longer content with
 * such a line in them counts as wrong. Lines may end in LF only.
 *
 * Source: ISO 28500:2017 (WARC 1.1), sections 4 and 5. Cost: linear.
 */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { ByteQueue } from './byte-queue.ts'
import { type Headers, headersEnd, parseHeaders } from './headers.ts'

/** Headers of records are a few hundred bytes; this leaves room for very long addresses. */
const mostHeaders = 2 ** 16
const start = 'WARC/'
/** How lines begin where records are looked for. */
const sure = Buffer.from('WARC/1.')

export type WarcRecord = Headers & { readonly length: number }

export class WarcRecords {
  readonly #most: number
  readonly #queue: ByteQueue
  readonly #faults: NearsameError[]
  /** Where the record begins. */
  #start = 0
  /** Bytes of the content that have not been taken. */
  #left = 0
  #length = 0
  /** Whether the last record was bad because the stream ended, or broke off. */
  #isCut = false
  /** Whether the next bytes are in no record that is known. */
  #isLost = false
  /** Whether the mark is at the start of a line. */
  #isLineStart = true
  /** Records whose headers were found. */
  count = 0

  /**
   * @param pieces one without a byte where the stream broke off
   * @param faults why it did, one for each such place
   * @param most maximum bytes of a content to hold
   */
  constructor(pieces: AsyncIterable<Uint8Array>, faults: NearsameError[], most: number) {
    this.#queue = new ByteQueue(pieces)
    this.#faults = faults
    this.#most = most
  }

  /** The next record; the error of a bad one, after which others may follow; undefined at the end. */
  async next(): Promise<WarcRecord | NearsameError | undefined> {
    if (this.#isLost) await this.#find()
    if (!(await this.#skipLineEnds())) return this.#broken()
    this.#isCut = false
    this.#isLineStart = true
    this.#start = this.#queue.offset
    const headers = await this.#headers()
    if (typeof headers === 'string') return this.#wrong(headers)
    const length = headers.fields.get('content-length')
    if (length === undefined) return this.#wrong('no Content-Length')
    if (!/^\d{1,15}$/.test(length)) return this.#wrong(`the Content-Length ${JSON.stringify(length)}`)
    this.#length = this.#left = Number(length)
    this.#queue.mark()
    return { ...headers, length: this.#length }
  }

  /** The next bytes of the content; fewer at its end, or that of the stream. */
  async take(length: number): Promise<Buffer> {
    const bytes = await this.#queue.take(Math.min(length, this.#left))
    this.#left -= bytes.length
    return bytes
  }

  /** Skips the rest of the content. @returns the error if it did not end where its length says */
  async finish(): Promise<NearsameError | undefined> {
    const got = await this.#wrongEnd()
    if (got === undefined) {
      this.#queue.unmark()
      return undefined
    }
    this.#queue.reset()
    return this.#wrong(got)
  }

  close(): Promise<void> {
    return this.#queue.close()
  }

  async #wrongEnd(): Promise<string | undefined> {
    const queue = this.#queue
    while (this.#left > 0) {
      const held = queue.marked.length
      if (held > this.#most) {
        if (startIn(queue.marked, this.#isLineStart) >= 0)
          return 'another record in its content: the Content-Length is wrong'
        queue.mark()
        this.#isLineStart = false
      }
      if (queue.waiting.length === 0 && !(await queue.more())) {
        this.#isCut = true
        return `the end of the file after ${this.#length - this.#left} of its ${this.#length} bytes`
      }
      this.#left -= queue.drop(Math.min(this.#left, this.#most + 1)).length
    }
    const { offset } = queue
    if (!(await this.#skipLineEnds())) return undefined
    while (queue.waiting.length < start.length && (await queue.more()));
    const next = queue.waiting.toString('latin1', 0, start.length)
    if (queue.offset > offset && next === start) return undefined
    return queue.offset === offset
      ? `no line end after its ${this.#length} bytes: the Content-Length is wrong`
      : `no record after its ${this.#length} bytes: the Content-Length is wrong`
  }

  /** The headers, or what is wrong with them. */
  async #headers(): Promise<Headers | string> {
    for (;;) {
      const { waiting } = this.#queue
      if (!start.startsWith(waiting.toString('latin1', 0, start.length)))
        return `${JSON.stringify(waiting.toString('utf8', 0, 20))} instead of "WARC/" and a version`
      const end = headersEnd(waiting.subarray(0, mostHeaders))
      if (end >= 0) {
        this.count++
        return parseHeaders(this.#queue.drop(end))
      }
      if (waiting.length >= mostHeaders) return this.#passStart(`headers of more than ${mostHeaders} bytes`)
      if (await this.#queue.more()) continue
      this.#isCut = true
      return this.#passStart('the end of the file inside its headers')
    }
  }

  /** Passes the start of a record, so that it is not found again. */
  #passStart(got: string): string {
    this.#queue.drop(1)
    return got
  }

  /** Goes to the next line that begins as a record does. */
  async #find(): Promise<void> {
    const queue = this.#queue
    this.#isLost = false
    for (let isFirst = this.#isLineStart; ; isFirst = false) {
      const at = startIn(queue.waiting, isFirst)
      queue.drop(at >= 0 ? at : Math.max(0, queue.waiting.length - sure.length))
      if (at >= 0) return
      if (await queue.more()) continue
      queue.drop(sure.length)
      return
    }
  }

  /** At the end of the stream undefined, or where it broke off the reason, unless a bad record has told of it. */
  async #broken(): Promise<WarcRecord | NearsameError | undefined> {
    const isTold = this.#isCut
    this.#isCut = false
    const isGap = this.#queue.pass()
    const fault = this.#faults.shift()
    if (isGap) return fault === undefined || isTold ? this.next() : fault
    return isTold ? undefined : fault
  }

  /** @returns whether more bytes follow */
  async #skipLineEnds(): Promise<boolean> {
    for (;;) {
      const { waiting } = this.#queue
      const at = waiting.findIndex(byte => byte !== 10 && byte !== 13)
      this.#queue.drop(at < 0 ? waiting.length : at)
      if (at >= 0) return true
      if (!(await this.#queue.more())) return false
    }
  }

  #wrong(got: string): NearsameError {
    this.#isLost = true
    return new NearsameError('WARC_INVALID', {
      expected: 'a complete WARC record',
      got: `${got}, in the record at byte ${this.#start + 1}`,
      fix: 'nothing, if few records are like that; else transfer or write the file again',
    })
  }
}

/** Where a line begins as a record does; -1 if none does. @param isLineStart whether the first byte begins a line */
function startIn(bytes: Buffer, isLineStart: boolean): number {
  for (let at = bytes.indexOf(sure); at >= 0; at = bytes.indexOf(sure, at + 1))
    if (at === 0 ? isLineStart : bytes[at - 1] === 10) return at
  return -1
}
