/**
 * RLE and bit packing, in which Parquet writes levels and the indices of dictionaries:
 *
 *     run     = count << 1 (varint) value (its bytes)          the value `count` times
 *     groups  = count << 1 | 1 (varint) bits                   8 * count values, the first in the lowest bits
 *
 * Source: Apache Parquet format 2.11, "Run Length Encoding / Bit-Packing Hybrid".
 */

type Numbers = Uint8Array | Uint32Array

/** Bits of a value in [0, most]. */
export function bitsFor(most: number): number {
  return 32 - Math.clz32(most)
}

/** Fills `out` from bytes [from, to). @param width bits of a value, at most 32 @throws RangeError if they end early */
export function readHybrid(bytes: Uint8Array, [from, to]: Span, width: number, out: Numbers): void {
  let at = from
  let count = 0
  while (count < out.length) {
    let head = 0
    for (let shift = 0; ; shift += 7) {
      if (at >= to || shift > 28) throw new RangeError('levels or indices that end early')
      const byte = bytes[at++]
      head += (byte & 127) * 2 ** shift
      if (byte < 128) break
    }
    const times = Math.floor(head / 2)
    if (head % 2 === 0) {
      const size = (width + 7) >> 3
      if (times === 0 || at + size > to) throw new RangeError('levels or indices that end early')
      let value = 0
      for (let i = 0; i < size; i++) value += bytes[at++] * 2 ** (8 * i)
      out.fill(value, count, Math.min(out.length, count + times))
      count += times
    } else {
      const many = Math.min(8 * times, out.length - count)
      if (times === 0 || at + Math.ceil((many * width) / 8) > to)
        throw new RangeError('levels or indices that end early')
      unpack(bytes, at, width, out.subarray(count, count + many))
      at += times * width
      count += many
    }
  }
}

function unpack(bytes: Uint8Array, from: number, width: number, out: Numbers): void {
  const mask = width === 32 ? 0xffffffff : 2 ** width - 1
  for (let i = 0; i < out.length; i++) {
    const bit = (i & 7) * width
    const at = from + (i >> 3) * width + (bit >> 3)
    const low = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)
    const shift = bit & 7
    const high = shift + width > 32 ? bytes[at + 4] << (32 - shift) : 0
    out[i] = ((low >>> shift) | high) & mask
  }
}

type Span = readonly [from: number, to: number]

/** Values as runs of at least 8 and groups of 8 in between. */
export function writeHybrid(values: Numbers, width: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(values.length / 8) * (width + 10) + 10)
  let at = 0
  const head = (value: number) => {
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[at++] = (rest & 127) | 128
    bytes[at++] = rest
  }
  let groups = 0
  const endGroups = (end: number) => {
    if (groups === 0) return
    head(2 * groups + 1)
    pack(values.subarray(end - 8 * groups, end), width, bytes.subarray(at))
    at += groups * width
    groups = 0
  }
  let i = 0
  while (i < values.length) {
    let same = i + 1
    while (same < values.length && values[same] === values[i]) same++
    if (same - i < 8) {
      groups++
      i += 8
      continue
    }
    endGroups(i)
    head(2 * (same - i))
    for (let shift = 0; shift < width; shift += 8) bytes[at++] = values[i] >>> shift
    i = same
  }
  endGroups(i)
  return bytes.subarray(0, at)
}

function pack(values: Numbers, width: number, out: Uint8Array): void {
  for (let i = 0; i < values.length; i++) {
    for (let bit = 0, place = i * width; bit < width; bit++, place++)
      out[place >> 3] |= ((values[i] >>> bit) & 1) << (place & 7)
  }
}
