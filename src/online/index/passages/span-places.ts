/**
 * Span places: the documents that have the whole of a span, each with its first place there.
 *
 * A document with the span has all postings of its windows. Those with the rarest of these are read in order until
 * enough are found, and the others only counted.
 */

import type { PassageRows } from '../../../engine/passages/passage-rows.ts'
import { type Breath, breather } from '../../../ground/breath/breath.ts'
import type { StoredDocument } from '../../store/store.ts'
import { idOf } from '../documents/given-document.ts'
import type { StoredPassage, StoredPlace } from '../documents/passage-types.ts'
import { visitDocuments } from './documents-in-order.ts'
import { holdersOf, mostHolders, type PassageQuery } from './passage-query.ts'
import type { WindowPlaces } from './window-places.ts'

const spansAtOnce = 256
/** Documents read for a span beyond those listed: they have its rarest posting, but not all of it. */
const mostVain = 56

interface OpenSpan {
  /** First window. */
  readonly at: number
  /** Tokens. */
  readonly length: number
  readonly posting: number
  readonly where: StoredPlace[]
  read: number
}

export class SpanPlaces {
  readonly #query: PassageQuery
  readonly #places: WindowPlaces
  readonly #salt: number
  readonly #breath: Breath = breather()

  constructor(query: PassageQuery, places: WindowPlaces, salt: number) {
    this.#query = query
    this.#places = places
    this.#salt = salt
  }

  /** @param holders for each posting the number of documents that have it, as far as counted */
  async of({ count, at, length }: PassageRows, holders: Uint32Array): Promise<StoredPassage[]> {
    const found: StoredPassage[] = []
    for (let from = 0; from < count; from += spansAtOnce) {
      const spans: OpenSpan[] = []
      for (let i = from; i < Math.min(count, from + spansAtOnce); i++) {
        const posting = this.#rarest(at[i], length[i], holders)
        spans.push({ at: at[i], length: length[i], posting, where: [], read: 0 })
      }
      found.push(...(await this.#shown(spans)))
    }
    return found
  }

  #rarest(at: number, length: number, holders: Uint32Array): number {
    const { places } = this.#places.asked
    let rarest = places[at]
    for (let i = at; i <= at + length - this.#places.least; i++)
      if (holders[places[i]] < holders[rarest]) rarest = places[i]
    return rarest
  }

  async #shown(spans: readonly OpenSpan[]): Promise<StoredPassage[]> {
    const { store, maxPlaces, except } = this.#query
    const { asked, documents, classes } = this.#places
    const distinct = Uint32Array.from(new Set(spans.map(({ posting }) => asked.postings[posting])))
    const found = await holdersOf(this.#query, distinct)
    const holders = new Map(Array.from(distinct, (posting, i) => [posting, found[i]]))
    const lists = spans.map(({ at, posting }) => {
      const first = documents[classes[at]]
      return holders.get(asked.postings[posting])?.filter(number => number >= first) ?? new Uint32Array()
    })
    const isOpen = ({ where, read }: OpenSpan) => where.length < maxPlaces && read < maxPlaces + mostVain
    await visitDocuments({
      store,
      lists,
      isNeeded: list => isOpen(spans[list]),
      take: (document, needing) =>
        this.#take(
          document,
          needing.map(list => spans[list]),
        ),
      most: Number.POSITIVE_INFINITY,
    })
    const full = distinct.filter(posting => holders.get(posting)?.length === mostHolders)
    const counted = full.length === 0 ? [] : await store.holderCounts(full)
    const more = new Map(Array.from(full, (posting, i) => [posting, counted[i] - mostHolders]))
    return spans.map(({ at, length, posting, where, read }, i) => {
      const beyond = (more.get(asked.postings[posting]) ?? 0) - (except === undefined ? 0 : 1)
      const places = where.length + (lists[i].length - read) + Math.max(0, beyond)
      return { ...asked.placed.spanOf(at, length), tokens: length, places, where }
    })
  }

  async #take(document: StoredDocument, spans: readonly OpenSpan[]): Promise<void> {
    const { matching, texts } = this.#query
    const { classes } = this.#places
    const text = texts.windowed(matching.compared(document).text ?? '', this.#salt)
    const beginning = new Map<number, OpenSpan[]>()
    for (const span of spans) {
      span.read++
      const first = classes[span.at]
      beginning.set(first, [...(beginning.get(first) ?? []), span])
    }
    for (let at = 0; 2 * at < text.hashes.length && beginning.size > 0; at++) {
      const found = this.#places.classOf(text, at)
      const wanted = beginning.get(found)
      if (wanted === undefined) continue
      const open = wanted.filter(span => {
        if (!this.#places.hasRun(span.at, span.length, text, at)) return true
        span.where.push({ id: idOf(document.name), ...text.placed.spanOf(at, span.length) })
        return false
      })
      if (open.length > 0) beginning.set(found, open)
      else beginning.delete(found)
    }
    await this.#breath()
  }
}
