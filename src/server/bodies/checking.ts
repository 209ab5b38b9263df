/** Checking: compares the texts and documents of a request with a collection and stores nothing. */
import { fieldValues } from '../../ground/json/field.ts'
import { Refusal } from '../../ground/options/declare.ts'
import { refusedValue } from '../../ground/options/resolve.ts'
import type {
  CheckOptions,
  GivenIndexDocument,
  IndexMatch,
} from '../../online/index/documents/index-types.ts'
import { inOrder } from '../../online/index/reading/in-order.ts'
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

type Result = { readonly matches: readonly IndexMatch[] } | BadDocument

/** Options allowed beside the text. */
const optionNames = ['limit', 'threshold', 'except'] as const

export class Checking {
  readonly #collection: Collection
  readonly #context: ServerContext
  readonly #query: CheckOptions

  constructor(collection: Collection, context: ServerContext, query: CheckOptions) {
    this.#collection = collection
    this.#context = context
    this.#query = query
  }

  /** @throws NearsameError OPTION_VALUE, TEXT_MISSING and others */
  async one(item: Item): Promise<readonly IndexMatch[]> {
    if ('value' in item && item.value === undefined)
      throw bodyMissing('a text or a document to check', 'send {"text": …} as application/json')
    const given = givenDocumentOf(item, this.#collection, this.#context.limits)
    const options: Record<string, unknown> = {}
    for (const name of optionNames) {
      if (given[name] !== undefined && !this.#isText(name)) options[name] = given[name]
    }
    if (options.except !== undefined && !isId(options.except))
      throw refusedValue('"except"', options.except, new Refusal('a text or a number'))
    return this.#collection.index.check(this.#textOf(given), { ...options, ...this.#query })
  }

  /** Whether the field, or a part of it, holds a text. */
  #isText(name: string): boolean {
    return this.#collection.text.some(field => field === name || field.startsWith(`${name}.`))
  }

  readonly oneOfMany = async (item: Item): Promise<Result> => {
    try {
      return { matches: await this.one(item) }
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

function isId(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}
