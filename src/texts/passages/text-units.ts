/**
 * Text units: the lines or paragraphs of a text.
 *
 * A line ends before LF, CR LF or CR. A paragraph is a run of lines none of which is blank (spaces and tabs only), from
 * the start of the first to the end of the last. What belongs to no unit (line ends, blank lines) stands between them.
 */

/** What a passage consists of. */
export type PassageUnit = 'tokens' | 'lines' | 'paragraphs'

const [tab, feed, carriage, space] = [9, 10, 13, 32]

/** Bounds of the lines or paragraphs of [from, to): from, to, from, to, ... */
export function unitBounds(
  bytes: Uint8Array,
  from: number,
  to: number,
  unit: Exclude<PassageUnit, 'tokens'>,
): number[] {
  const bounds: number[] = []
  let isOpen = false
  for (let at = from; at < to; ) {
    let end = at
    let isBlank = true
    for (; end < to && bytes[end] !== feed && bytes[end] !== carriage; end++)
      isBlank &&= bytes[end] === space || bytes[end] === tab
    if (unit === 'paragraphs' && isOpen && !isBlank) bounds[bounds.length - 1] = end
    else if (!isBlank) bounds.push(at, end)
    isOpen = !isBlank
    at = end < to ? lineEndAfter(bytes, end, to) : end
  }
  return bounds
}

/** The first byte behind the line end at `at`; `at` itself if there is none. @param to the end of the text */
export function lineEndAfter(bytes: Uint8Array, at: number, to = bytes.length): number {
  if (at >= to) return at
  if (bytes[at] === carriage) return bytes[at + 1] === feed && at + 1 < to ? at + 2 : at + 1
  return bytes[at] === feed ? at + 1 : at
}

/** UTF-16 units of well-formed WTF-8 before each offset. @param offsets ascending */
export function unitsBefore(text: Uint8Array, offsets: ArrayLike<number>): Uint32Array {
  const units = new Uint32Array(offsets.length)
  let count = 0
  let at = 0
  for (let i = 0; i < offsets.length; i++) {
    for (; at < offsets[i]; at++) {
      if ((text[at] & 0xc0) !== 0x80) count += text[at] >= 0xf0 ? 2 : 1
    }
    units[i] = count
  }
  return units
}
