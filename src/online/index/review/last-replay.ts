/**
 * Last replay: the pairs of a collection as of the last time they were found, so that no one waits for them.
 *
 *     asked ─▶ the last one at once, with the documents added or removed since; a new one begins in the background
 *     none yet ─▶ a moment's patience, which small collections need; then an empty one, and the first goes on
 *
 * Ours: all of it. Cost: the pairs in memory; a call lists the documents added since.
 */
import { documentPages } from '../../store/pages.ts'
import type { StoreReader } from '../../store/store.ts'
import type { CollectionReplay } from './review-types.ts'

/** How often a new one begins at most. */
const renewMs = 60_000
/** How long the first call waits. */
const patienceMs = 500
/** Numbers of documents listed at a time. */
const pageSize = 10_000

/** The documents of a collection at some time. */
interface State {
  /** The highest number. */
  readonly last: number
  readonly documents: number
}

interface Kept {
  readonly replay: CollectionReplay
  /** When the search for it began. */
  readonly state: State
}

interface Asked {
  readonly store: StoreReader
  /** Milliseconds since 1970. */
  readonly now: number
  /** What is shown while there is none. */
  readonly empty: CollectionReplay
  make(): Promise<CollectionReplay>
}

export class LastReplay {
  #kept: Kept | undefined
  #making: Promise<void> | undefined
  #began = Number.NEGATIVE_INFINITY

  /** @throws what `make` throws at once, if there is none yet */
  async of(asked: Asked): Promise<CollectionReplay> {
    const { store, now, empty } = asked
    if (this.#kept === undefined) {
      await atMost(patienceMs, this.#making ?? this.#begin(asked))
      return this.#kept === undefined ? empty : shownOf(this.#kept, store)
    }
    const shown = await shownOf(this.#kept, store)
    const isDue = shown.documentsSince > 0 && now - this.#began >= renewMs
    if (isDue && this.#making === undefined) this.#begin(asked)
    return shown
  }

  #begin({ store, now, make }: Asked): Promise<void> {
    this.#began = now
    const making = (async () => {
      const state = await stateFrom(store, 0)
      this.#kept = { state, replay: await make() }
    })()
    this.#making = making
    const ended = () => {
      this.#making = undefined
    }
    making.then(ended, ended)
    return making
  }
}

async function shownOf({ replay, state }: Kept, store: StoreReader): Promise<CollectionReplay> {
  const { documents } = await store.counts()
  const added = (await stateFrom(store, state.last + 1)).documents
  return { ...replay, documentsSince: added + Math.max(0, state.documents + added - documents) }
}

/** The documents with at least this number. */
async function stateFrom(store: StoreReader, from: number): Promise<State> {
  let [last, documents] = [from - 1, 0]
  for await (const numbers of documentPages(store, { size: pageSize, from })) {
    last = numbers[numbers.length - 1]
    documents += numbers.length
  }
  return { last, documents }
}

/** Waits for something, but not longer. @throws what it throws by then */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = globalThis.setTimeout(resolve, ms)
  try {
    await Promise.race([work, promise])
  } finally {
    globalThis.clearTimeout(timer)
  }
}
