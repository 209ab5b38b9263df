/**
 * Groups the keys of one band, in any thread: bands are independent of each other.
 *
 *     keys in the chunks ─▶ mixed ─▶ parts by their upper bits ─▶ group of each document ─▶ in place of the keys
 *
 * For each part, a hash table maps a key to its state:
 *
 *     0         no document has this key yet
 *     d + 1     only document d has it, counted among those that take part
 *     -g        it is group g of the band
 *
 * The second document with a key opens a group and writes its number to the first one, too; documents that stay alone
 * have 0. One table of all keys would be larger than a core's cache, so that each look at it waits for memory; that of
 * a part is small. Parts follow each other, and how many there are depends on the documents alone: so do the numbers.
 *
 * `groupInKernels` does the same in kernel memory.
 *
 * Ours: all of it. Cost: 30 ns a key; 16 bytes a document while it runs. Error: none; a shared 32-bit key is a
 * candidate, not a match.
 */
import { release } from '../../ground/lists/release.ts'
import { tableSize } from './group-equal.ts'

/** Some documents in the chunks, as plain data; arrays in shared memory are shared. */
export interface Cells {
  /** `keys` of each chunk. */
  readonly keys: readonly Uint32Array[]
  readonly chunkBits: number
  /** Consecutive rows of a chunk: their first slot and their number, one after the other. */
  readonly runs: Uint32Array
}

/** A band to group. */
export interface BandTask extends Cells {
  readonly kind: 'band'
  readonly band: number
  /** [documents] 1 for those that take part. */
  readonly takes: Uint8Array
}

/** Documents of a part, about: their table, of 64 to 128 KiB, fits into a core's second-level cache. */
const documentsOfPart = 4096

/** Turns keys into group numbers from 1 on, in place; 0 for all others. @returns the number of groups */
export function groupBand(task: BandTask): number {
  const mixed = new Int32Array(task.takes.length)
  copyBand(task, task.band, (row, at) => mixed.set(row, at))
  for (let at = 0; at < mixed.length; at++) mixed[at] = Math.imul(mixed[at], 0x9e3779b1)
  const parts = divided(mixed, task.takes)
  const groups = mixed.fill(0) // the keys are in the parts
  const last = groupParts(parts, groups)
  copyBand(task, task.band, (row, at) => row.set(groups.subarray(at, at + row.length)))
  for (const array of [groups, parts.mixed, parts.documents]) release(array)
  return last
}

/** Calls `copy` with the cells of each run, and the place of its first document. */
export function copyBand(
  { keys, chunkBits, runs }: Cells,
  band: number,
  copy: (row: Uint32Array, at: number) => void,
): void {
  const rows = 2 ** chunkBits
  let at = 0
  for (let run = 0; run < runs.length; run += 2) {
    const from = band * rows + (runs[run] & (rows - 1))
    copy(keys[runs[run] >>> chunkBits].subarray(from, from + runs[run + 1]), at)
    at += runs[run + 1]
  }
}

/** Documents by parts: those of part p are [ends[p - 1] or 0, ends[p]), in input order. */
interface Parts {
  readonly ends: Uint32Array
  readonly mixed: Int32Array<ArrayBuffer>
  readonly documents: Int32Array<ArrayBuffer>
}

/** @param mixed the keys, multiplied so that their upper bits are random: equal just when the keys are */
function divided(mixed: Int32Array, takes: Uint8Array): Parts {
  const count = mixed.length
  const bits = Math.max(1, Math.ceil(Math.log2(count / documentsOfPart)))
  const shift = 32 - bits
  const ends = new Uint32Array(2 ** bits)
  for (let at = 0; at < count; at++) ends[mixed[at] >>> shift] += takes[at]
  for (let part = 0, sum = 0; part < ends.length; part++) {
    const size = ends[part]
    ends[part] = sum
    sum += size
  }
  const parts = { ends, mixed: new Int32Array(count), documents: new Int32Array(count) }
  for (let at = 0; at < count; at++) {
    if (takes[at] === 0) continue
    const to = ends[mixed[at] >>> shift]++
    parts.mixed[to] = mixed[at]
    parts.documents[to] = at
  }
  return parts
}

/** Writes the group of each document. @returns the number of groups */
function groupParts({ ends, mixed, documents }: Parts, groups: Int32Array): number {
  let largest = 0
  for (let part = 0; part < ends.length; part++)
    largest = Math.max(largest, ends[part] - (part === 0 ? 0 : ends[part - 1]))
  const table = new Int32Array(2 * tableSize(largest)) // key and state of a slot side by side: one cache line
  const mask = table.length - 1
  let last = 0
  let at = 0
  for (const end of ends) {
    table.fill(0)
    for (; at < end; at++) {
      const key = mixed[at]
      const document = documents[at]
      let slot = ((key ^ (key >>> 15)) << 1) & mask
      while (table[slot + 1] !== 0 && table[slot] !== key) slot = (slot + 2) & mask
      const state = table[slot + 1]
      if (state === 0) {
        table[slot] = key
        table[slot + 1] = document + 1
        groups[document] = 0
      } else if (state > 0) {
        last++
        groups[state - 1] = last
        groups[document] = last
        table[slot + 1] = -last
      } else {
        groups[document] = -state
      }
    }
  }
  return last
}
