/**
 * Encodings: text to bytes as Java systems write them, which is not always UTF-8.
 *
 * Java's own UTF-8 writes a lone surrogate as `?`, where `TextEncoder` writes U+FFFD. Hadoop's old `UTF8` does not
 * know surrogate pairs: it encodes each unit by itself, a character beyond the BMP as two sequences of three bytes,
 * and U+0000 as one byte 0.
 *
 * Source: Java SE 17 API, `String.getBytes(Charset)`; Unicode Technical Report 26, for CESU-8, which equals
 * Hadoop's encoding for texts without lone surrogates.
 */
const encoder = new TextEncoder()

/**
 * The text with `?` for each lone surrogate.
 *
 * @example encodable('a\ud800b') // => 'a?b'
 */
export function encodable(text: string): string {
  // With the flag u, half of a pair does not match.
  return text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, '?')
}

/**
 * `text.getBytes(UTF_8)`.
 *
 * @example encodeUtf8('a\ud800') // => new Uint8Array([0x61, 0x3f])
 */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(encodable(text))
}

/**
 * Encodes each UTF-16 unit in one to three bytes.
 *
 * @example encodeCesu8('\ud83d\ude00') // => new Uint8Array([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80])
 */
export function encodeCesu8(text: string): Uint8Array {
  const bytes = new Uint8Array(3 * text.length)
  let to = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) bytes[to++] = unit
    else {
      if (unit < 0x800) bytes[to++] = 0xc0 | (unit >> 6)
      else {
        bytes[to++] = 0xe0 | (unit >> 12)
        bytes[to++] = 0x80 | ((unit >> 6) & 0x3f)
      }
      bytes[to++] = 0x80 | (unit & 0x3f)
    }
  }
  return bytes.subarray(0, to)
}
