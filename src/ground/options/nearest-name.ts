/**
 * Nearest name: the known name that was probably meant by a mistyped one, or none.
 *
 * A name is near if at most a third of its letters, and at least one, may differ (`letter-distance.ts`), or if one of
 * the two begins with the other.
 */
import { letterDistance } from './letter-distance.ts'

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
    const allowed = Math.max(1, Math.floor(Math.max(asked.length, other.length) / 3))
    const distance = isPrefix ? 0.5 : letterDistance(asked, other, allowed)
    if (distance < bestDistance) {
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
