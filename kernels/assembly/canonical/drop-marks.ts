/**
 * `fold: marks`: a canonical text without the nonspacing marks of Latin, Greek, Cyrillic, Hebrew and Arabic, in place.
 *
 * Definition: `dropMarks` in `src/texts/kernels/reference/fold-marks.ts`. The text never becomes longer.
 */
import { decompositionOf, recordOf } from './canonical-tables'
import { decode, encode, sizeOf } from '../wtf8'

const TATWEEL: u32 = 0x640
/** й is a letter of its own, not и with a mark. */
const SHORT_I: u32 = 0x439

/** Class and flag of marks that are dropped after characters of these scripts, and of those. */
const DROPPABLE: u32 = 2 | 4
const LETTER: u32 = 1 | 4

/** @returns the new end */
export function dropMarks(from: usize, to: usize): usize {
  let out = from
  let separator: u32 = 0 // to be written before the next token
  let isOurs = false // whether the last base is a letter of these scripts
  let p = from
  while (p < to) {
    let codePoint = decode(p)
    p += sizeOf(load<u8>(p))
    if (codePoint == 0x20 || codePoint == 0x01) {
      separator = max(separator, codePoint)
      isOurs = false
      continue
    }
    const own = recordOf(codePoint) & 7
    const isMark = (own & 3) == 2
    if (isMark && ((isOurs && own == DROPPABLE) || separator || out == from)) continue
    if (!isMark) isOurs = own == LETTER || codePoint == TATWEEL
    if (codePoint == TATWEEL) continue
    if (own == LETTER && codePoint != SHORT_I) {
      for (let pair = decompositionOf(codePoint); pair; pair = decompositionOf(codePoint)) codePoint = <u32>(pair >> 21)
    }
    // No more is written than was read, but always 4 bytes.
    const unread = load<u32>(p)
    if (separator && out > from) store<u8>(out++, <u8>separator)
    separator = 0
    out = encode(codePoint, out)
    store<u32>(p, unread)
  }
  return out
}
