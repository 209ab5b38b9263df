/**
 * Outgoing lines: values as NDJSON in the body of a request, taken as fast as the network sends them.
 *
 *     values ──take──▶ lines that wait ──pull──▶ body        [ sent, result not yet taken ] ≤ inFlight
 *
 * Takes no value while enough lines wait, or while enough values lack a taken result. So memory is bounded, whichever
 * side is slow, and the server never waits for its results to be read.
 */
import { Changes } from '../../ground/breath/changes.ts'
import { givenJson } from './wire-json.ts'

/** Limit of waiting characters; a piece of the body is whatever has accumulated while the previous one was sent. */
const mostWaiting = 2 ** 18

export class OutgoingLines {
  readonly body: ReadableStream<Uint8Array>
  /** Values taken so far. */
  count = 0
  /** The error that ended the values, if any. */
  failure: { readonly error: unknown } | undefined
  readonly #inFlight: number
  readonly #encoder = new TextEncoder()
  #inWork = 0
  #waiting = ''
  #isComplete = false
  #isOver = false
  /** The taker and the sender wait for each other. */
  readonly #changes = new Changes()

  constructor(values: AsyncIterable<unknown>, inFlight: number) {
    this.#inFlight = inFlight
    this.body = new ReadableStream<Uint8Array>(
      { pull: controller => this.#pull(controller), cancel: () => this.end() },
      { highWaterMark: 0 },
    )
    void this.#take(values)
  }

  /** Records that the caller took one more result. */
  taken(): void {
    this.#inWork--
    this.#changes.tell()
  }

  /** Stops taking and sending. */
  end(): void {
    this.#isOver = true
    this.#changes.tell()
  }

  async #take(values: AsyncIterable<unknown>): Promise<void> {
    try {
      for await (const value of values) {
        while (!this.#isOver && (this.#inWork >= this.#inFlight || this.#waiting.length >= mostWaiting))
          await this.#changes.next()
        if (this.#isOver) break
        this.#waiting += `${givenJson(value)}\n`
        this.#inWork++
        this.count++
        this.#changes.tell()
      }
    } catch (error) {
      this.failure = { error }
    }
    this.#isComplete = true
    this.#changes.tell()
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.#waiting === '' && !this.#isComplete && !this.#isOver) await this.#changes.next()
    if (this.#waiting === '' || this.#isOver) {
      controller.close()
      return
    }
    const piece = this.#encoder.encode(this.#waiting)
    this.#waiting = ''
    this.#changes.tell()
    controller.enqueue(piece)
  }
}
