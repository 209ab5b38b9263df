/**
 * Bands to groups: turns band keys into numbered groups of documents that agree on a whole band.
 *
 * Band by band, one hash table maps a key to its state:
 *
 *     0         no document has this key yet
 *     d + 1     only document d has it
 *     -g        it is group g
 *
 * The second document with a key opens a group and writes its number to the first one, too. So the column of keys
 * becomes a column of group numbers in place, with 0 for documents that stay alone. Numbers count on from band to band:
 * a group number implies its band, and the groups of a document ascend. At the end the zeros, most of the column, are
 * removed, and the column is released. Only representatives with tokens take part: their equals follow them.
 *
 * Ours: all of it. Cost: one or two probes per key; 12 to 24 bytes a document while it runs (all bands reuse the
 * table), then 4 bytes a document and 4 for each of its groups. Error: none; a shared 32-bit key is a candidate, not a
 * match.
 */

import type { Steps } from '../../ground/breath/steps.ts'
import { release } from '../../ground/lists/release.ts'
import type { Candidates, DocumentGroups } from '../cluster/candidates.ts'
import type { Columns } from './columns.ts'
import { tableSize } from './group-equal.ts'

/**
 * Turns the keys, which are released, into `columns.groups`, and returns them as candidates. Each step is one band.
 *
 * @param representative from `representatives`; not written.
 * @param agree minimum number of bands that a candidate pair shares
 */
export function* groupBands(columns: Columns, representative: Int32Array, agree = 1): Steps<Candidates> {
  const documents = dropOthers(columns, representative)
  const size = tableSize(documents.length)
  const table = new Int32Array(2 * size) // key and state of a slot side by side: one cache line
  let groups = 0
  for (let band = 0; band < columns.bands; band++) {
    table.fill(0)
    groups = groupBand(columns, band, documents, table, groups)
    yield
  }
  release(table)
  columns.groups = packed(columns)
  return { agree, groups, ...columns.groups }
}

/** The documents that take part; the keys of all others become 0. */
function dropOthers({ count, bands, keys, tokenCount }: Columns, representative: Int32Array): Int32Array {
  const documents = new Int32Array(count)
  let taken = 0
  for (let document = 0; document < count; document++) {
    if (representative[document] === document && tokenCount[document] !== 0) documents[taken++] = document
    else keys.fill(0, document * bands, (document + 1) * bands)
  }
  return documents.subarray(0, taken)
}

/** One band; numbers its groups from `groups + 1` on. @returns the last number given. */
function groupBand(
  { keys, bands }: Columns,
  band: number,
  documents: Int32Array,
  table: Int32Array,
  groups: number,
): number {
  const mask = table.length - 1
  let last = groups
  for (let at = 0; at < documents.length; at++) {
    const document = documents[at]
    const cell = document * bands + band
    const key = keys[cell] | 0
    const mixed = Math.imul(key, 0x9e3779b1)
    let slot = ((mixed ^ (mixed >>> 15)) << 1) & mask
    while (table[slot + 1] !== 0 && table[slot] !== key) slot = (slot + 2) & mask
    const state = table[slot + 1]
    if (state === 0) {
      table[slot] = key
      table[slot + 1] = document + 1
      keys[cell] = 0
    } else if (state > 0) {
      last++
      keys[(state - 1) * bands + band] = last
      keys[cell] = last
      table[slot + 1] = -last
    } else {
      keys[cell] = -state
    }
  }
  return last
}

/** The group numbers without the zeros; the keys are empty afterwards. */
function packed(columns: Columns): DocumentGroups {
  const { count, bands, keys } = columns
  const starts = new Uint32Array(count + 1)
  let end = 0
  // In place: a document's groups are never written past its keys.
  for (let document = 0; document < count; document++) {
    starts[document] = end
    const last = (document + 1) * bands
    for (let cell = document * bands; cell < last; cell++) if (keys[cell] !== 0) keys[end++] = keys[cell]
  }
  starts[count] = end
  columns.keys = new Uint32Array(0)
  const numbers = keys.slice(0, end)
  release(keys)
  return { starts, numbers }
}
