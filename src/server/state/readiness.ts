/**
 * Readiness: whether all collections of the catalogue are open and answer.
 *
 * Opening starts at once and continues while the server answers requests. If a collection could not be opened, because
 * its database was down, every readiness request tries again.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Catalogue } from '../../online/store/catalogue.ts'
import type { Collections } from './collections.ts'

export interface Figures {
  readonly collections: number
  readonly documents: number
}

export class Readiness {
  readonly #catalogue: Catalogue
  readonly #collections: Collections
  #opening: Promise<void>
  #state: 'opening' | 'open' | { readonly error: unknown } = 'opening'

  constructor(catalogue: Catalogue, collections: Collections) {
    this.#catalogue = catalogue
    this.#collections = collections
    this.#opening = this.#open()
  }

  /** Resolves when all are open. @throws why one could not be opened */
  get opened(): Promise<void> {
    return this.#opening.then(() => {
      if (typeof this.#state === 'object') throw this.#state.error
    })
  }

  /** @throws NearsameError NOT_READY while indexes open; why one could not be opened or does not answer */
  async check(): Promise<Figures> {
    if (this.#state === 'opening') {
      throw new NearsameError('NOT_READY', {
        expected: 'all collections to be open',
        got: 'some still opening',
        fix: 'try again in a moment',
      })
    }
    if (this.#state !== 'open') {
      const { error } = this.#state
      this.#state = 'opening'
      this.#opening = this.#open()
      throw error
    }
    await this.#catalogue.ping()
    const stats = await this.#collections.ofOpened(({ index }) => index.stats())
    return {
      collections: stats.length,
      documents: stats.reduce((sum, { documents }) => sum + documents, 0),
    }
  }

  /** Never throws. */
  async #open(): Promise<void> {
    try {
      await this.#collections.openAll()
      this.#state = 'open'
    } catch (error) {
      this.#state = { error }
    }
  }
}
