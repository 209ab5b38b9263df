/** Pairs limit: lists of pairs grow with the square of a cluster, so counting stops at the limit with a refusal. */
import { NearsameError } from '../errors/nearsame-error.ts'

export interface PairsLimit {
  /** Maximum number of pairs. */
  readonly most: number
  /** How the caller can fix it. */
  readonly fix: string
}

/**
 * @param total pairs counted so far
 * @param rest what happened to them, for the message
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

/** The limit set by `maxPairs`. */
export function limitOf(maxPairs: number): PairsLimit {
  const fix = 'raise `maxPairs` or `threshold`, or remove duplicates with `dedupe`, which needs no pairs'
  return { most: maxPairs, fix }
}
