/**
 * Text bytes: any JavaScript string as WTF-8, in engines without `Buffer`.
 *
 * WTF-8 is UTF-8 that also admits lone surrogates, each as the three bytes of its code point, so that texts
 * which differ in one stay different; `TextEncoder` would make U+FFFD of every one.
 *
 * Source: Simon Sapin, "The WTF-8 encoding", section 3.2.
 */
const encoder = new TextEncoder()

/** @example encodeText('a\ud800') // => new Uint8Array([0x61, 0xed, 0xa0, 0x80]) */
export function encodeText(text: string): Uint8Array {
  if (text.isWellFormed()) return encoder.encode(text)
  const bytes = new Uint8Array(3 * text.length)
  let at = 0
  // With the flag u, a surrogate of a pair is no surrogate: the odd parts are lone ones.
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
