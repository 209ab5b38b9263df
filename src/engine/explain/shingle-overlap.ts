/**
 * Shingle overlap: how many shingles two texts share, and the first of them, for display.
 *
 * Shingle sets are sorted arrays of distinct hashes: 8 bytes a shingle, without the size limit of a JavaScript Set.
 */
import { firstWhere } from '../../ground/lists/bisection.ts'
import { withoutRepeats } from '../../ground/lists/distinct.ts'
import { countShared } from '../../ground/lists/shared-values.ts'

/** A text cut into shingles. */
export interface ShingledText {
  /** The set: ascending, distinct. */
  readonly set: BigUint64Array
  /** Hashes of the sequences that may be shingles, in reading order. */
  readonly runs: BigUint64Array
  /** The words or characters of a sequence. */
  read(at: number): string
}

/** Maximum number of shingles listed of each kind, in reading order of their text. */
const listed = 20

export function shingleOverlap(a: ShingledText, b: ShingledText) {
  const shared = countShared(a.set, b.set)
  const [onlyA, onlyB] = [a.set.length - shared, b.set.length - shared]
  return {
    shared,
    onlyA,
    onlyB,
    sharedShingles: list(a, shared, hash => has(b.set, hash)),
    onlyAShingles: list(a, onlyA, hash => !has(b.set, hash)),
    onlyBShingles: list(b, onlyB, hash => !has(a.set, hash)),
  }
}

/** The set of these hashes. @param hashes sorted in place */
export function shingleSet(hashes: BigUint64Array): BigUint64Array {
  return withoutRepeats(hashes.sort()).slice()
}

function has(set: BigUint64Array, hash: bigint): boolean {
  return set[firstWhere(0, set.length, at => set[at] >= hash)] === hash
}

/** The first of the `count` shingles that are wanted, each once. */
function list(
  { runs, set, read }: ShingledText,
  count: number,
  isWanted: (hash: bigint) => boolean,
): readonly string[] {
  const found = new Map<bigint, string>()
  const most = Math.min(listed, count)
  for (let at = 0; at < runs.length && found.size < most; at++) {
    const hash = runs[at]
    if (!found.has(hash) && isWanted(hash) && has(set, hash)) found.set(hash, read(at))
  }
  return [...found.values()]
}
