/**
 * Outgoing lines: values as NDJSON in the body of a request, taken as fast as they can be sent.
 *
 *     values ──take──▶ lines that wait ──pull──▶ body        [ sent, result not yet taken ] ≤ inFlight
 *
 * Nothing is taken while enough lines wait, or while the results of enough values have not been taken: so memory is
 * bounded whoever is slow, and a server is never kept waiting for its results to be read.
 */
import { givenJson } from './wire-json.ts'

/** Characters that wait; a piece of the body is what has come together while the one before was sent. */
const mostWaiting = 2 ** 18

export class OutgoingLines {
  readonly body: ReadableStream<Uint8Array>
  /** Values taken so far. */
  count = 0
  /** What the values ended with, other than their end. */
  failure: { readonly error: unknown } | undefined
  readonly #inFlight: number
  readonly #encoder = new TextEncoder()
  #inWork = 0
  #waiting = ''
  #isComplete = false
  #isOver = false
  #changed: () => void = () => {}

  constructor(values: AsyncIterable<unknown>, inFlight: number) {
    this.#inFlight = inFlight
    this.body = new ReadableStream<Uint8Array>(
      { pull: controller => this.#pull(controller), cancel: () => this.end() },
      { highWaterMark: 0 },
    )
    void this.#take(values)
  }

  /** One more result has been taken. */
  taken(): void {
    this.#inWork--
    this.#tell()
  }

  /** Nothing more is taken or sent. */
  end(): void {
    this.#isOver = true
    this.#tell()
  }

  async #take(values: AsyncIterable<unknown>): Promise<void> {
    try {
      for await (const value of values) {
        while (!this.#isOver && (this.#inWork >= this.#inFlight || this.#waiting.length >= mostWaiting))
          await this.#untilChanged()
        if (this.#isOver) break
        this.#waiting += `${givenJson(value)}\n`
        this.#inWork++
        this.count++
        this.#tell()
      }
    } catch (error) {
      this.failure = { error }
    }
    this.#isComplete = true
    this.#tell()
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.#waiting === '' && !this.#isComplete && !this.#isOver) await this.#untilChanged()
    if (this.#waiting === '' || this.#isOver) {
      controller.close()
      return
    }
    const piece = this.#encoder.encode(this.#waiting)
    this.#waiting = ''
    this.#tell()
    controller.enqueue(piece)
  }

  /** Two may wait: who takes and who sends. */
  #untilChanged(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const others = this.#changed
    this.#changed = () => {
      others()
      resolve()
    }
    return promise
  }

  #tell(): void {
    const changed = this.#changed
    this.#changed = () => {}
    changed()
  }
}
