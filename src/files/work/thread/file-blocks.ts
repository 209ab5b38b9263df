/**
 * File blocks: small files, a record each, one behind the other in kernel memory, as `BlockReader` yields records of
 * one source. Each file is open only while it is read.
 */
import { closeSync } from 'node:fs'
import { align64 } from '../../../texts/kernels/layout/memory-layout.ts'
import type { Workspace } from '../../../texts/workspace/workspace.ts'
import { openedSource, type Source } from '../../inputs/source.ts'
import { readInput } from '../../io/read-input.ts'
import { type Block, BlockReader } from './block-reader.ts'

/** Bytes of a block, and of the longest file in it. */
export const fileBlockBytes = 512 * 1024

/** A whole file: its record is [from, to). */
interface SmallFile {
  readonly source: Pick<Source, 'file' | 'path'>
  readonly from: number
  readonly to: number
}

/** Yields blocks; each reuses the memory of the one before. */
export class FileBlocks {
  readonly #space: Workspace
  readonly #files: readonly SmallFile[]
  readonly #maxRecord: number
  readonly #ends: Uint32Array
  readonly #offsets: Float64Array
  #end = 0
  #count = 0

  /** REQUIRES: each file has at most `fileBlockBytes` and `maxRecord` bytes. */
  constructor(space: Workspace, files: readonly SmallFile[], maxRecord: number) {
    this.#space = space
    this.#files = files
    this.#maxRecord = maxRecord
    this.#ends = new Uint32Array(files.length)
    this.#offsets = new Float64Array(files.length)
  }

  *[Symbol.iterator](): Generator<Block> {
    // A file of the size that it was found with ends before the last byte that is asked for.
    this.#space.reserve(this.#space.free + fileBlockBytes + 1)
    this.#end = this.#space.free
    for (const file of this.#files) {
      if (this.#end + file.to - file.from > this.#space.free + fileBlockBytes) yield this.#take()
      const fd = openedSource(file.source.file)
      try {
        if (this.#read(fd, file)) continue
        if (this.#count > 0) yield this.#take()
        const range = { ...file, name: file.source.path, fd, isAligned: true, maxRecord: this.#maxRecord }
        yield* new BlockReader(this.#space, range, { by: 'whole' })
      } finally {
        closeSync(fd)
      }
    }
    if (this.#count > 0) yield this.#take()
  }

  /** @returns whether the file has the size that it was found with */
  #read(fd: number, { source: { path }, from, to }: SmallFile): boolean {
    const wanted = { at: this.#end, length: to - from + 1, position: from }
    if (from < to && readInput(fd, path, this.#space.bytes, wanted) !== to - from) return false
    this.#end += to - from
    this.#offsets[this.#count] = from
    this.#ends[this.#count++] = this.#end
    return true
  }

  #take(): Block {
    const { free } = this.#space
    const block = {
      ...{ from: free, ends: this.#ends, count: this.#count, offset: 0, offsets: this.#offsets },
      free: align64(this.#end + 64),
    }
    this.#end = free
    this.#count = 0
    return block
  }
}
