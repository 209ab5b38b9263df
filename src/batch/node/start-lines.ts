/** Start lines: the first lines of a file, until enough was seen; a line over the limit is passed over unread. */
import { closeSync, openSync, readSync } from 'node:fs'

const blockBytes = 64 * 1024
/** Bytes of lines after which a reader that has not found what it looks for gives up. */
const enoughBytes = 1 << 20

/** Lines without their line feed, from the byte `start` on. */
export function* startLines(path: string, start: number, longest: number): Generator<Uint8Array> {
  const fd = openSync(path, 'r')
  try {
    let parts: Buffer[] = []
    let length = 0
    let seen = 0
    for (let position = start; seen < enoughBytes; ) {
      const block = Buffer.alloc(blockBytes)
      const got = readSync(fd, block, 0, blockBytes, position)
      position += got
      let from = 0
      for (let feed = block.indexOf(10); feed >= 0 && feed < got; feed = block.indexOf(10, from)) {
        parts.push(block.subarray(from, feed))
        length += feed - from
        if (length <= longest) yield Buffer.concat(parts)
        seen += Math.min(length, longest) + 1
        parts = []
        length = 0
        from = feed + 1
      }
      length += got - from
      parts = length <= longest ? [...parts, block.subarray(from, got)] : []
      if (got > 0) continue
      if (parts.length > 0) yield Buffer.concat(parts)
      return
    }
  } finally {
    closeSync(fd)
  }
}
