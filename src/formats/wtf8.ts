/**
 * WTF-8: any JavaScript string to bytes and back, without loss.
 *
 * WTF-8 is UTF-8 that also admits lone surrogates, each as the three bytes of its code point:
 * U+D800 is ED A0 80. A JSON record may hold `"\ud800"`; UTF-8 would turn it into U+FFFD, and two
 * different texts would compare as equal. A pair of surrogates is always four bytes, so the
 * encoding of a string is unique.
 *
 * Source: Simon Sapin, "The WTF-8 encoding", sections 3.2 and 4.
 */

/** The WTF-8 bytes of a string; plain UTF-8 when the string is well formed. */
export function encodeWtf8(text: string): Uint8Array {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8')
  // Three bytes per code unit is enough: a pair of surrogates (two units) takes four.
  const bytes = new Uint8Array(text.length * 3)
  let length = 0
  for (const character of text) {
    const point = character.codePointAt(0) as number
    if (point < 0x80) {
      bytes[length++] = point
    } else if (point < 0x800) {
      bytes[length++] = 0xc0 | (point >> 6)
      bytes[length++] = 0x80 | (point & 0x3f)
    } else {
      if (point < 0x10000) {
        bytes[length++] = 0xe0 | (point >> 12)
      } else {
        bytes[length++] = 0xf0 | (point >> 18)
        bytes[length++] = 0x80 | ((point >> 12) & 0x3f)
      }
      bytes[length++] = 0x80 | ((point >> 6) & 0x3f)
      bytes[length++] = 0x80 | (point & 0x3f)
    }
  }
  return bytes.slice(0, length)
}

/** The string that `encodeWtf8` made these bytes of. REQUIRES: bytes are well-formed WTF-8. */
export function decodeWtf8(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  let from = 0
  // A surrogate is ED followed by A0..BF; ED 80..9F are ordinary code points.
  for (let at = buffer.indexOf(0xed); at >= 0; at = buffer.indexOf(0xed, at + 1)) {
    if (buffer[at + 1] < 0xa0) continue
    text += buffer.toString('utf8', from, at)
    text += String.fromCharCode(0xd000 | ((buffer[at + 1] & 0x3f) << 6) | (buffer[at + 2] & 0x3f))
    from = at + 3
    at += 2
  }
  return text + buffer.toString('utf8', from)
}
