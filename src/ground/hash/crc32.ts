/**
 * CRC-32: from bytes to 32 bits, as PHP's `crc32` and zlib compute it.
 *
 *     register = 2^32 - 1;  for each byte  register = table[(register ^ byte) & 255] ^ (register >>> 8)
 *
 * with the polynomial 0xEDB88320, lowest bit first, and all bits inverted at the end.
 *
 * Source: ISO/IEC 3309 and RFC 1952 (gzip), section 8; the check value of the catalogue of CRC algorithms is cbf43926.
 * Ours: the result is signed, as in an INT column of SQL; `>>> 0` gives PHP's number on 64 bits.
 * Cost: one pass, one look-up a byte. Error: two different texts share a checksum with probability 2^-32.
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

/**
 * The checksum of the UTF-8 bytes of a text, without encoding it. A lone surrogate counts as its three
 * bytes in WTF-8.
 *
 * @example crc32OfText('дом') === crc32(new TextEncoder().encode('дом')) // => true
 */
export function crc32OfText(text: string): number {
  let register = -1
  for (let at = 0; at < text.length; at++) {
    let codePoint = text.charCodeAt(at)
    if (codePoint < 0x80) {
      register = table[(register ^ codePoint) & 255] ^ (register >>> 8)
      continue
    }
    if (codePoint >= 0xd800 && codePoint < 0xe000) {
      codePoint = text.codePointAt(at) as number
      if (codePoint > 0xffff) at++
    }
    const following = codePoint < 0x800 ? 1 : codePoint < 0x10000 ? 2 : 3
    // The lead byte: as many ones as there are bytes, a zero, the highest bits.
    let byte = ((0xf00 >> (following + 1)) & 0xff) | (codePoint >> (6 * following))
    for (let left = following; ; ) {
      register = table[(register ^ byte) & 255] ^ (register >>> 8)
      if (left-- === 0) break
      byte = 0x80 | ((codePoint >> (6 * left)) & 63)
    }
  }
  return ~register
}
