/** Arrays one behind the other. */

/** Entries of all of them. */
export function totalLength(parts: readonly { readonly length: number }[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** Copies arrays into one with room for them, from `start` on. */
export function putAll<T extends Uint8Array | Uint32Array>(parts: readonly T[], into: T, start = 0): void {
  let at = start
  for (const part of parts) {
    into.set(part, at)
    at += part.length
  }
}

export function joined(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(totalLength(parts))
  putAll(parts, all)
  return all
}
