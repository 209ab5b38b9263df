/**
 * Blocks: a byte range of a source as sequences of whole records in kernel memory.
 *
 * A range [from, to) owns the records that *start* in it, so ranges of lines may be cut anywhere: its first bytes up
 * to a line end belong to the range before, and its last record is read beyond `to`. The reader skips a record longer
 * than `maxRecord` without holding it in memory.
 *
 *     file   ──┤ from ─────────────────────────── to ├──
 *     blocks      └ rest of another's record ┘└ own ┘└ own, to its end ┘
 */

import { withRoom } from '../../../ground/lists/growing-lists.ts'
import { align64 } from '../../../texts/kernels/layout/memory-layout.ts'
import type { Workspace } from '../../../texts/workspace/workspace.ts'
import { type Cut, type PieceEnd, pieceEndOf, type RecordEnd, recordEndOf } from '../../formats/cuts.ts'
import { inputChanged } from '../../io/input-errors.ts'
import { readInput } from '../../io/read-input.ts'

/** Bytes per read: of the order of a core's second-level cache. */
const blockBytes = 512 * 1024

interface RangeOfSource {
  /** Name of the source in messages. */
  readonly name: string
  readonly fd: number
  readonly from: number
  readonly to: number
  /** Whether a record is known to start at `from`. REQUIRES: true, unless lines are records. */
  readonly isAligned: boolean
  readonly maxRecord: number
}

/** Complete records in memory: record i is [ends[i - 1] or from, ends[i]), with its terminator. */
export interface Block {
  /** Address of the first record. */
  readonly from: number
  /** Addresses after each record, ascending. */
  readonly ends: Uint32Array
  readonly count: number
  /** Offset of the first record in the file. */
  readonly offset: number
  /** Of records that are a file each: the offset of each in its own. */
  readonly offsets?: Float64Array
  /** First free address behind the block. */
  readonly free: number
  /** A skipped record: its offset and length in the file, and whether a line feed ends it. */
  readonly tooLong?: { readonly offset: number; readonly length: number; readonly isEnded: boolean }
}

/** Where a record is in its source. */
export interface PlaceInSource {
  readonly offset: number
  readonly length: number
}

export function placeInSource(block: Block, index: number): PlaceInSource {
  const from = startOf(block, index)
  return { offset: offsetOf(block, index), length: block.ends[index] - from }
}

export function offsetOf(block: Block, index: number): number {
  return block.offsets?.[index] ?? block.offset + (startOf(block, index) - block.from)
}

/** Address of a record. */
export function startOf({ from, ends }: Block, index: number): number {
  return index === 0 ? from : ends[index - 1]
}

const noEnds = new Uint32Array(0)

/** Yields blocks; each reuses the memory of the one before. */
export class BlockReader {
  readonly #space: Workspace
  readonly #range: RangeOfSource
  readonly #cut: Cut
  readonly #isByLine: boolean
  readonly #recordEnd: RecordEnd
  #ends: Uint32Array<ArrayBuffer> = noEnds
  /** Bytes in memory not yet yielded: [#at, #end) hold the file from #offset on. */
  #at: number
  #end: number
  #offset: number
  #atEnd = false
  /** Records of the last look. */
  #count = 0

  constructor(space: Workspace, range: RangeOfSource, cut: Cut) {
    this.#space = space
    this.#range = range
    this.#cut = cut
    this.#isByLine = cut.by === 'line'
    this.#recordEnd = recordEndOf(cut)
    this.#at = space.free
    this.#end = space.free
    this.#offset = range.from
    if (!range.isAligned && this.#isByLine) {
      // One byte early: a line feed there means that a record starts at `from` itself.
      this.#offset = range.from - 1
      this.#skip(pieceEndOf(cut), range.to)
    }
  }

