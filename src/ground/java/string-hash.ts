/**
 * Hash of a string: `String.hashCode()` of Java, and how a hash map uses it.
 *
 * Source: Java SE 17 API, `java.lang.String.hashCode`, for the sum; `java.util.HashMap` (Java 8 and later),
 * whose use of it is observed.
 */

/**
 * The sum of unit * 31^(number of units after it), in int32.
 *
 * @example hashOfString('Aa') === hashOfString('BB') // => true
 */
export function hashOfString(text: string): number {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return hash
}

/** What selects the slot of a key, int32: only the lower bits do, so the upper half is mixed into them. */
export function spreadHash(hash: number): number {
  return hash ^ (hash >>> 16)
}
