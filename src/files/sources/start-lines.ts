/** Start lines: the first lines of a file, until the caller has seen enough; lines over the limit are skipped. */
import { closeSync, openSync, readSync } from 'node:fs'

const blockBytes = 64 * 1024
/** Bytes after which a search gives up. */
export const enoughBytes = 1 << 20

interface StartLine {
  /** Without its line feed; empty for a line over the limit. */
  readonly bytes: Uint8Array
  /** Bytes from the start to the end of this line. */
  readonly seen: number
}

/** Lines from the byte `start` on; the end of the file may cut the last one. */
export function* startLines(path: string, start: number, longest: number): Generator<StartLine> {
  const fd = openSync(path, 'r')
  try {
    let parts: Buffer[] = []
    let length = 0
    let seen = 0
    while (seen < enoughBytes) {
      const block = Buffer.alloc(blockBytes)
      const got = readSync(fd, block, 0, blockBytes, start + seen + length)
      let from = 0
      for (let feed = block.indexOf(10); feed >= 0 && feed < got; feed = block.indexOf(10, from)) {
        parts.push(block.subarray(from, feed))
        length += feed - from
        seen += length + 1
        yield { bytes: Buffer.concat(length <= longest ? parts : []), seen }
        parts = []
        length = 0
        from = feed + 1
      }
      length += got - from
      parts = length <= longest ? [...parts, block.subarray(from, got)] : []
      if (got > 0) continue
      if (length > 0) yield { bytes: Buffer.concat(parts), seen: seen + length }
      return
    }
  } finally {
    closeSync(fd)
  }
}
