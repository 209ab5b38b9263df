/**
 * Nearest name: the known name that was probably meant by a mistyped one, or none.
 *
 * The distance counts inserted, deleted, replaced and transposed neighbouring letters (optimal string
 * alignment). A name is near if at most a third of its letters, and at least one, may differ, or if one of
 * the two begins with the other.
 *
 * Source: R. A. Wagner, M. J. Fischer, "The String-to-String Correction Problem" (1974), for the table;
 * the transposition is the usual restricted extension by Damerau.
 */

/**
 * @returns the known name nearest to `name`, the first one on a tie; undefined if none is near.
 * @example nearestName('treshold', ['recall', 'threshold']) // => 'threshold'
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const asked = plain(name)
  let best: string | undefined
  let bestDistance = Infinity
  for (const candidate of known) {
    const other = plain(candidate)
    const isPrefix = asked.length >= 3 && (other.startsWith(asked) || asked.startsWith(other))
    const distance = isPrefix ? 0.5 : letterDistance(asked, other)
    const allowed = Math.max(1, Math.floor(Math.max(asked.length, other.length) / 3))
    if (distance <= allowed && distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** `signature-length`, `signatureLength` and `signature_length` count as one name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '')
}

function letterDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      row[j] = Math.min(replaced, last[j] + 1, row[j - 1] + 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) row[j] = Math.min(row[j], beforeLast[j - 2] + 1)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]
}
