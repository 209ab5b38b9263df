/**
 * Text bytes: any JavaScript string as WTF-8 and back, without loss, in engines without `Buffer`.
 *
 * WTF-8 is UTF-8 that also allows lone surrogates, each as the three bytes of its code point: U+D800 is ED A0 80.
 * Texts that differ in one stay different, whereas `TextEncoder` turns all of them into U+FFFD. A surrogate pair is
 * always four bytes, so the bytes of a string are unique.
 *
 * Source: Simon Sapin, "The WTF-8 encoding", sections 3.2 and 4.
 */
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** @example encodeText('a\ud800') // => new Uint8Array([0x61, 0xed, 0xa0, 0x80]) */
export function encodeText(text: string): Uint8Array {
  if (text.isWellFormed()) return encoder.encode(text)
  const bytes = new Uint8Array(3 * text.length)
  let at = 0
  // With the flag u, half of a pair does not match: the odd parts are lone surrogates.
  text.split(/(\p{Surrogate})/u).forEach((part, i) => {
    if (i % 2 === 0) {
      at += encoder.encodeInto(part, bytes.subarray(at)).written
    } else {
      const unit = part.charCodeAt(0)
      bytes.set([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63)], at)
      at += 3
    }
  })
  return bytes.subarray(0, at)
}

/**
 * The string that `encodeText` encodes as these bytes. REQUIRES: bytes are well-formed WTF-8.
 *
 * @example decodeText(new Uint8Array([0x61, 0xed, 0xa0, 0x80])) // => 'a\ud800'
 */
export function decodeText(bytes: Uint8Array): string {
  let text = ''
  let from = 0
  // A surrogate is ED followed by A0..BF; ED 80..9F are ordinary code points.
  for (let at = bytes.indexOf(0xed); at >= 0; at = bytes.indexOf(0xed, at + 1)) {
    if (bytes[at + 1] < 0xa0) continue
    text += decoder.decode(bytes.subarray(from, at))
    text += String.fromCharCode(0xd000 | ((bytes[at + 1] & 0x3f) << 6) | (bytes[at + 2] & 0x3f))
    from = at + 3
    at += 2
  }
  return text + decoder.decode(bytes.subarray(from))
}
