/** Kept survey: something found once for the state of a collection, and kept for a while. */
import type { StoreReader } from '../../store/store.ts'

/** How long it may serve while the numbers of documents and clusters stay the same. */
const keptMs = 30_000

export class KeptSurvey<T> {
  #kept: { readonly survey: Promise<T>; readonly state: string; readonly until: number } | undefined

  /** @param make finds it; a failure is not kept */
  async of(store: StoreReader, now: number, make: () => Promise<T>): Promise<T> {
    const { documents, clusters } = await store.counts()
    const [first] = await store.list(0, 1)
    const state = `${documents} ${clusters} ${first}`
    if (this.#kept?.state === state && this.#kept.until > now) return this.#kept.survey
    const survey = make()
    this.#kept = { survey, state, until: now + keptMs }
    survey.catch(() => {
      if (this.#kept?.survey === survey) this.#kept = undefined
    })
    return survey
  }

  forget(): void {
    this.#kept = undefined
  }
}
