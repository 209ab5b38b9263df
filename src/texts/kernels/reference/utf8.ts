/** UTF-8: what is well-formed, the characters of WTF-8 (lone surrogates are three bytes), and those that expand. */

/** Lead bytes, the range of the byte after, and the number of bytes: table 3-7 of the Unicode standard. */
const wellFormed: readonly (readonly [number, number, number, number, number])[] = [
  [0x00, 0x7f, 0x00, 0xff, 1],
  [0xc2, 0xdf, 0x80, 0xbf, 2],
  [0xe0, 0xe0, 0xa0, 0xbf, 3],
  [0xe1, 0xec, 0x80, 0xbf, 3],
  [0xed, 0xed, 0x80, 0x9f, 3],
  [0xee, 0xef, 0x80, 0xbf, 3],
  [0xf0, 0xf0, 0x90, 0xbf, 4],
  [0xf1, 0xf3, 0x80, 0xbf, 4],
  [0xf4, 0xf4, 0x80, 0x8f, 4],
]

/** Bytes of the sequence at `at`, by the table; 0 if it is none, or does not end before `to`. */
export function sequenceLength(memory: Uint8Array, at: number, to: number): number {
  const row = wellFormed.find(([low, high]) => memory[at] >= low && memory[at] <= high)
  if (row === undefined || at + row[4] > to) return 0
  const [, , low, high, length] = row
  if (length > 1 && (memory[at + 1] < low || memory[at + 1] > high)) return 0
  for (let i = 2; i < length; i++) if ((memory[at + i] & 0xc0) !== 0x80) return 0
  return length
}

/** See `Kernels.validUtf8`. */
export function validUtf8(memory: Uint8Array, from: number, to: number): number {
  let p = from
  while (p < to) {
    const length = sequenceLength(memory, p, to)
    if (length === 0) return p
    p += length
  }
  return to
}

/** The code points of well-formed WTF-8. */
export function* codePoints(memory: Uint8Array, from: number, to: number): Generator<number> {
  for (let p = from; p < to; ) {
    const lead = memory[p++]
    const following = lead < 0xc0 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3
    let codePoint = following === 0 ? lead : lead & (0x3f >> following)
    for (let i = 0; i < following; i++) codePoint = (codePoint << 6) | (memory[p++] & 63)
    yield codePoint
  }
}

/**
 * U+0EDC to U+0EDF, U+309F, U+30BF, U+30DF, U+30FF, U+3200 to U+33FF, U+FB00 to U+FDFF: `checkClaims` in
 * `kernels/unicode/properties.ts` verifies that no others do.
 */
const isExpanding = (codePoint: number): boolean =>
  (codePoint >= 0xedc && codePoint <= 0xedf) ||
  [0x309f, 0x30bf, 0x30df, 0x30ff].includes(codePoint) ||
  (codePoint >= 0x3200 && codePoint <= 0x33ff) ||
  (codePoint >= 0xfb00 && codePoint <= 0xfdff)

/** See `Kernels.expanding`. */
export function expanding(memory: Uint8Array, from: number, to: number): number {
  let count = 0
  for (const codePoint of codePoints(memory, from, to)) if (isExpanding(codePoint)) count++
  return count
}
