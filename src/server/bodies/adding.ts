/** Adding: puts the documents of a request into a collection, with a result for each. */

import { breather } from '../../ground/breath/breath.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import type { AddOptions } from '../../online/index/calls/add.ts'
import { isId } from '../../online/index/documents/given-document.ts'
import type { GivenIndexDocument } from '../../online/index/documents/index-types.ts'
import { inOrder } from '../../online/index/reading/in-order.ts'
import type { AddedInfo } from '../schemas/schemas.ts'
import type { Collection } from '../state/collections.ts'
import type { MarkAt } from '../state/idempotency.ts'
import type { ServerContext } from '../state/server-context.ts'
import {
  badDocument,
  checkArray,
  checkIdLength,
  givenDocumentOf,
  type Item,
  inFlightOf,
} from './document-items.ts'

export class Adding {
  readonly #collection: Collection
  readonly #context: ServerContext
  readonly #options: AddOptions
  readonly #markAt: MarkAt | undefined

  /** @param markAt for a repeatable request: the mark of the document at each place */
  constructor(collection: Collection, context: ServerContext, options: AddOptions, markAt?: MarkAt) {
    this.#collection = collection
    this.#context = context
    this.#options = options
    this.#markAt = markAt
  }

  /** Adds one document; a fault in it fails the request. @throws NearsameError as `TextIndex.add` */
  async one(value: unknown): Promise<AddedInfo> {
    return this.#add(givenDocumentOf({ value }, this.#collection, this.#context.limits), 0)
  }

  /** Adds one of many; a fault in it becomes its result. @throws every other error */
  readonly oneOfMany = async (item: Item): Promise<AddedInfo> => {
    let document: GivenIndexDocument | undefined
    try {
      document = givenDocumentOf(item, this.#collection, this.#context.limits)
      return await this.#add(document, 'value' in item ? item.place : undefined)
    } catch (error) {
      const given = document?.id
      const id = isId(given) ? (given as string | number) : null
      return { id, status: 'bad', matches: [], ...badDocument(error, item) }
    }
  }

  /**
   * Adds a whole array, even when the client disconnects meanwhile. Serializes the results one at a time, because those
   * of thousands of similar texts are long and would block other requests.
   *
   * @throws NearsameError REQUEST_TOO_LARGE, before anything is added; STORE_UNAVAILABLE and the like
   */
  async array(values: readonly unknown[]): Promise<string[]> {
    const { limits } = this.#context
    checkArray(values, limits, 'an array of documents')
    const items = values.map((value, place) => ({ value, place }))
    const results: string[] = []
    const breath = breather()
    for await (const batch of inOrder(items, this.oneOfMany, inFlightOf(limits))) {
      for (const result of batch) {
        results.push(toJson(result))
        await breath()
      }
    }
    return results
  }

  async #add(document: GivenIndexDocument, place: number | undefined): Promise<AddedInfo> {
    const { id } = document
    if (typeof id === 'string' || typeof id === 'bigint') checkIdLength(String(id), this.#context.limits)
    const mark = place === undefined ? undefined : this.#markAt?.(place)
    return (await this.#collection.index.add(document, { ...this.#options, mark })) as AddedInfo
  }
}
