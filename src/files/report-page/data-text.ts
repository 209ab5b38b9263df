/**
 * Text of the embedded data: JSON that no text in it can break out of, counted in bytes as it grows.
 *
 * In a script element, `</script` would end it, and `<!--` change how it is read: so every `<` is written as `\u003c`,
 * and U+2028 and U+2029, which old scripts take for line ends, likewise. Source: HTML, 4.12.1.3.
 */
import { toJson } from '../../ground/json/exact-json.ts'

/** @example embeddable('</script>') // => '"\\u003c/script>"' */
export function embeddable(value: unknown): string {
  return toJson(value).replace(
    /[<\u2028\u2029]/g,
    c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Bytes of a text as UTF-8. */
export const utf8Bytes = (text: string): number => Buffer.byteLength(text)

/** The start of a text, at most `most` bytes of UTF-8, and whether it was cut; no character is divided. */
export function cutText(text: string, most: number): { readonly text: string; readonly isCut: boolean } {
  if (text.length * 3 <= most || utf8Bytes(text) <= most) return { text, isCut: false }
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(most))
  return { text: text.slice(0, read), isCut: true }
}
