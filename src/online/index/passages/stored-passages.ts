/**
 * Stored passages: the spans of a text of at least N tokens that stand in stored documents, exactly.
 *
 *     text ─▶ postings ─▶ documents that have them, in order ─▶ first place of every window ─▶ runs ─▶ other documents
 *
 * A span is a maximal run of windows of N tokens that stand in a document and whose first places, by insertion, are
 * consecutive. A window takes one fingerprint, so the documents with its posting are read in order until its windows
 * are found. Where very many have it, all but the first also have postings of the windows themselves.
 *
 * Cost: linear in the text; at most `mostHolders` documents are read for a posting, `mostRead` for all of a text.
 */

import { newSalt } from '../../../engine/passages/find-passages.ts'
import { DocumentPlaces, newTokens, type PassageRows } from '../../../engine/passages/passage-rows.ts'
import { PassageRuns } from '../../../engine/passages/passage-runs.ts'
import { type Breath, breather } from '../../../ground/breath/breath.ts'
import type { StoredDocument } from '../../store/store.ts'
import type { CheckedPassages } from '../documents/passage-types.ts'
import { visitDocuments } from './documents-in-order.ts'
import { holdersOf, mostHolders, type PassageQuery } from './passage-query.ts'
import { SpanPlaces } from './span-places.ts'
import { WindowPlaces } from './window-places.ts'

/** Documents read to find the first places of a text. */
const mostRead = 4096
/** Postings whose documents are held together. */
const postingsAtOnce = 1024

export async function storedPassages(query: PassageQuery): Promise<CheckedPassages> {
  for (let salt = 0; ; salt = newSalt()) {
    const places = WindowPlaces.of(query.texts, query.text, salt)
    const found = places && (await new StoredSearch(query, places, salt).find())
    if (found !== undefined) return found
  }
}

class StoredSearch {
  readonly #query: PassageQuery
  readonly #places: WindowPlaces
  readonly #salt: number
  readonly #breath: Breath = breather()
  /** [postings] number of documents that have it, at most `mostHolders`. */
  readonly #holders: Uint32Array
  #read = 0
  #isCut = false
  #isSound = true

  constructor(query: PassageQuery, places: WindowPlaces, salt: number) {
    this.#query = query
    this.#places = places
    this.#salt = salt
    this.#holders = new Uint32Array(places.asked.postings.length)
  }

  /** Undefined if different tokens had equal hashes. */
  async find(): Promise<CheckedPassages | undefined> {
    const { postings, placed } = this.#places.asked
    for (let from = 0; from < postings.length && this.#isSound; from += postingsAtOnce)
      await this.#findFirst(from, Math.min(postings.length, from + postingsAtOnce))
    if (!this.#isSound) return undefined
    const rows = this.#runs()
    const spans = new SpanPlaces(this.#query, this.#places, this.#salt)
    const { least } = this.#places
    let repeated = 0
    let covered = 0
    for (let i = 0; i < rows.count; i++) {
      repeated += newTokens(rows.at[i], rows.length[i], rows.length[i], covered)
      covered = rows.at[i] + rows.length[i]
    }
    return {
      tokens: placed.count,
      repeated,
      unique: placed.count < least ? null : (placed.count - repeated) / placed.count,
      spans: await spans.of(rows, this.#holders),
      ...(this.#isCut && { spansCut: true }),
    }
  }

  /** Finds the first places of the windows that take the postings [from, to). */
  async #findFirst(from: number, to: number): Promise<void> {
    const { asked, open, windows, classes, documents } = this.#places
    const lists = await holdersOf(this.#query, asked.postings.subarray(from, to))
    lists.forEach((list, i) => {
      this.#holders[from + i] = list.length
    })
    const isHere = (window: number) => asked.places[window] >= from && asked.places[window] < to
    await this.#visit(lists, list => open[from + list] > 0, isHere)
    // Documents behind these have postings of whole windows.
    const left: number[] = []
    for (let i = 0; i < windows; i++) {
      const isOpen = classes[i] === i && documents[i] === 0 && isHere(i)
      if (isOpen && this.#holders[asked.places[i]] === mostHolders) left.push(i)
    }
    for (let at = 0; at < left.length && this.#isSound; at += postingsAtOnce)
      await this.#findWhole(left.slice(at, at + postingsAtOnce))
  }

  /** Finds the first places of single windows. */
  async #findWhole(windows: readonly number[]): Promise<void> {
    const { asked, documents } = this.#places
    const keys = Uint32Array.from(new Set(windows.map(window => asked.whole[window])))
    const found = await holdersOf(this.#query, keys)
    const byKey = new Map(Array.from(keys, (key, i) => [key, found[i]]))
    const lists = windows.map(window => byKey.get(asked.whole[window]) as Uint32Array)
    const here = new Set(windows)
    await this.#visit(
      lists,
      list => documents[windows[list]] === 0,
      window => here.has(window),
    )
  }

  async #visit(
    lists: readonly Uint32Array[],
    isOpen: (list: number) => boolean,
    isAsked: (window: number) => boolean,
  ): Promise<void> {
    const { store, matching, texts } = this.#query
    const isNeeded = (list: number) => this.#isSound && isOpen(list)
    const take = async (document: StoredDocument) => {
      const text = texts.windowed(matching.compared(document).text ?? '', this.#salt)
      this.#isSound &&= this.#places.note(document.number, text, isAsked)
      await this.#breath()
    }
    this.#read += await visitDocuments({ store, lists, isNeeded, take, most: mostRead - this.#read })
    if (this.#read === mostRead && lists.some((list, i) => list.length > 0 && isOpen(i))) this.#isCut = true
  }

  /** Runs of windows whose first places are consecutive. */
  #runs(): PassageRows {
    const { classes, documents, at, least, windows } = this.#places
    const runs = new PassageRuns(least)
    // A document's number and a place as one number would be too long: documents get places of their own.
    const known = new Map<number, number>()
    for (const number of documents) if (number > 0 && !known.has(number)) known.set(number, known.size)
    const ends = new Uint32Array(known.size)
    for (let i = 0; i < windows; i++) {
      const place = known.get(documents[i])
      if (place !== undefined) ends[place] = Math.max(ends[place], at[i] + 1)
    }
    const starts = new DocumentPlaces(known.size)
    for (const end of ends) starts.add(end)
    for (let i = 0; i < windows; i++) {
      const place = known.get(documents[classes[i]])
      if (place !== undefined) runs.add(i, starts.startOf(place) + at[classes[i]])
    }
    return runs.finish()
  }
}
