/** Hexadecimal digits: bytes as text, two lower-case digits a byte. */

const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** @example hexOf(Uint8Array.of(0, 0xab)) // => '00ab' */
export function hexOf(bytes: Uint8Array): string {
  let digits = ''
  for (let i = 0; i < bytes.length; i++) digits += pairs[bytes[i]]
  return digits
}

/** @example hexOfWord(-1) // => 'ffffffff' */
export function hexOfWord(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}
