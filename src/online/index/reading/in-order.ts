/**
 * In order: processes a stream of items concurrently and yields the results in the order of the items.
 *
 *     items ──pull──▶ [ w w w w w w ] ──in order──▶ batches of results
 *                     in flight: ≤ count, ≤ bytes
 *
 * An item is in flight until the consumer has its result and asks for the next batch. Nothing is pulled at the limits,
 * so a slow consumer slows the producer (backpressure). The first failure is thrown after the results before it, and
 * ends the stream. When the consumer stops, the items are closed; work in flight runs to its end, and its results are
 * dropped.
 */
import { Changes } from '../../../ground/breath/changes.ts'

/** The limits of what is in flight. */
export interface InFlight<I> {
  /** Maximum number of items. */
  readonly count: number
  /** Maximum sum of their sizes; a larger item is processed alone. */
  readonly bytes: number
  sizeOf(item: I): number
  /** Yields to the event loop; awaited after every few milliseconds of starting items. */
  readonly breath?: () => Promise<void>
}

interface Place<R> {
  readonly result: Promise<R>
  readonly size: number
  isSettled: boolean
}

/** How long starting items may block the event loop. */
const sliceMs = 2

/** @param work starts at once, in the order of the items. @returns batches, none empty */
export async function* inOrder<I, R>(
  items: Iterable<I> | AsyncIterable<I>,
  work: (item: I) => Promise<R>,
  inFlight: InFlight<I>,
): AsyncGenerator<R[], void> {
  const filler = new Filler(items, work, inFlight)
  void filler.fill()
  try {
    for (let results = await filler.take(); results !== undefined; results = await filler.take())
      yield results
  } catch (error) {
    await filler.end().catch(() => {}) // the first error is the one thrown
    throw error
  } finally {
    await filler.end()
  }
}

class Filler<I, R> {
  readonly #items: AsyncIterator<I>
  readonly #work: (item: I) => Promise<R>
  readonly #inFlight: InFlight<I>
  readonly #places: Place<R>[] = []
  readonly #filled = new Changes()
  readonly #freed = new Changes()
  #bytes = 0
  /** Items whose results the consumer has, until it asks for the next batch. */
  #taken = 0
  #failure: { readonly error: unknown } | undefined
  #isOver = false
  #isFilling = true
  /** Stays true when the items have ended or failed. */
  #isPulling = false

  constructor(items: Iterable<I> | AsyncIterable<I>, work: (item: I) => Promise<R>, inFlight: InFlight<I>) {
    this.#items = asyncIterator(items)
    this.#work = work
    this.#inFlight = inFlight
  }

  /** Never throws: `take` throws the error when its turn comes. */
  async fill(): Promise<void> {
    try {
      await this.#fill()
    } catch (error) {
      this.#failure = { error }
    }
    this.#isFilling = false
    this.#filled.tell()
  }

  async #fill(): Promise<void> {
    const { breath } = this.#inFlight
    let sliceEnd = performance.now() + sliceMs
    for (;;) {
      while (this.#isFull && !this.#isOver) await this.#freed.next()
      if (this.#isOver) return
      this.#isPulling = true
      const { value, done } = await this.#items.next()
      if (done) return
      this.#isPulling = false
      if (this.#isOver) return
      const place = placeOf(this.#work(value), this.#inFlight.sizeOf(value))
      this.#places.push(place)
      this.#bytes += place.size
      this.#filled.tell()
      if (breath === undefined || performance.now() < sliceEnd) continue
      await breath()
      sliceEnd = performance.now() + sliceMs
    }
  }

  get #isFull(): boolean {
    const { count, bytes } = this.#inFlight
    return this.#places.length > 0 && (this.#places.length >= count || this.#bytes >= bytes)
  }

  /** Waits for the first result, then takes all that are ready; undefined at the end. */
  async take(): Promise<R[] | undefined> {
    for (const { size } of this.#places.splice(0, this.#taken)) this.#bytes -= size
    this.#taken = 0
    this.#freed.tell()
    while (this.#places.length === 0) {
      if (this.#failure !== undefined) throw this.#failure.error
      if (!this.#isFilling) return undefined
      await this.#filled.next()
    }
    const results = [await this.#places[0].result]
    while (this.#places[results.length]?.isSettled) results.push(await this.#places[results.length].result)
    this.#taken = results.length
    return results
  }

  /** Closes the items and waits for that, unless a pull is pending: its item may never come. */
  async end(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#freed.tell()
    const isAtEnd = this.#isPulling && !this.#isFilling
    if (isAtEnd) return
    const closed = this.#close()
    if (this.#isPulling) closed.catch(() => {})
    else await closed
  }

  async #close(): Promise<void> {
    await this.#items.return?.()
  }
}

function asyncIterator<I>(items: Iterable<I> | AsyncIterable<I>): AsyncIterator<I> {
  return (items as AsyncIterable<I>)[Symbol.asyncIterator]?.() ?? oneByOne(items as Iterable<I>)
}

async function* oneByOne<I>(items: Iterable<I>): AsyncGenerator<I> {
  for (const item of items) yield item
}

function placeOf<R>(result: Promise<R>, size: number): Place<R> {
  const place = { result, size, isSettled: false }
  // Handles the rejection now; `take` throws it when its turn comes.
  result.then(
    () => {
      place.isSettled = true
    },
    () => {},
  )
  return place
}
