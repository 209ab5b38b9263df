/**
 * Plan: the settings that `describe` and `shinglesOf` read from memory, eight u32 in this order.
 *
 *     unit  size  stops  stopBits  signatureLength  seed  bands  rows
 */
export const shingleUnits = { words: 0, chars: 1, stopword: 2 } as const

export interface KernelPlan {
  readonly unit: keyof typeof shingleUnits
  readonly size: number
  /** Pointer and log2 size of the stop-word table; read for the unit `stopword` only. */
  readonly stops: number
  readonly stopBits: number
  readonly signatureLength: number
  readonly seed: number
  /** 0 asks `describe` for the hash of the raw text only. */
  readonly bands: number
  readonly rows: number
}

export const planBytes = 32

export function writePlan(memory: ArrayBuffer, at: number, plan: KernelPlan): void {
  const { size, stops, stopBits, signatureLength, seed, bands, rows } = plan
  const values = [shingleUnits[plan.unit], size, stops, stopBits, signatureLength, seed, bands, rows]
  new Uint32Array(memory, at, values.length).set(values)
}

export function readPlan(memory: ArrayBuffer, at: number): KernelPlan {
  const [unit, size, stops, stopBits, signatureLength, seed, bands, rows] = new Uint32Array(memory, at, 8)
  const units = Object.keys(shingleUnits) as KernelPlan['unit'][]
  return { unit: units[unit], size, stops, stopBits, signatureLength, seed, bands, rows }
}

/** Values (u32) that `describe` writes for a text: two 128-bit hashes, number of tokens, band keys. */
export const describeStride = (bands: number): number => 9 + bands

/** The most that the table for dropping repeated shingles is given; larger texts go without. */
const mostTableBytes = 2 ** 28

/**
 * Scratch bytes for texts of at most `textBytes`: canonical text, token hashes, shingle hashes and signature
 * stand one behind the other. Ten bytes for each byte of text cover one-letter tokens (1 + 4 + 4); sixteen more the
 * table for dropping repeats.
 */
export function scratchBytes(textBytes: number, plan: KernelPlan): number {
  return (
    10 * textBytes +
    Math.min(16 * textBytes, mostTableBytes) +
    16 * plan.size +
    4 * plan.signatureLength +
    1024
  )
}
