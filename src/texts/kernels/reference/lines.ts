/** Line feeds, the definition: one byte after the other, for `kernels/assembly/lines.ts` to agree with. */

/** See `Kernels.newlines`. */
export function newlines(memory: Uint8Array, from: number, to: number, out: number, max: number): number {
  const words = new DataView(memory.buffer, memory.byteOffset, memory.byteLength)
  let count = 0
  for (let at = from; at < to && count < max; at++) {
    if (memory[at] === 0x0a) words.setUint32(out + 4 * count++, at, true)
  }
  return count
}
