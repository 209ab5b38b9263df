/**
 * Window shape: which fingerprints the windows of N tokens have.
 *
 * A fingerprint is the hash of `gram` tokens; a window of N has `choices` of them and takes the least.
 *
 *     gram + choices - 1 = N                                                       (1)
 *
 * Source: Schleimer, Wilkerson, Aiken, "Winnowing", 2003, section 3, for (1); about 2 / (choices + 1) of all places are
 * taken.
 */

export interface WindowShape {
  /** N. */
  readonly least: number
  readonly gram: number
  readonly choices: number
}

/** Windows shorter than this are their own fingerprints: fewer tokens are in too many places. */
const leastWinnowed = 8

/** Bytes of a usual token, with what separates it from the next. */
const usualToken = 6

/**
 * Fingerprints of texts of a number of bytes, about.
 *
 * @example expectedFingerprints(1080, 50) // => 20
 */
export function expectedFingerprints(bytes: number, least: number): number {
  const { choices } = windowShape(least)
  return Math.round(((2 / (choices + 1)) * bytes) / usualToken)
}

/** @example windowShape(50) // => { least: 50, gram: 34, choices: 17 } */
export function windowShape(least: number): WindowShape {
  const choices = least < leastWinnowed ? 1 : Math.ceil(least / 3)
  return { least, gram: least - choices + 1, choices }
}
