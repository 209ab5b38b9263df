/**
 * Hash of a string: Java's `String.hashCode()`, and how a hash map uses it.
 *
 * Source: Java SE 17 API, `java.lang.String.hashCode`, for the sum; its use in `java.util.HashMap` (Java 8 and
 * later) is observed.
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

/** Selects the slot of a key, int32: only the lower bits count, so the upper half is mixed into them. */
export function spreadHash(hash: number): number {
  return hash ^ (hash >>> 16)
}
