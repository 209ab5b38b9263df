/**
 * Span places: the documents that have the whole of a span, each with its first place there.
 *
 * A document with the span has all postings of its windows. Those with the rarest of these are read in order until
 * enough are found, and the others only counted. In a crowd these are the first with the posting of the span's first
 * window, and those with a posting of that window alone.
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
/** Documents read for a span that have its rarest posting, but not all of it. */
const mostVain = mostHolders

interface OpenSpan {
  /** First window. */
  readonly at: number
  /** Tokens; of those that are looked for, fewer if it has a period. */
  readonly length: number
  readonly copied: number
  /** Tokens after which it repeats itself; 0: it does not. */
  readonly period: number
  /** Its rarest posting; in a crowd that of its first window. */
  readonly posting: number
  /** The posting of its first window, in a crowd. */
  readonly whole: number | undefined
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
  async of(
    { count, at, length, copied, period }: PassageRows,
    holders: Uint32Array,
  ): Promise<StoredPassage[]> {
    const { asked } = this.#places
    const found: StoredPassage[] = []
    for (let from = 0; from < count; from += spansAtOnce) {
      const spans: OpenSpan[] = []
      for (let i = from; i < Math.min(count, from + spansAtOnce); i++) {
        const rarest = this.#rarest(at[i], copied[i], holders)
        const isCrowd = holders[rarest] === mostHolders
        const whole = isCrowd ? asked.whole[at[i]] : undefined
        const posting = asked.postings[isCrowd ? asked.places[at[i]] : rarest]
        const run = { at: at[i], length: length[i], copied: copied[i], period: period[i] }
        spans.push({ ...run, posting, whole, where: [], read: 0 })
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
    const { store, maxPlaces } = this.#query
    const { asked, documents, classes } = this.#places
    const keys = new Set(
      spans.flatMap(({ posting, whole }) => (whole === undefined ? posting : [posting, whole])),
    )
    const distinct = Uint32Array.from(keys)
    const found = await holdersOf(this.#query, distinct)
    const holders = new Map(Array.from(distinct, (posting, i) => [posting, found[i]]))
    const lists = spans.map(({ at, posting, whole }) => {
      const first = documents[classes[at]]
      const numbers = [posting, whole].flatMap(key => [...(holders.get(key ?? -1) ?? [])])
      return Uint32Array.from(new Set(numbers.filter(number => number >= first))).sort()
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
    const isFull = (key: number | undefined) => holders.get(key ?? -1)?.length === mostHolders
    const full = Uint32Array.from(new Set(spans.flatMap(({ whole = -1 }) => (isFull(whole) ? whole : []))))
    const counted = full.length === 0 ? [] : await store.holderCounts(full)
    const more = new Map(Array.from(full, (key, i) => [key, counted[i] - mostHolders]))
    return spans.map(({ at, length, period, whole, where, read }, i) => {
      const places = where.length + (lists[i].length - read) + (more.get(whole ?? -1) ?? 0)
      return {
        ...asked.placed.spanOf(at, length),
        tokens: length,
        ...(period > 0 && { period }),
        places,
        where,
      }
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
        if (!this.#places.hasRun(span.at, span.copied, text, at)) return true
        span.where.push({ id: idOf(document.name), ...text.placed.spanOf(at, span.copied) })
        return false
      })
      if (open.length > 0) beginning.set(found, open)
      else beginning.delete(found)
    }
    await this.#breath()
  }
}
