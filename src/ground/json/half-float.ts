/** Half floats, numbers of IEEE 754 binary16: `DataView` reads them only from Node 24 on. */

/** A number of 16 bits: a sign, 5 bits of exponent, 10 of fraction. */
export function halfFloat(bits: number): number {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023]
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25))
}
