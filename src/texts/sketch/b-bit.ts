/**
 * b-bit signature: the lowest b bits of each value of a signature, for an index 32 / b times smaller.
 *
 * Two values that differ agree in their lowest b bits with probability 2^-b, so of the pairs of values
 *
 *     P(bits are equal) = J + (1 - J) * 2^-b,   J = (P - 2^-b) / (1 - 2^-b).          (1)
 *
 * Layout: value i takes bits [i * b, (i + 1) * b) of the bytes, lowest bit of the lowest byte first.
 *
 * Source: Li, Koenig, "b-Bit minwise hashing", WWW 2010, equation 5 for sets that are small beside 2^32.
 * Cost: b * length / 8 bytes. Error: the variance of (1) for independent values is P(1 - P) / (1 - 2^-b)^2 / length: at
 * J = 0.8 that of full values times 2.25 for b = 1, 1.42 for b = 2, 1.08 for b = 4 and 1.005 for b = 8.
 */
import { checkArgument, checkCount } from '../../ground/options/arguments.ts'

/** Number of bits kept of a value. */
export type BitWidth = 1 | 2 | 4 | 8 | 16

/**
 * The lowest `bits` of each value of a signature, packed; the last byte is padded with zeros.
 *
 * @throws NearsameError OPTION_VALUE
 * @example lowBits(new Uint32Array([1, 2, 3, 4, 5]), 2) // => new Uint8Array([0b00111001, 0b01])
 */
export function lowBits(values: Uint32Array, bits: BitWidth): Uint8Array {
  checkArgument(values instanceof Uint32Array, 'values', values, 'a Uint32Array of values')
  checkWidth(bits)
  const packed = new Uint8Array(packedBytes(values.length, bits))
  values.forEach((value, i) => {
    const at = i * bits
    if (bits === 16) packed.set([value & 255, (value >>> 8) & 255], at >> 3)
    else packed[at >> 3] |= (value & ((1 << bits) - 1)) << (at & 7)
  })
  return packed
}

/**
 * Estimated Jaccard similarity by equation (1), clamped to [0, 1].
 *
 * @param a by `lowBits` from `length` values with these `bits`, as `b`
 * @throws NearsameError OPTION_VALUE
 * @example estimateJaccardOfBits(new Uint8Array([0b1111]), new Uint8Array([0b0111]), 4, 1) // => 0.5
 */
export function estimateJaccardOfBits(
  a: Uint8Array,
  b: Uint8Array,
  length: number,
  bits: BitWidth,
): number {
  checkWidth(bits)
  checkCount('length', length, 1)
  checkPacked('a', a, length, bits)
  checkPacked('b', b, length, bits)
  let equal = 0
  for (let i = 0; i < length; i++) equal += Number(valueAt(a, i, bits) === valueAt(b, i, bits))
  const chance = 2 ** -bits
  return Math.max(0, (equal / length - chance) / (1 - chance))
}

function checkWidth(bits: unknown): void {
  checkArgument([1, 2, 4, 8, 16].includes(bits as number), 'bits', bits, '1, 2, 4, 8 or 16')
}

function checkPacked(name: string, packed: Uint8Array, length: number, bits: BitWidth): void {
  checkArgument(packed instanceof Uint8Array, name, packed, 'a Uint8Array that `lowBits` made')
  const bytes = packedBytes(length, bits)
  checkArgument(packed.length === bytes, `${name}.length`, packed.length, `${bytes}`)
}

function packedBytes(length: number, bits: BitWidth): number {
  return Math.ceil((length * bits) / 8)
}

function valueAt(packed: Uint8Array, i: number, bits: BitWidth): number {
  const at = i * bits
  if (bits === 16) return packed[at >> 3] | (packed[(at >> 3) + 1] << 8)
  return (packed[at >> 3] >> (at & 7)) & ((1 << bits) - 1)
}
