/**
 * Readiness: whether everything that the catalogue lists is open and answers.
 *
 * Opening begins at once and goes on while the server already answers. What could not be opened, because a database was
 * away, is tried again whenever somebody asks.
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

  /** Fulfilled when all is open. @throws why something could not be opened */
  get opened(): Promise<void> {
    return this.#opening.then(() => {
      if (typeof this.#state === 'object') throw this.#state.error
    })
  }

  /** @throws NearsameError NOT_READY while indexes are opened, and why one could not be opened or does not answer */
  async check(): Promise<Figures> {
    if (this.#state === 'opening') {
      throw new NearsameError('NOT_READY', {
        expected: 'all collections to be open',
        got: 'some that are being opened',
        fix: 'ask again in a moment',
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
