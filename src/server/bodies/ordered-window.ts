/**
 * Ordered window: work on a stream of items, several at a time, results in the order of the items.
 *
 *     items ──pull──▶ [ w w w w w w ] ──in order──▶ batches of results
 *                      ≤ count, ≤ bytes
 *
 * Nothing more is pulled while the window is full, so whoever does not take results slows down whoever gives items. The
 * first result that fails ends everything, after the results before it. What is in the window when nobody wants results
 * any more is ended, and nobody hears of it.
 *
 * Items are pulled and begun in slices of a few milliseconds, between which everything else has its turn.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

export interface Window<I> {
  /** Items in work at a time. */
  readonly count: number
  /** The same, by their sizes; one item is always let in. */
  readonly bytes: number
  sizeOf(item: I): number
}

interface Place<R> {
  readonly result: Promise<R>
  readonly size: number
  isSettled: boolean
}

/** How long one slice may hold up everything else. */
const sliceMs = 2

/** @param work begins at once, in the order of the items; @returns batches that are not empty */
export async function* inOrder<I, R>(
  items: Iterable<I> | AsyncIterable<I>,
  work: (item: I) => Promise<R>,
  window: Window<I>,
): AsyncGenerator<R[], void> {
  const filler = new Filler(work, window)
  void filler.fill(items)
  try {
    for (let results = await filler.take(); results !== undefined; results = await filler.take())
      yield results
  } finally {
    filler.end()
  }
}

class Filler<I, R> {
  readonly #work: (item: I) => Promise<R>
  readonly #window: Window<I>
  readonly #places: Place<R>[] = []
  readonly #filled = new Bell()
  readonly #freed = new Bell()
  #bytes = 0
  #isOver = false
  #isFilling = true
  #failure: { readonly error: unknown } | undefined

  constructor(work: (item: I) => Promise<R>, window: Window<I>) {
    this.#work = work
    this.#window = window
  }

  /** Never throws: what goes wrong is thrown by `take` when its turn comes. */
  async fill(items: Iterable<I> | AsyncIterable<I>): Promise<void> {
    try {
      await this.#fill(items)
    } catch (error) {
      this.#failure = { error }
    }
    this.#isFilling = false
    this.#filled.ring()
  }

  async #fill(items: Iterable<I> | AsyncIterable<I>): Promise<void> {
    let sliceEnd = performance.now() + sliceMs
    for await (const item of items) {
      while (this.#isFull && !this.#isOver) await this.#freed.heard()
      if (this.#isOver) return
      const place = placeOf(this.#work(item), this.#window.sizeOf(item))
      this.#places.push(place)
      this.#bytes += place.size
      this.#filled.ring()
      if (performance.now() < sliceEnd) continue
      await nextTurn()
      sliceEnd = performance.now() + sliceMs
    }
  }

  get #isFull(): boolean {
    const { count, bytes } = this.#window
    return this.#places.length >= count || (this.#places.length > 0 && this.#bytes >= bytes)
  }

  /** All results that are there, once the first one is; undefined when there are no more. */
  async take(): Promise<R[] | undefined> {
    while (this.#places.length === 0) {
      if (this.#failure !== undefined) throw this.#failure.error
      if (!this.#isFilling) return undefined
      await this.#filled.heard()
    }
    const results = [await this.#places[0].result]
    while (this.#places[results.length]?.isSettled) results.push(await this.#places[results.length].result)
    for (const { size } of this.#places.splice(0, results.length)) this.#bytes -= size
    this.#freed.ring()
    return results
  }

  end(): void {
    this.#isOver = true
    this.#freed.ring()
  }
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
