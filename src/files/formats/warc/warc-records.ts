/**
 * WARC records: from the bytes of a web archive to its records, one after the other.
 *
 *     WARC/1.1 CRLF headers CRLF CRLF content CRLF CRLF      content has as many bytes as Content-Length says
 *
 * The caller takes or skips the content. Lines may end in LF only.
 *
 * Source: ISO 28500:2017 (WARC 1.1), sections 4 and 5. Cost: linear; memory for the headers and what the caller takes.
 */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { ByteQueue } from './byte-queue.ts'
import { type Headers, headersEnd, parseHeaders } from './headers.ts'

/** Headers of records are a few hundred bytes; this leaves room for very long addresses. */
const mostHeaders = 2 ** 16

export class WarcRecords {
  readonly #name: string
  readonly #queue: ByteQueue
  /** The record's number in the file, from 1, and where it begins. */
  #number = 0
  #start = 0
  /** Bytes of the content that have not been taken. */
  #left = 0
  #length = 0

  /** @param name of the file in messages */
  constructor(pieces: AsyncIterable<Uint8Array>, name: string) {
    this.#name = name
    this.#queue = new ByteQueue(pieces)
  }

  /**
   * The headers of the next record and the length of its content; undefined at the end.
   *
   * @throws NearsameError WARC_INVALID
   */
  async next(): Promise<(Headers & { readonly length: number }) | undefined> {
    if (this.#number > 0) await this.#finish()
    if (!(await this.#skipLineEnds())) return undefined
    this.#number++
    this.#start = this.#queue.offset
    const headers = parseHeaders(await this.#headers())
    const length = headers.fields.get('content-length')
    if (length === undefined || !/^\d{1,15}$/.test(length))
      throw this.#error(
        length === undefined ? 'no Content-Length' : `the Content-Length ${JSON.stringify(length)}`,
      )
    this.#length = this.#left = Number(length)
    return { ...headers, length: this.#length }
  }

  /** The next bytes of the content; fewer at its end. @throws NearsameError WARC_INVALID if the file ends first */
  async take(length: number): Promise<Buffer> {
    const wanted = Math.min(length, this.#left)
    const bytes = await this.#queue.take(wanted)
    this.#count(bytes.length, wanted)
    return bytes
  }

  close(): Promise<void> {
    return this.#queue.close()
  }

  #count(got: number, wanted: number): void {
    this.#left -= got
    if (got === wanted) return
    throw this.#error(
      `the end of the file after ${this.#length - this.#left} of its ${this.#length} bytes`,
      'transfer or write the file again',
    )
  }

  async #headers(): Promise<Buffer> {
    for (;;) {
      const { waiting } = this.#queue
      const start = waiting.toString('latin1', 0, 5)
      if (!'WARC/'.startsWith(start))
        throw this.#error(
          `${JSON.stringify(waiting.toString('utf8', 0, 20))} instead of "WARC/" and a version`,
        )
      const end = headersEnd(waiting.subarray(0, mostHeaders))
      if (end >= 0) return this.#queue.drop(end)
      if (waiting.length >= mostHeaders) throw this.#error(`headers of more than ${mostHeaders} bytes`)
      if (!(await this.#queue.more()))
        throw this.#error('the end of the file inside its headers', 'transfer or write the file again')
    }
  }

  /** Skips the rest of the content, and checks that line ends follow it. */
  async #finish(): Promise<void> {
    const wanted = this.#left
    this.#count(await this.#queue.skip(wanted), wanted)
    const { offset } = this.#queue
    const isMore = await this.#skipLineEnds()
    if (!isMore || this.#queue.offset > offset) return
    throw this.#error(`no line end after its ${this.#length} bytes: the Content-Length is wrong`)
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

  #error(
    got: string,
    fix = 'write the file again: the records after this one cannot be found',
  ): NearsameError {
    return new NearsameError('WARC_INVALID', {
      expected: 'complete WARC records',
      got,
      where: `${this.#name}, record ${this.#number} at byte ${this.#start + 1}`,
      fix,
    })
  }
}
