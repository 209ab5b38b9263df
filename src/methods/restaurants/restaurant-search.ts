/**
 * Restaurant search: finds pairs of near duplicates among short texts, by querying an index with each text in turn.
 *
 *     text ─▶ normal form ─▶ n-grams or signature ─▶ query "any of them" ─▶ the ten best of the same first word
 *          ─▶ equal MD5: distance 0; else the word edit distance ─▶ later rows within the distance
 *
 * The source measures with an early cut: after a row beyond the distance it treats the next one as too far, too, unless
 * its MD5 is equal, which is distance 0 and ends the cut. In an answer ordered by similarity the cut costs little; the
 * notes count the rows that it leaves out.
 *
 * Source: "Near Duplicate Detection using MinHashing and Solr", 2014, classes Indexer and Searcher.
 * Ours: two lists (`split`): only the second is indexed, and the first sends the queries. A text without n-grams (the
 * source's program fails on most of them) sends no query and is not found; the notes count such texts. A text without
 * words has the first word "".
 * Cost: one query a row. Error: the first word, the limit of rows and the cut lose pairs.
 */

import type { Breath } from '../../ground/breath/breath.ts'
import { breathing } from '../../ground/breath/steps.ts'
import { checkArgument, checkCount, checkNamed, checkTexts } from '../../ground/options/arguments.ts'
import { wordEditDistance } from '../../texts/similarity/word-edit-distance.ts'
import type { RestaurantHits, RestaurantIndex, SearchedField } from '../contract/row-index.ts'
import { checkRestaurantOptions, type ResolvedRestaurantOptions, type RestaurantOptions } from './params.ts'
import { memoryIndex } from './restaurant-index.ts'
import { type RestaurantRows, restaurantRows } from './restaurant-rows.ts'
import { checkClauses } from './search/clauses.ts'

/** Pairs by left row, those of a row in the order of the index's answer. */
export interface RestaurantPairs {
  readonly left: Int32Array
  readonly right: Int32Array
  /** The word edit distance of each. */
  readonly distance: Float64Array
  /** The texts in their normal form. */
  readonly contents: readonly string[]
  readonly notes: RestaurantNotes
}

/** Counts of what a search may have missed. */
export interface RestaurantNotes {
  readonly queries: number
  /** Texts without n-grams: they cannot be found. */
  readonly withoutShingles: number
  /** Queries with as many rows as requested: there may have been more. */
  readonly fullAnswers: number
  /** Rows that the early cut left unmeasured. */
  readonly cutRows: number
}

/** `split`: rows before it are compared only with those from it on. */
export interface Sides {
  readonly split: number
}

/** Number of rows described at a time, which bounds the memory of their terms. */
const blockRows = 1000
/** Approximate number of their UTF-16 units. */
const blockUnits = 2 ** 16
/** Rows whose terms are computed without yielding. */
const rowsAStep = 64

/**
 * The pairs of `texts`, found through an index.
 *
 * @param index an empty index. Default: one in memory
 * @throws NearsameError OPTION_VALUE for an option outside its domain.
 * @throws NearsameError TOO_MANY_CLAUSES if a text has more terms than `maxClauses`.
 */
export async function searchRestaurants(
  texts: readonly string[],
  options: RestaurantOptions = {},
  index?: RestaurantIndex,
  sides?: Sides,
): Promise<RestaurantPairs> {
  const split = checkSplit(texts, sides)
  const isIndex =
    index === undefined || (typeof index?.add === 'function' && typeof index.query === 'function')
  checkArgument(isIndex, 'index', index, 'an index with `add` and `query`')
  return searchRows(texts, checkRestaurantOptions(options), { index, split })
}

/** The start of the second list. @throws NearsameError OPTION_VALUE, TEXT_NOT_STRING */
export function checkSplit(texts: readonly string[], sides: Sides | undefined): number | undefined {
  checkTexts('texts', texts)
  if (sides !== undefined) checkNamed('sides', sides)
  const split = sides?.split
  if (split !== undefined) {
    checkCount('split', split)
    checkArgument(split <= texts.length, 'split', split, `at most ${texts.length}, the texts there are`)
  }
  return split
}

/** Context of a search of checked texts. */
interface SearchPlace {
  readonly index: RestaurantIndex | undefined
  readonly split: number | undefined
  /** Called between the steps of long work. */
  readonly breath?: Breath | undefined
  /** The number of a row in errors. Default: from 1. */
  readonly numberOf?: (row: number) => number
}

