/**
 * Ordered window: work on a stream of items, several at a time, results in the order of the items.
 *
 *     items ──pull──▶ [ w w w w w w ] ──in order──▶ batches of results
 *                      ≤ count, ≤ bytes
 *
 * An item leaves the window when whoever took the batch with its result asks for the next one, and nothing is pulled
 * while the window is full: whoever does not take results slows down whoever gives items. The first result that fails
 * ends everything, after the results before it. When nobody wants results any more the items are closed; what is in the
 * window then is ended, and nobody hears of it.
 */

export interface Window<I> {
  /** Items in the window; one is always let in. */
  readonly count: number
  /** The same, by their sizes. */
  readonly bytes: number
  sizeOf(item: I): number
  /** Gives everything else its turn; awaited whenever items have been begun for a few milliseconds. */
  readonly breath?: () => Promise<void>
}

interface Place<R> {
  readonly result: Promise<R>
  readonly size: number
  isSettled: boolean
}

/** How long one slice of items that are begun may hold up everything else. */
const sliceMs = 2

/** @param work begins at once, in the order of the items; @returns batches that are not empty */
export async function* inOrder<I, R>(
  items: Iterable<I> | AsyncIterable<I>,
  work: (item: I) => Promise<R>,
  window: Window<I>,
): AsyncGenerator<R[], void> {
  const filler = new Filler(items, work, window)
  void filler.fill()
  try {
    for (let results = await filler.take(); results !== undefined; results = await filler.take())
      yield results
  } catch (error) {
    await filler.end().catch(() => {}) // what went wrong first is told
    throw error
  } finally {
    await filler.end()
  }
}

class Filler<I, R> {
  readonly #items: AsyncIterator<I>
  readonly #work: (item: I) => Promise<R>
  readonly #window: Window<I>
  readonly #places: Place<R>[] = []
  readonly #filled = new Bell()
  readonly #freed = new Bell()
  #bytes = 0
  /** Places whose results have been taken, and are still in use. */
  #taken = 0
  #failure: { readonly error: unknown } | undefined
  #isOver = false
  #isFilling = true
  /** Stays when the items have come to their end, or failed. */
  #isPulling = false

  constructor(items: Iterable<I> | AsyncIterable<I>, work: (item: I) => Promise<R>, window: Window<I>) {
    this.#items = asyncIterator(items)
    this.#work = work
    this.#window = window
  }

  /** Never throws: what goes wrong is thrown by `take` when its turn comes. */
  async fill(): Promise<void> {
    try {
      await this.#fill()
    } catch (error) {
      this.#failure = { error }
    }
    this.#isFilling = false
    this.#filled.ring()
  }

  async #fill(): Promise<void> {
    const { breath } = this.#window
    let sliceEnd = performance.now() + sliceMs
    for (;;) {
      while (this.#isFull && !this.#isOver) await this.#freed.heard()
      if (this.#isOver) return
      this.#isPulling = true
      const { value, done } = await this.#items.next()
      if (done) return
      this.#isPulling = false
      if (this.#isOver) return
      const place = placeOf(this.#work(value), this.#window.sizeOf(value))
      this.#places.push(place)
      this.#bytes += place.size
      this.#filled.ring()
      if (breath === undefined || performance.now() < sliceEnd) continue
      await breath()
      sliceEnd = performance.now() + sliceMs
    }
  }

  get #isFull(): boolean {
    const { count, bytes } = this.#window
    return this.#places.length > 0 && (this.#places.length >= count || this.#bytes >= bytes)
  }

  /** All results that are there, once the first one is; undefined when there are no more. */
  async take(): Promise<R[] | undefined> {
    for (const { size } of this.#places.splice(0, this.#taken)) this.#bytes -= size
    this.#taken = 0
    this.#freed.ring()
    while (this.#places.length === 0) {
      if (this.#failure !== undefined) throw this.#failure.error
      if (!this.#isFilling) return undefined
      await this.#filled.heard()
    }
    const results = [await this.#places[0].result]
    while (this.#places[results.length]?.isSettled) results.push(await this.#places[results.length].result)
    this.#taken = results.length
    return results
  }

  /** Closes the items, and waits for that, unless they themselves wait for one: that may never come. */
  async end(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#freed.ring()
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
  // A failure is thrown when its turn comes; until then nobody listens.
  result.then(
    () => {
      place.isSettled = true
    },
    () => {},
  )
  return place
}

/** Wakes who waits; a ring that nobody hears is heard by the next one. */
class Bell {
  #wake: (() => void) | undefined
  #isRung = false

  ring(): void {
    this.#isRung = true
    this.#wake?.()
  }

  async heard(): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    this.#wake = undefined
    this.#isRung = false
  }
}
