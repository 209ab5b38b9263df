/** Start lines: the first lines of a file, until the caller has seen enough. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const blockBytes = 64 * 1024
/** Bytes at the start of a file that show what it is. */
export const enoughBytes = 1 << 20

export interface Limits {
  /** Bytes of the longest line; one beyond it comes out empty. */
  readonly longest: number
  /** Bytes after which no further line is read. */
  readonly most: number
  /** Called for each line: what stays of its pieces. Default: all. */
  readonly shortening?: (() => (piece: Buffer) => Buffer) | undefined
}

const all = () => (piece: Buffer) => piece

/** Lines from the byte `start` on, without their line feeds; the end of the file may cut the last one. */
export function* startLines(path: string, start: number, limits: Limits): Generator<Uint8Array> {
  const { longest, most, shortening = all } = limits
  const fd = openSync(path, 'r')
  try {
    let parts: Buffer[] = []
    let stays = shortening()
    let length = 0
    let seen = 0
    const wanted = Math.min(blockBytes, most, 1 + Math.max(0, fstatSync(fd).size - start))
    while (seen < most) {
      const block = Buffer.allocUnsafe(wanted)
      const got = readSync(fd, block, 0, block.length, start + seen + length)
      let from = 0
      for (let feed = block.indexOf(10); feed >= 0 && feed < got; feed = block.indexOf(10, from)) {
        parts.push(stays(block.subarray(from, feed)))
        length += feed - from
        seen += length + 1
        yield Buffer.concat(length <= longest ? parts : [])
        parts = []
        stays = shortening()
        length = 0
        from = feed + 1
      }
      length += got - from
      if (length > longest) parts = []
      else parts.push(stays(block.subarray(from, got)))
      if (got > 0) continue
      if (length > 0) yield Buffer.concat(parts)
      return
    }
  } finally {
    closeSync(fd)
  }
}