/** `searchRestaurants` for checked arguments. */
export async function searchRows(
  texts: readonly string[],
  options: ResolvedRestaurantOptions,
  place: SearchPlace,
): Promise<RestaurantPairs> {
  const rows = await breathing(restaurantRows(texts, options), place.breath)
  const search = new Search(rows, options, place)
  await search.fill(place.split ?? 0)
  return search.ask(place.split ?? texts.length)
}

class Search {
  readonly #options: ResolvedRestaurantOptions
  readonly #field: SearchedField
  readonly #rows: RestaurantRows
  readonly #index: RestaurantIndex
  readonly #numberOf: (row: number) => number
  readonly #breath: Breath | undefined
  readonly #left: number[] = []
  readonly #right: number[] = []
  readonly #distances: number[] = []
  #queries = 0
  #withoutShingles = 0
  #fullAnswers = 0
  #cutRows = 0

  constructor(rows: RestaurantRows, options: ResolvedRestaurantOptions, place: SearchPlace) {
    this.#options = options
    this.#numberOf = place.numberOf ?? (row => row + 1)
    this.#breath = place.breath
    this.#field = options.by === 'minhash' ? 'content_sg' : 'content_ng'
    this.#rows = rows
    this.#index = place.index ?? memoryIndex(this.#field, options.ranking)
  }

  /** Adds the rows from `from` on to the index. */
  async fill(from: number): Promise<void> {
    for (let start = from, end = from; start < this.#rows.count; start = end) {
      end = this.#blockEnd(start)
      await this.#index.add(Array.from({ length: end - start }, (_, i) => this.#rows.describe(start + i)))
      await this.#breath?.()
    }
    await this.#index.commit()
  }

  /** The end of the block of rows that begins at `start`. */
  #blockEnd(start: number): number {
    const { contents, count } = this.#rows
    let end = start
    for (let units = 0; end < count && end - start < blockRows && units < blockUnits; end++)
      units += contents[end].length
    return end
  }

  /** Queries with every row before `to`. */
  async ask(to: number): Promise<RestaurantPairs> {
    const { parallel } = this.#index
    for (let start = 0; start < to; start += parallel) {
      const rows = Array.from({ length: Math.min(parallel, to - start) }, (_, i) => start + i)
      const answers = await Promise.all(rows.map(row => this.#query(row)))
      for (const [i, row] of rows.entries()) this.#take(row, answers[i])
      await this.#breath?.()
    }
    for (let row = to; row < this.#rows.count; row++) {
      if (this.#rows.termsOf(row, 'content_ng').length === 0) this.#withoutShingles++
      if (row % rowsAStep === 0) await this.#breath?.()
    }
    return {
      left: Int32Array.from(this.#left),
      right: Int32Array.from(this.#right),
      distance: Float64Array.from(this.#distances),
      contents: this.#rows.contents,
      notes: {
        queries: this.#queries,
        withoutShingles: this.#withoutShingles,
        fullAnswers: this.#fullAnswers,
        cutRows: this.#cutRows,
      },
    }
  }

  #query(row: number): RestaurantHits | Promise<RestaurantHits> {
    const { rows, maxClauses, sameFirstWord } = this.#options
    const terms = this.#rows.termsOf(row, this.#field)
    if (terms.length === 0) {
      this.#withoutShingles++
      return []
    }
    checkClauses(terms.length, maxClauses, `text ${this.#numberOf(row)}`)
    this.#queries++
    const firstWord = sameFirstWord ? this.#rows.firstWordOf(row) : undefined
    return this.#index.query({ field: this.#field, terms, firstWord, rows })
  }

  /** Measures the rows of an answer, in its order. */
  #take(row: number, hits: RestaurantHits): void {
    const { rows, maxDistance, earlyCut } = this.#options
    const words = this.#rows.wordsOf(row)
    let isBeyond = false
    if (hits.length === rows) this.#fullAnswers++
    for (let i = 0; i < hits.length; i++) {
      const hit = hits[i]
      let distance = 0
      if (this.#rows.hashes[hit] !== this.#rows.hashes[row]) {
        const isCut = isBeyond && earlyCut
        if (isCut) this.#cutRows++
        const unmeasured = Number.POSITIVE_INFINITY
        distance = isCut ? unmeasured : wordEditDistance(words, this.#rows.wordsOf(hit), maxDistance)
      }
      isBeyond = distance > maxDistance
      if (isBeyond || hit <= row) continue
      this.#left.push(row)
      this.#right.push(hit)
      this.#distances.push(distance)
    }
  }
}
