/**
 * Sketch bounds: upper bounds of similarities from sketches on disk.
 *
 *     document d ─▶ slot d mod slots of a cache, read from the column if another document is there
 *
 * Ours: all of it. Cost: 88 bytes for each slot; about 2 microseconds for each sketch that is read.
 */
import { type Bounds, boundsBy } from '../../engine/cluster/candidates.ts'
import { oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'
import { oddBound } from '../../texts/kernels/reference/odd-bound.ts'
import type { ScanBlocks } from './scan-blocks.ts'

const sketchBytes = 4 * oddSketchWords

/** Bytes of memory for each slot. */
export const bytesOfSlot = sketchBytes + 4

/**
 * @param slots of the cache, 2 or more; with one for each document none is read twice
 * @throws NearsameError TEMPORARY_CORRUPT
 */
export function sketchBounds(
  blocks: ScanBlocks,
  measure: 'jaccard' | 'containment',
  slots: number,
  rest: () => Promise<void>,
): Bounds {
  const readRow = blocks.rowsOf('sketches')
  // The last slot is for a document whose own slot holds the other one of its pair.
  const sketches = new Uint32Array((slots + 1) * oddSketchWords)
  const bytes = new Uint8Array(sketches.buffer)
  const holds = new Int32Array(slots + 1).fill(-1)
  const read = (document: number, slot: number) => {
    if (holds[slot] === document) return
    readRow(document, bytes.subarray(slot * sketchBytes, (slot + 1) * sketchBytes))
    holds[slot] = document
  }
  return boundsBy((left, right) => {
    const a = left % slots
    const b = right % slots === a && left !== right ? slots : right % slots
    read(left, a)
    read(right, b)
    return oddBound(measure, sketches, a, sketches, b)
  }, rest)
}
