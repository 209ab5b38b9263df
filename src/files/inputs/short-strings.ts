/**
 * Short strings: a line of JSON, piece by piece, without what its strings have beyond their first bytes. What shows the
 * fields of a record needs no more of a text of 60 MB.
 *
 * Ours: all of it.
 */

/** Bytes of a string that stay. */
const mostInside = 64 * 1024

const quote = 0x22
const backslash = 0x5c
const lowerU = 0x75
/** Digits of an escape `\u0041` behind its u. */
const unicodeDigits = 4

/**
 * Shortens the strings of one line in UTF-8; a string ends behind a whole character or escape.
 *
 * @returns takes each piece of the line, and gives what stays of it, a copy
 */
export function shortStrings(most = mostInside): (piece: Buffer) => Buffer {
  let isInside = false
  let isEscaped = false
  let isDropping = false
  let digits = 0
  let length = 0
  return piece => {
    const kept = Buffer.allocUnsafe(piece.length)
    let to = 0
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]
      if (byte === quote && !isEscaped) {
        isInside = !isInside
        isDropping = false
        length = 0
      } else if (isInside) {
        const isWhole = !isEscaped && digits === 0 && (byte & 0xc0) !== 0x80
        isDropping ||= ++length > most && isWhole
        digits = isEscaped && byte === lowerU ? unicodeDigits : Math.max(0, digits - 1)
        isEscaped = byte === backslash && !isEscaped
      }
      if (!isDropping) kept[to++] = byte
    }
    return Buffer.from(kept.subarray(0, to))
  }
}
