/** Kept survey: something found once for the state of a collection, and kept for a while. */
import type { StoreReader } from '../../store/store.ts'

/** How long it may serve while the numbers of documents and clusters stay the same. */
const keptMs = 30_000
/** Or this many times as long as it took. */
const keptTimes = 10

export class KeptSurvey<T> {
  #kept: { readonly survey: Promise<T>; readonly state: string; until: number } | undefined

  /** @param make finds it; a failure is not kept */
  async of(store: StoreReader, now: number, make: () => Promise<T>): Promise<T> {
    const { documents, clusters } = await store.counts()
    const [first] = await store.list(0, 1)
    const state = `${documents} ${clusters} ${first}`
    if (this.#kept?.state === state && this.#kept.until > now) return this.#kept.survey
    const began = performance.now()
    const kept = { survey: make(), state, until: Number.POSITIVE_INFINITY }
    this.#kept = kept
    kept.survey.then(
      () => {
        kept.until = now + Math.max(keptMs, keptTimes * (performance.now() - began))
      },
      () => {
        if (this.#kept === kept) this.#kept = undefined
      },
    )
    return kept.survey
  }

  forget(): void {
    this.#kept = undefined
  }
}
