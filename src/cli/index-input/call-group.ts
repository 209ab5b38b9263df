/**
 * Call group: batches single calls, in order, one request after the other.
 *
 *     calls ─▶ [ wait while a request is in progress ] ──at most 256──▶ request ─▶ a result for each
 *                                                                      └─ at fault: sent again, alone
 *
 * Sent alone, a call fails with the full error of the server rather than with a line of a list. An error that is not
 * the fault of a call ends the group: waiting calls are not sent.
 */
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { isOfRecord } from './bad-records.ts'

const mostTogether = 256

interface Requests<I, R> {
  one(item: I): Promise<R>
  /** In order; undefined for an item at fault. */
  many(items: readonly I[]): AsyncIterable<R | undefined>
}

interface Call<I, R> {
  readonly item: I
  resolve(result: R): void
  reject(error: unknown): void
}

export class CallGroup<I, R> {
  readonly #requests: Requests<I, R>
  #waiting: Call<I, R>[] = []
  #sending: Promise<void> | undefined
  #end: { readonly error: unknown } | undefined

  constructor(requests: Requests<I, R>) {
    this.#requests = requests
  }

  /** @throws what its own request throws, or the error that ended the group */
  call(item: I): Promise<R> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) {
        reject(this.#end.error)
        return
      }
      this.#waiting.push({ item, resolve, reject })
      this.#sending ??= this.#sendAll()
    })
  }

  /** Resolves when no request is in progress. */
  async idle(): Promise<void> {
    await this.#sending
  }

  async #sendAll(): Promise<void> {
    // Calls made in the same turn of the event loop go together.
    await null
    while (this.#waiting.length > 0) {
      const calls = this.#waiting.splice(0, mostTogether)
      try {
        await this.#send(calls)
      } catch (error) {
        this.#end = { error }
        // Calls that already have their result ignore the rejection.
        for (const { reject } of [...calls, ...this.#waiting.splice(0)]) reject(error)
      }
    }
    this.#sending = undefined
  }

  async #send(calls: readonly Call<I, R>[]): Promise<void> {
    if (calls.length <= 1) return this.#sendAlone(calls[0])
    let settled = 0
    try {
      for await (const result of this.#requests.many(calls.map(({ item }) => item))) {
        const call = calls[settled++]
        if (result === undefined) await this.#sendAlone(call)
        else call.resolve(result)
      }
    } catch (error) {
      if (!isOfCall(error)) throw error
      // One call spoils the whole request, or all together are too large for one.
      const rest = calls.slice(settled)
      const half = Math.ceil(rest.length / 2)
      await this.#send(rest.slice(0, half))
      if (half < rest.length) await this.#send(rest.slice(half))
    }
  }

  async #sendAlone({ item, resolve, reject }: Call<I, R>): Promise<void> {
    try {
      resolve(await this.#requests.one(item))
    } catch (error) {
      if (!isOfCall(error)) throw error
      reject(error)
    }
  }
}

function isOfCall(error: unknown): boolean {
  return isNearsameError(error) && isOfRecord(error.code)
}
