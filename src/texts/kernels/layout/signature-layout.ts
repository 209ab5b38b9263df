/**
 * Memory layout of the kernels for whole-text signatures: the table of units, the plan, encodings.
 *
 *     table of units:  65,536 u32, for each UTF-16 unit up to three bytes of UTF-8 and, in the top byte, their number
 *     plan:            u32 pointer to the table, u32 fewest units of a word, f32 quant rate, u32 order of ties
 */
import { profileUnits } from '../../java/characters.ts'

/** Order of words with equal rounded counts. */
export type TieOrder = 'java' | 'lexicographic'

export interface TextProfileRule {
  /** Share of the highest count by which counts are rounded; any number, used as float32. */
  readonly quantRate: number
  /** int32; only words with more units count. */
  readonly minTokenLen: number
  readonly order: TieOrder
}

interface ProfilePlan extends TextProfileRule {
  /** Pointer to the table made by `writeProfileUnits`. */
  readonly units: number
}

/** How `Kernels.md5Signatures` encodes a text: as Java's UTF-8, or each UTF-16 unit by itself. */
export const signatureEncodings = { utf8: 0, cesu8: 1 } as const

/** Bytes reserved for every signature, whatever its length. */
export const signatureBytes = 16

export const profileUnitsBytes = 4 * 65536

export const profilePlanBytes = 16

const tieOrders: readonly TieOrder[] = ['java', 'lexicographic']

/** The encoding of a character of a word; a byte of 0 for other characters. */
function folded(unit: number): number {
  if (unit < 0x80) return unit + 0x1000000
  const last = 0x80 | (unit & 63)
  if (unit < 0x800) return (0xc0 | (unit >> 6)) + (last << 8) + 0x2000000
  return (0xe0 | (unit >> 12)) + ((0x80 | ((unit >> 6) & 63)) << 8) + (last << 16) + 0x3000000
}

export function writeProfileUnits(memory: ArrayBuffer, at: number): void {
  const table = new Uint32Array(memory, at, 65536)
  profileUnits().forEach((unit, i) => {
    table[i] = folded(unit)
  })
}

/** The smallest number of units above `minTokenLen` if both are float32, as in Java. */
function leastUnits(minTokenLen: number): number {
  const limit = Math.fround(minTokenLen)
  let least = Math.max(0, limit + 1)
  while (Math.fround(least) <= limit) least++
  return least
}

export function writeProfilePlan(memory: ArrayBuffer, at: number, plan: ProfilePlan): void {
  const view = new DataView(memory, at)
  view.setUint32(0, plan.units, true)
  view.setUint32(4, leastUnits(plan.minTokenLen), true)
  view.setFloat32(8, plan.quantRate, true)
  view.setUint32(12, tieOrders.indexOf(plan.order), true)
}

export function readProfilePlan(memory: ArrayBuffer, at: number): ProfilePlan {
  const view = new DataView(memory, at)
  const minTokenLen = view.getUint32(4, true) - 1
  const order = tieOrders[view.getUint32(12, true)]
  return { units: view.getUint32(0, true), minTokenLen, quantRate: view.getFloat32(8, true), order }
}

/**
 * Scratch bytes of `Kernels.profileSignatures` for texts of at most `textBytes`. Lower case turns at most two bytes
 * into three, and a profile is hardly longer than its text. Each word needs up to 120 bytes: its place, the counting
 * table, lists, and Java's map in case many words share a slot in it. Texts without short words have fewer words.
 */
export function profileScratchBytes(textBytes: number, minTokenLen: number): number {
  const words = Math.ceil((textBytes + 1) / Math.max(1, minTokenLen + 2))
  return Math.ceil(3 * textBytes + Math.max(4 * textBytes, 120 * words)) + 2 ** 17
}

/** Scratch bytes of `Kernels.md5Signatures` for texts of at most `textBytes`: texts to encode, and jobs. */
export function md5ScratchBytes(textBytes: number): number {
  return Math.ceil(1.5 * textBytes) + 2 ** 17
}

/**
 * Scratch bytes of `Kernels.luceneSignatures` for texts of at most `textBytes`: 16 per function and bucket, four per
 * byte for the places of tokens and two for their units, and one more blank per 255 of these.
 */
export function luceneScratchBytes(
  textBytes: number,
  { hashCount, bucketCount }: { readonly hashCount: number; readonly bucketCount: number },
): number {
  return 16 * hashCount * (1 + bucketCount) + Math.ceil(6.01 * textBytes) + 256
}
