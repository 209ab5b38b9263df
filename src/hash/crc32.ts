/**
 * CRC-32: from bytes to 32 bits, as PHP's `crc32` and zlib compute it.
 *
 *     register = 2^32 - 1;  for each byte  register = table[(register ^ byte) & 255] ^ (register >>> 8)
 *
 * with the polynomial 0xEDB88320, lowest bit first, and all bits turned over at the end.
 *
 * Source: ISO/IEC 3309 and RFC 1952 (gzip), section 8; the check value of the catalogue of CRC algorithms is cbf43926.
 * Ours: the result is signed, as a column INT of SQL holds it; `>>> 0` gives PHP's number on 64 bits.
 * Cost: one pass, one look-up a byte. Error: two different texts share a checksum with a chance of 2^-32.
 */

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let register = byte
  for (let bit = 0; bit < 8; bit++) register = (register >>> 1) ^ (register & 1 ? 0xedb88320 : 0)
  return register
})

/**
 * The checksum of bytes, in [-2^31, 2^31).
 *
 * @example (crc32(new TextEncoder().encode('123456789')) >>> 0).toString(16) // => 'cbf43926'
 * @example crc32(new TextEncoder().encode('123456789')) // => -873187034
 */
export function crc32(bytes: Uint8Array): number {
  let register = -1
  for (let i = 0; i < bytes.length; i++) register = table[(register ^ bytes[i]) & 255] ^ (register >>> 8)
  return ~register
}
