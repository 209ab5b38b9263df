/**
 * Rarest: the low halves of the rarest shingles of a set, by (class of the counter that a low half names, low half).
 *
 * What counters and classes are: `src/texts/similarity/rarity.ts`.
 */
const counterBits = 20

/** See `Kernels.rarest`. */
export function rarest(
  memory: Uint8Array,
  values: number,
  count: number,
  many: number,
  classes: number,
  _scratch: number,
  out: number,
): void {
  const words = new Uint32Array(memory.buffer)
  const classOf = (low: number) => memory[classes + (low >>> (32 - counterBits))]
  const lows = words.subarray(values / 4, values / 4 + 2 * count).filter((_, i) => i % 2 === 0)
  const ordered = [...lows].sort((a, b) => classOf(a) - classOf(b) || a - b)
  words.set(ordered.slice(0, many), out / 4)
}
