/** Checking: compares the texts and documents of a request with a collection and stores nothing. */
import { fieldValues, ownValue } from '../../ground/json/field.ts'
import type { Given } from '../../ground/options/declare.ts'
import { readGiven } from '../../ground/options/resolve.ts'
import { noPassages } from '../../online/index/calls/check.ts'
import type { GivenIndexDocument, IndexMatch } from '../../online/index/documents/index-types.ts'
import type { CheckedPassages } from '../../online/index/documents/passage-types.ts'
import { inOrder } from '../../online/index/reading/in-order.ts'
import { checkOneOptions } from '../schemas/request-schemas.ts'
import type { Collection } from '../state/collections.ts'
import type { ServerContext } from '../state/server-context.ts'
import {
  type BadDocument,
  badDocument,
  checkArray,
  checkTextLength,
  givenDocumentOf,
  type Item,
  inFlightOf,
} from './document-items.ts'
import { bodyMissing } from './request-body.ts'

/** What a text matches and, if the collection finds passages, what of it stands in stored documents. */
interface Checked {
  readonly matches: readonly IndexMatch[]
  readonly passages?: CheckedPassages
}

type Result = Checked | BadDocument

type Query = Given<typeof checkOneOptions>

export class Checking {
  readonly #collection: Collection
  readonly #context: ServerContext
  readonly #query: Query

  constructor(collection: Collection, context: ServerContext, query: Query) {
    this.#collection = collection
    this.#context = context
    this.#query = query
  }

  /** @throws NearsameError OPTION_VALUE, TEXT_MISSING and others */
  async one(item: Item): Promise<Checked> {
    if ('value' in item && item.value === undefined)
      throw bodyMissing('a text or a document to check', 'send {"text": …} as application/json')
    const given = givenDocumentOf(item, this.#collection, this.#context.limits)
    const names = Object.keys(checkOneOptions).filter(name => !this.#isText(name))
    const options = Object.fromEntries(names.map(name => [name, ownValue(given, name)]))
    const { maxPlaces, ...rest } = { ...readGiven(checkOneOptions, options, 'http'), ...this.#query }
    const { index } = this.#collection
    const text = this.#textOf(given)
    const hasPassages = index.header.options.passages !== undefined
    if (maxPlaces !== undefined && !hasPassages) throw noPassages()
    const matches = await index.check(text, rest)
    if (!hasPassages) return { matches }
    return { matches, passages: await index.checkPassages(text, { maxPlaces, except: rest.except }) }
  }

  /** Whether the field, or a part of it, holds a text. */
  #isText(name: string): boolean {
    return this.#collection.text.some(field => field === name || field.startsWith(`${name}.`))
  }

  readonly oneOfMany = async (item: Item): Promise<Result> => {
    try {
      return await this.one(item)
    } catch (error) {
      return { matches: [], ...badDocument(error, item) }
    }
  }

  async array(values: readonly unknown[]): Promise<Result[]> {
    const { limits } = this.#context
    checkArray(values, limits, 'an array of documents')
    const results: Result[] = []
    const items = values.map(value => ({ value }))
    for await (const batch of inOrder(items, this.oneOfMany, inFlightOf(limits))) results.push(...batch)
    return results
  }

  /** Every collection accepts `{"text": …}`, whatever its text fields are. */
  #textOf(given: GivenIndexDocument): string | GivenIndexDocument {
    const { text } = given
    const fields = this.#collection.text
    const hasField = fields.some(field => fieldValues(given, field).some(value => value !== undefined))
    if (hasField || typeof text !== 'string') return given
    checkTextLength(text, this.#context.limits)
    return text
  }
}
