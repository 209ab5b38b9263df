/**
 * Copies: the search sees equal texts once; its pairs are then expanded to pairs of rows.
 *
 *     texts ─▶ classes of equal texts ─▶ a row of each and list ─search─▶ pairs of classes ─▶ pairs of rows
 *
 * Texts of one class are pairs of distance 0, even if the search could not find them; a pair of classes stands for the
 * pairs of all their rows, or for two lists of all rows across. So copies take no places in answers and change no
 * ranks.
 *
 * Ours: all of it. Cost: about 100 bytes a text and 80 a pair of classes, 32 a pair of rows.
 */
import { forEachInSteps, inBlocks, type Steps } from '../../ground/breath/steps.ts'
import { DoubleList, IntList } from '../../ground/lists/growing-lists.ts'
import { DocumentClasses } from '../../ground/pair-rows/classes.ts'
import { allRowsInSteps, type ClassMatches } from '../../ground/pair-rows/pair-rows.ts'

/** Rows of pairs, by left, then right. */
interface CopiedPairs {
  readonly left: Int32Array
  readonly right: Int32Array
  readonly distance: Float64Array
}

/** These pairs take one gigabyte; 11,585 equal texts have almost as many. */
const limit = { most: 2 ** 26, fix: 'remove equal texts first, which `dedupe` does with `near` off' }
/** About a millisecond of entries in a set. */
const pairsAStep = 4096

export class RestaurantCopies {
  /** The rows to search: the first of each class; with two lists, the first in each list. */
  readonly rows: Int32Array
  /** The number of `rows` before `split`. */
  readonly split: number | undefined
  readonly #classes: DocumentClasses

  /** @param rows to search among, as below; @param split as below */
  constructor(rows: Int32Array, split: number | undefined, classes: DocumentClasses) {
    this.rows = rows
    this.split = split
    this.#classes = classes
  }

  /** @param split rows before it are compared only with those from it on */
  static *of(texts: readonly string[], split?: number): Steps<RestaurantCopies> {
    const firstOf = new Map<string, number>()
    const searched = new Set<string>() // in the current list
    const rows = new IntList()
    let searchedBefore = 0
    const representative = new Int32Array(texts.length)
    yield* forEachInSteps(texts, (text, row) => {
      if (row === split) {
        searchedBefore = rows.length
        searched.clear()
      }
      if (!searched.has(text)) rows.push(row)
      searched.add(text)
      const first = firstOf.get(text) ?? row
      firstOf.set(text, first)
      representative[row] = first
    })
    const ofFirst = split === undefined || split < texts.length ? searchedBefore : rows.length
    return new RestaurantCopies(
      rows.values.slice(0, rows.length),
      split === undefined ? undefined : ofFirst,
      new DocumentClasses(representative, texts.length, split),
    )
  }

  /**
   * All pairs of the texts.
   *
   * @param found pairs of places in `rows`
   * @throws NearsameError PAIRS_LIMIT
   */
  *unfold(found: CopiedPairs): Steps<CopiedPairs> {
    const rows = yield* allRowsInSteps(this.#classes, yield* this.#matchesOf(found), 0, limit)
    return { left: rows.left, right: rows.right, distance: rows.similarity }
  }

  /** The pairs of near classes, each once: with two lists, the search may find it from either side. */
  *#matchesOf({ left, right, distance }: CopiedPairs): Steps<ClassMatches> {
    const { count, representative } = this.#classes
    const matches = { left: new IntList(), right: new IntList(), similarity: new DoubleList() }
    const seen = new Set<number>()
    yield* inBlocks(left.length, pairsAStep, (from, to) => {
      for (let pair = from; pair < to; pair++) {
        const [a, b] = [left, right].map(side => representative[this.rows[side[pair]]])
        const key = Math.min(a, b) * count + Math.max(a, b)
        if (a === b || seen.has(key)) continue
        seen.add(key)
        matches.left.push(a)
        matches.right.push(b)
        matches.similarity.push(distance[pair])
      }
    })
    return matches
  }
}
