/** Sizes and tables that all callers use to lay out kernel memory. */

/** Regions start at multiples of 64 bytes. @example align64(65) // => 128 */
export const align64 = (value: number): number => Math.ceil(value / 64) * 64

/**
 * Bytes of the canonical text of a text of `textBytes`, and of the work on it: 3 bytes become at most 33 (U+FDFA).
 *
 * @example canonicalRoom(3) // => 289
 */
export const canonicalRoom = (textBytes: number): number => 11 * textBytes + 256

/**
 * Bytes of the table that `Kernels.distinct` and `tableOf` need for `count` values.
 *
 * @example setTableBytes(5) // => 264
 * @example setTableBytes(0) // => 136
 */
export function setTableBytes(count: number): number {
  const slots = (count <= 16384 ? 4 : 2) * count
  return 8 * ((1 << Math.max(4, 32 - Math.clz32(Math.max(0, slots - 1)))) + 1)
}

/** Scratch bytes of `Kernels.groupKeys`: parts, keys with their places, and a table, in the worst case of all. */
export const groupScratchBytes = (count: number): number =>
  4 * (2 + count / 1024) + 8 * count + 8 * Math.max(16, 2 ** Math.ceil(Math.log2(1.5 * count + 1))) + 64

/** Scratch bytes of `Kernels.rarest`: classes, sizes of up to 2^16 parts a class, keys. */
export function rarestScratchBytes(count: number): number {
  const partBits = Math.min(16, Math.max(4, 30 - Math.clz32(count)))
  return count + 4 * 33 * 2 ** partBits + 8 * count + 64
}

/** Log2 of the slots of a stop-word table for `count` words: at most half of them are used. */
export function stopTableBits(count: number): number {
  return Math.ceil(Math.log2(2 * count + 8))
}

/** Writes the table that `Kernels.stopwordShingles` reads: 2^bits u64 at `at`. */
export function writeStopTable(
  memory: ArrayBuffer,
  at: number,
  bits: number,
  hashes: Iterable<bigint>,
): void {
  const table = new BigUint64Array(memory, at, 2 ** bits).fill(0n)
  for (const hash of hashes) {
    let slot = Number(BigInt.asUintN(bits, hash))
    while (table[slot] !== 0n) slot = (slot + 1) % table.length
    table[slot] = hash
  }
}
