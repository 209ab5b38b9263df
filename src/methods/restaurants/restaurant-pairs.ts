/**
 * Pairs and report of the restaurant search: its result as flat arrays in the order of rows, including copies of texts,
 * and as lines in the format of the source.
 */
import type { Breath } from '../../ground/breath/breath.ts'
import { breathing } from '../../ground/breath/steps.ts'
import { checkArgument, checkNamed } from '../../ground/options/arguments.ts'
import type { RestaurantIndex } from '../contract/row-index.ts'
import { checkRestaurantOptions, type RestaurantOptions } from './params.ts'
import { RestaurantCopies } from './restaurant-copies.ts'
import { checkSplit, type RestaurantPairs, type Sides, searchRows } from './restaurant-search.ts'

/** Pairs by left, then right row; `similarity` is the word edit distance: 0 is equal. */
interface FoundRestaurantPairs {
  readonly left: Int32Array
  readonly right: Int32Array
  readonly similarity: Float64Array
  readonly notes: Readonly<Record<string, unknown>>
}

/** The context of a search: an index, two lists, and the call between steps. */
interface RestaurantPlace {
  readonly index?: RestaurantIndex
  readonly sides?: Sides
  readonly breath?: Breath | undefined
}

/**
 * The pairs of near-duplicate texts. Equal texts are always pairs and enter the search once; its notes count distinct
 * texts.
 *
 * @throws NearsameError as `searchRestaurants`; PAIRS_LIMIT for too many equal texts
 * @example findRestaurantPairs(["Art's Deli Studio City", "Art's Deli, Studio City", 'Art Bar']).then(({ left, right }) => [...left, ...right]) // => [0, 1]
 */
export async function findRestaurantPairs(
  texts: readonly string[],
  options: RestaurantOptions = {},
  { index, sides, breath }: RestaurantPlace = {},
): Promise<FoundRestaurantPairs> {
  const checked = checkRestaurantOptions(options)
  const copies = await breathing(RestaurantCopies.of(texts, checkSplit(texts, sides)), breath)
  const { rows, split } = copies
  const distinct = Array.from(rows, row => texts[row])
  const place = { index, split, breath, numberOf: (row: number) => rows[row] + 1 }
  const found = await searchRows(distinct, checked, place)
  const { distance: similarity, ...pairs } = await breathing(copies.unfold(found), breath)
  return { ...pairs, similarity, notes: { ...found.notes } }
}

/**
 * The source's file of results: a line `id TAB id TAB distance` for each pair, in the order of the search.
 *
 * @param idOf the id of a row. Default: its position, from 1
 */
export function restaurantReport(found: RestaurantPairs, idOf: (row: number) => string = numberOf): string {
  checkFound(found, idOf)
  const { left, right, distance } = found
  return Array.from(left, (row, i) => `${idOf(row)}\t${idOf(right[i])}\t${distance[i]}\n`).join('')
}

/** The listing that the source prints: each row with duplicates, then these with their distances, then `==`. */
export function restaurantListing(
  found: RestaurantPairs,
  idOf: (row: number) => string = numberOf,
): string {
  checkFound(found, idOf)
  const { left, right, distance, contents } = found
  const lines: string[] = []
  for (let i = 0; i < left.length; i++) {
    if (i === 0 || left[i] !== left[i - 1]) lines.push(`${idOf(left[i])}: ${contents[left[i]]}`)
    lines.push(`${idOf(right[i])}: ${contents[right[i]]} (${distance[i]})`)
    if (left[i] !== left[i + 1]) lines.push('==')
  }
  return lines.map(line => `${line}\n`).join('')
}

function numberOf(row: number): string {
  return String(row + 1)
}

function checkFound(found: RestaurantPairs, idOf: unknown): void {
  checkNamed('found', found)
  const { left, right, distance, contents } = found
  const isFound =
    left instanceof Int32Array &&
    right?.length === left.length &&
    distance?.length === left.length &&
    Array.isArray(contents)
  checkArgument(isFound, 'found', found, 'a result of `searchRestaurants`')
  checkArgument(typeof idOf === 'function', 'idOf', idOf, 'a function from rows to ids')
}
