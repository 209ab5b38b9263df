/**
 * Inverted index: the rows of each item, over several families of features at once.
 *
 *     rowStarts, rowItems, rowWeights      the items of a row, rare first
 *     listStarts, listRows, listWeights    the rows of an item, ascending
 *
 * Families (words, character n-grams) share one numbering by frequency. Weights are cosine weights over the root of the
 * number of families, so the vector of a row over all families has length 1.
 * Cost: 16 bytes an entry; a row has one entry for each distinct item of each family.
 */
import { inBlocks, type Steps } from '../../../ground/breath/steps.ts'
import type { Features } from './features.ts'

export interface ItemIndex {
  readonly rows: number
  readonly rowStarts: Int32Array
  readonly rowItems: Int32Array
  readonly rowWeights: Float32Array
  readonly listStarts: Int32Array
  readonly listRows: Int32Array
  readonly listWeights: Float32Array
}

const rowsAStep = 256

/** Merges the items of all families by frequency; ties by family, then number. */
export function* indexItems(families: readonly Features[]): Steps<ItemIndex> {
  const rows = families[0].rows
  const share = Math.fround(1 / Math.sqrt(families.length))
  const count = families.reduce((sum, f) => sum + f.count, 0)
  const ranks = rankTogether(families, count)
  yield
  const rowStarts = new Int32Array(rows + 1)
  for (let r = 0; r < rows; r++) {
    rowStarts[r + 1] = families.reduce((sum, f) => sum + f.starts[r + 1] - f.starts[r], rowStarts[r])
  }
  const rowItems = new Int32Array(rowStarts[rows])
  const rowWeights = new Float32Array(rowStarts[rows])
  const listStarts = new Int32Array(count + 1)
  let base = 0
  for (const f of families) {
    for (let i = 0; i < f.count; i++) listStarts[ranks[base + i] + 1] = f.frequency[i]
    base += f.count
  }
  for (let i = 0; i < count; i++) listStarts[i + 1] += listStarts[i]
  const next = listStarts.slice(0, count)
  const listRows = new Int32Array(rowItems.length)
  const listWeights = new Float32Array(rowItems.length)
  yield* inBlocks(rows, rowsAStep, (from, to) => {
    for (let r = from; r < to; r++) {
      mergeRow(families, ranks, r, { items: rowItems, weights: rowWeights }, rowStarts[r])
      for (let e = rowStarts[r]; e < rowStarts[r + 1]; e++) {
        rowWeights[e] *= share
        const at = next[rowItems[e]]++
        listRows[at] = r
        listWeights[at] = rowWeights[e]
      }
    }
  })
  return { rows, rowStarts, rowItems, rowWeights, listStarts, listRows, listWeights }
}

/** The place of each item (family after family) in the order of all. */
function rankTogether(families: readonly Features[], count: number): Int32Array {
  const ranks = new Int32Array(count)
  const at = families.map(() => 0)
  for (let rank = 0; rank < count; rank++) {
    let least = -1
    for (let k = 0; k < families.length; k++) {
      if (at[k] === families[k].count) continue
      if (least < 0 || families[k].frequency[at[k]] < families[least].frequency[at[least]]) least = k
    }
    let base = 0
    for (let k = 0; k < least; k++) base += families[k].count
    ranks[base + at[least]++] = rank
  }
  return ranks
}

/** Writes the items of a row by rank, from `out` on. */
function mergeRow(
  families: readonly Features[],
  ranks: Int32Array,
  row: number,
  merged: { readonly items: Int32Array; readonly weights: Float32Array },
  out: number,
): void {
  const { items, weights } = merged
  const from = families.map(f => f.starts[row])
  for (let end = out; ; end++) {
    let least = -1
    let leastRank = 0
    let base = 0
    for (let k = 0; k < families.length; k++) {
      const f = families[k]
      if (from[k] < f.starts[row + 1]) {
        const rank = ranks[base + f.items[from[k]]]
        if (least < 0 || rank < leastRank) {
          least = k
          leastRank = rank
        }
      }
      base += f.count
    }
    if (least < 0) return
    items[end] = leastRank
    weights[end] = families[least].cosine[from[least]++]
  }
}
