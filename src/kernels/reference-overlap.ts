/** Exact sizes of two sets of 64-bit hashes and of what they share: the ground of every verified measure. */
import { wordsOf } from './reference-mix.ts'

/** Writes u32 {shared, distinct a, distinct b} at `out`; repeats are not counted. */
export function overlap(
  memory: Uint8Array,
  a: number,
  aCount: number,
  b: number,
  bCount: number,
  out: number,
): void {
  const words = wordsOf(memory)
  const setAt = (at: number, count: number) => {
    const set = new Set<bigint>()
    for (let i = 0; i < count; i++) set.add(words.get(at + 8 * i))
    return set
  }
  const left = setAt(a, aCount)
  const right = setAt(b, bCount)
  let shared = 0
  for (const value of left) if (right.has(value)) shared++
  const view = new DataView(memory.buffer, memory.byteOffset)
  view.setUint32(out, shared, true)
  view.setUint32(out + 4, left.size, true)
  view.setUint32(out + 8, right.size, true)
}
