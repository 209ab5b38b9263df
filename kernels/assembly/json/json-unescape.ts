/**
 * Unescaping: the inside of a JSON string to its text in WTF-8.
 *
 * With SIMD, a part of the body takes two passes, so that no branch depends on the distance between escapes: first the
 * offsets of all escapes, 64 bytes at a time, then the text between them, copied in blocks of 64 that overrun its end.
 * Without SIMD, blocks of 8 up to the next backslash; the block that contains it is copied whole, too.
 *
 * Ours: all of it. Cost: one pass and a few nanoseconds per escape; at most 64 bytes are read and written beyond
 * the ends.
 */
import { copy64 } from '../blocks'
import { eightEdges } from '../edges'
import { backslashesOf, escapeCarry, escapedBits } from './json-blocks'
import { escapeEnd, escapeMeaning, unescapeOne } from './json-escape'

/** Offsets of escapes in a part of the body, u32. */
const ESCAPES: usize = memory.data(4096, 16)
/** Below it there is room for the escapes of another block. */
const ESCAPES_END: usize = ESCAPES + 4096 - 4 * 64

/** Copies [p, to) and up to 64 bytes more. @returns end of the target. */
// @ts-ignore: decorator
@inline function copyPlain(p: usize, to: usize, out: usize): usize {
  const end = out + (to - p)
  copy64(p, out)
  for (p += 64, out += 64; p < to; p += 64, out += 64) copy64(p, out)
  return end
}

/** First byte of the body not copied yet. */
let source: usize = 0

/** Copies from `source` to the end of the last escape in the list that ends at `end`. @returns end of the target. */
function copyEscapes(end: usize, to: usize, out: usize): usize {
  let p = source
  for (let at = ESCAPES; at < end; at += 4) {
    const escape = <usize>load<u32>(at)
    if (escape < p) continue // the low half of a pair that was read with the high one
    out = copyPlain(p, escape, out)
    const c = <u32>load<u8>(escape, 1)
    if (c != 0x75) {
      store<u8>(out++, escapeMeaning(c))
      p = escape + 2
    } else {
      out = unescapeOne(escape, to, out)
      p = escapeEnd
    }
  }
  source = p
  return out
}

function unescapeBlocks(from: usize, to: usize, out: usize): usize {
  source = from
  let carry: u64 = 0
  let write = ESCAPES
  for (let p = from; p < to; p += 64) {
    const left = to - p
    let backslashes = backslashesOf(p)
    if (left < 64) backslashes &= ((<u64>1) << left) - 1
    const escapes = backslashes & ~escapedBits(backslashes, carry)
    carry = escapeCarry
    const count = <usize>popcnt(escapes)
    let rest = eightEdges(escapes, p, write)
    for (let done: usize = 8; done < count; done += 8) rest = eightEdges(rest, p, write + (done << 2))
    write += count << 2
    if (write >= ESCAPES_END) {
      out = copyEscapes(write, to, out)
      write = ESCAPES
    }
  }
  out = copyEscapes(write, to, out)
  return copyPlain(source, to, out)
}

/** Bytes up to the first backslash of the 8 at `p`, or 8; all 8 are copied to `out`. */
// @ts-ignore: decorator
@inline function copyPlain8(p: usize, out: usize): usize {
  const block = load<u64>(p)
  store<u64>(out, block)
  const other = block ^ 0x5c5c5c5c5c5c5c5c // a zero byte where the backslash is; the lowest flag is exact
  return <usize>(ctz((other - 0x0101010101010101) & ~other & 0x8080808080808080) >> 3) // 8 for none
}

function unescapeBytes(from: usize, to: usize, out: usize): usize {
  let p = from
  while (p < to) {
    const step = copyPlain8(p, out)
    if (p + step >= to) return out + (to - p)
    p += step
    out += step
    if (step == 8) continue
    out = unescapeOne(p, to, out)
    p = escapeEnd
  }
  return out
}

/** See `kernels.ts`. REQUIRES: a valid JSON string body; a target of to - from bytes and 64 more. */
export function unescapeJson(from: usize, to: usize, out: usize): usize {
  return ASC_FEATURE_SIMD ? unescapeBlocks(from, to, out) : unescapeBytes(from, to, out)
}
