/** Pairs limit: lists of pairs grow with the square of a cluster, so too many are refused while they are counted. */
import { NearsameError } from '../errors/nearsame-error.ts'

export interface PairsLimit {
  /** More pairs than this are refused. */
  readonly most: number
  /** What the caller can do about it. */
  readonly fix: string
}

/**
 * @param total pairs counted so far
 * @param rest what became of them, for the message
 * @throws NearsameError PAIRS_LIMIT
 */
export function refuseAbove({ most, fix }: PairsLimit, total: number, rest = ''): void {
  if (total <= most) return
  throw new NearsameError('PAIRS_LIMIT', {
    expected: `at most ${most} pairs`,
    got: `${total} or more${rest}`,
    fix,
  })
}

/** The limit that `maxPairs` sets. */
export function limitOf(maxPairs: number): PairsLimit {
  const fix = 'raise `maxPairs` or `threshold`, or remove duplicates with `dedupe`, which needs no pairs'
  return { most: maxPairs, fix }
}
