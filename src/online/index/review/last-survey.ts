/**
 * Last survey: the pairs of a collection as of the last time they were found, so that no one waits for them.
 *
 *     source ─▶ the last one at once, with the documents added or removed since; a new one begins in the background
 *     none yet ─▶ a moment's patience, which small collections need; then none, and the first goes on
 *
 * The one before the last stays, too, for those who are reading its pages.
 *
 * Ours: all of it. Cost: the pairs of two in memory; a call lists the documents added since.
 */
import { documentPages } from '../../store/pages.ts'
import type { StoreReader } from '../../store/store.ts'
import type { Survey } from '../documents/survey-types.ts'

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
  readonly survey: Survey
  /** Milliseconds since 1970: when the search for it began, and the documents then. */
  readonly began: number
  readonly state: State
}

export interface KnownSurvey extends Pick<Kept, 'survey' | 'began'> {
  /** Documents of the collection then, and how many were added or removed since. */
  readonly documents: number
  readonly documentsSince: number
}

interface SurveySource {
  readonly store: StoreReader
  /** Milliseconds since 1970. */
  readonly now: number
  make(): Promise<Survey>
}

export class LastSurvey {
  /** The latest first. */
  #kept: readonly Kept[] = []
  #making: Promise<void> | undefined
  #began = Number.NEGATIVE_INFINITY

  /**
   * @param began which of them; default: the latest, and a new one is made if it is old
   * @returns undefined while the first is made, or if that one is gone
   * @throws what `make` throws at once, if there is none yet
   */
  async of(source: SurveySource, began?: number): Promise<KnownSurvey | undefined> {
    const { store, now } = source
    if (began !== undefined)
      return shownOf(
        this.#kept.find(kept => kept.began === began),
        store,
      )
    if (this.#kept.length === 0) {
      await atMost(patienceMs, this.#making ?? this.#begin(source))
      return shownOf(this.#kept.at(0), store)
    }
    const shown = await shownOf(this.#kept[0], store)
    const isDue = shown !== undefined && shown.documentsSince > 0 && now - this.#began >= renewMs
    if (isDue && this.#making === undefined) this.#begin(source)
    return shown
  }

  #begin({ store, now, make }: SurveySource): Promise<void> {
    this.#began = now
    const making = (async () => {
      const state = await stateFrom(store, 0)
      this.#kept = [{ state, began: now, survey: await make() }, ...this.#kept.slice(0, 1)]
    })()
    this.#making = making
    const ended = () => {
      this.#making = undefined
    }
    making.then(ended, ended)
    return making
  }
}

async function shownOf(kept: Kept | undefined, store: StoreReader): Promise<KnownSurvey | undefined> {
  if (kept === undefined) return undefined
  const { survey, began, state } = kept
  const { documents } = await store.counts()
  const added = (await stateFrom(store, state.last + 1)).documents
  const removed = Math.max(0, state.documents + added - documents)
  return { survey, began, documents: state.documents, documentsSince: added + removed }
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
