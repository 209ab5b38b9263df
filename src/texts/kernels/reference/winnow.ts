/**
 * Winnowing: from the hashes of a sequence to few of them, so that every window of consecutive ones has one.
 *
 * Each window takes its least hash, the last one if several are equal; so equal windows take equal hashes at equal
 * places within them. The places of consecutive windows never go back. A row for each place taken: the place, and the
 * first window that takes it.
 *
 * Source: Schleimer, Wilkerson, Aiken, "Winnowing: local algorithms for document fingerprinting", SIGMOD 2003.
 */
import { wordView } from './mix.ts'

/** The `Kernels` method. REQUIRES: 1 <= window <= count. */
export function winnow(
  memory: Uint8Array,
  hashes: number,
  count: number,
  window: number,
  out: number,
): number {
  const words = wordView(memory)
  const rows = new DataView(memory.buffer, memory.byteOffset)
  let taken = -1
  let length = 0
  for (let first = 0; first + window <= count; first++) {
    let place = first
    for (let at = first; at < first + window; at++) {
      if (words.get(hashes + 8 * at) <= words.get(hashes + 8 * place)) place = at
    }
    if (place === taken) continue
    rows.setUint32(out + 8 * length, place, true)
    rows.setUint32(out + 8 * length++ + 4, first, true)
    taken = place
  }
  return length
}