  *[Symbol.iterator](): Generator<Block> {
    while (this.#offset < this.#range.to) {
      const length = this.#end - this.#at
      if (this.#at !== this.#space.free) {
        this.#space.bytes.copyWithin(this.#space.free, this.#at, this.#end)
        this.#at = this.#space.free
        this.#end = this.#at + length
      }
      // Very short records: more of them may be in memory than one look finds.
      const isFull = this.#count > 0 && length >= blockBytes
      if (!this.#atEnd && !isFull) this.#fill()
      const count = this.#findEnds()
      this.#count = count
      if (count > 0) {
        yield this.#take(count)
      } else if (this.#end - this.#at > this.#range.maxRecord) {
        yield this.#passOver()
      } else if (this.#atEnd) {
        return
      }
    }
  }

  /** Reads one more block, appending it. */
  #fill(): void {
    const kept = this.#end - this.#at
    const wanted = Math.max(blockBytes, Math.min(kept, this.#range.maxRecord + 1 - kept))
    this.#space.reserve(this.#end + wanted + 128)
    const position = this.#offset + (this.#end - this.#at)
    const got = this.#read(wanted, position)
    if (got === 0) this.#finish(position)
    // What ends the read at the end of the range is the end of the file, which need not be read once more.
    else if (got < wanted && position + got === this.#range.to) this.#atEnd = true
    this.#end += got
  }

  #read(length: number, position: number): number {
    const { fd, name } = this.#range
    return readInput(fd, name, this.#space.bytes, { at: this.#end, length, position })
  }

  /** @throws NearsameError INPUT_CHANGED when the file ends before the range does. */
  #finish(position: number): void {
    this.#atEnd = true
    if (position >= this.#range.to) return
    throw inputChanged(
      `its end at byte ${position} instead of ${this.#range.to} or later`,
      this.#range.name,
    )
  }

  /** Finds the ends of the complete records that start before `to`. @returns how many */
  #findEnds(): number {
    const ownBytes = this.#range.to - this.#offset
    if (this.#isByLine) return this.#findLineEnds(ownBytes)
    const recordEnd = this.#recordEnd
    let count = 0
    let from = this.#at
    while (from < this.#end && from - this.#at < ownBytes) {
      const end = recordEnd(this.#space.bytes, from, this.#end, this.#atEnd)
      if (end < 0) break
      this.#add(count++, end)
      from = end
    }
    return count
  }

  #findLineEnds(ownBytes: number): number {
    const out = align64(this.#end + 64)
    const room = Math.max(4096, (this.#end - this.#at) >> 3)
    this.#space.reserve(out + 4 * room)
    const found = this.#space.kernels.newlines(this.#at, this.#end, out, room)
    const feeds = this.#space.words.subarray(out / 4, out / 4 + found)
    let count = 0
    let from = this.#at
    while (count < found && from - this.#at < ownBytes) {
      from = feeds[count] + 1
      this.#add(count++, from)
    }
    const isLast = this.#atEnd && found < room && from < this.#end && from - this.#at < ownBytes
    if (isLast) this.#add(count++, this.#end)
    return count
  }

  #add(index: number, end: number): void {
    this.#ends = withRoom(this.#ends, index + 1)
    this.#ends[index] = end
  }

  #take(count: number): Block {
    const from = this.#at
    const offset = this.#offset
    const end = this.#ends[count - 1]
    this.#offset += end - from
    this.#at = end
    return { from, ends: this.#ends, count, offset, free: align64(this.#end + 64) }
  }

  #passOver(): Block {
    const offset = this.#offset
    if (this.#cut.by === 'whole') this.#skipAll()
    else this.#skip(pieceEndOf(this.#cut))
    const isEnded = this.#at > this.#space.free && this.#space.bytes[this.#at - 1] === 10
    const tooLong = { offset, length: this.#offset - offset, isEnded }
    return { from: this.#at, ends: this.#ends, count: 0, offset, free: align64(this.#end + 64), tooLong }
  }

  #skipAll(): void {
    this.#offset = this.#range.to
    this.#at = this.#space.free
    this.#end = this.#at
    this.#atEnd = true
  }

  /** Skips the rest of the current record, reading without keeping it; gives up at the offset `until`. */
  #skip(pieceEnd: PieceEnd, until = Number.POSITIVE_INFINITY): void {
    while (this.#offset < until) {
      const end = pieceEnd(this.#space.bytes, this.#at, this.#end)
      this.#offset += (end < 0 ? this.#end : end) - this.#at
      this.#at = end
      if (end >= 0) return
      this.#at = this.#space.free
      this.#end = this.#at
      if (this.#atEnd) return
      this.#fill()
    }
  }
}
