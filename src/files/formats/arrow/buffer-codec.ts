/**
 * Buffers of a batch as they are packed: an i64 with the unpacked size, then an LZ4 frame or a zstd frame; -1 if what
 * follows is not packed.
 *
 *     LZ4 frame   04 22 4D 18 flags BD [size 8] [dictionary 4] check (u32 size, block [check 4])* 0 [check 4]
 *     LZ4 block   (token [lengths] literals u16 distance [lengths])*, the last without a match
 *
 * Blocks may refer to those before them, so all are unpacked into one buffer. Checks are not verified.
 *
 * Source: LZ4 Frame Format 1.6.3 and LZ4 Block Format. Cost: linear in the unpacked size, which is at most 255 times
 * that of the packed bytes.
 */
import { zstdDecompressSync } from 'node:zlib'
import { ArrowDamage } from './arrow-error.ts'
import { longAt } from './flatbuffer.ts'

/**
 * @param codec undefined if nothing is packed
 * @param most bytes that it may have
 * @throws RangeError if it is damaged
 */
export function unpackBuffer(packed: Buffer, codec: number | undefined, most: number): Buffer {
  if (codec === undefined || packed.length === 0) return packed
  const size = longAt(packed, 0)
  const inside = packed.subarray(8)
  if (size === -1) return inside
  if (size < 0 || size > most) throw new ArrowDamage(`a buffer of ${size} bytes`)
  if (size === 0) return inside.subarray(0, 0)
  if (codec > 1) throw new ArrowDamage('an unknown compression')
  const bytes = codec === 0 ? lz4Frame(inside, size) : zstdFrame(inside, size)
  if (bytes.length !== size) throw new ArrowDamage(`a buffer of ${bytes.length} bytes instead of ${size}`)
  return bytes
}

function zstdFrame(packed: Buffer, size: number): Buffer {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: size, chunkSize: Math.min(size + 64, 2 ** 24) })
  } catch (cause) {
    throw new ArrowDamage('a damaged zstd frame', { cause })
  }
}

/** @returns fewer bytes than `size` if the frame has no more */
export function lz4Frame(packed: Buffer, size: number): Buffer {
  if (packed.readUInt32LE(0) !== 0x184d2204) throw new ArrowDamage('no LZ4 frame')
  if (size > 255 * packed.length)
    throw new ArrowDamage(`a buffer of ${size} bytes in an LZ4 frame of ${packed.length}`)
  const flags = packed[4]
  const [hasCheck, hasSize, hasDictionary] = [flags & 16, flags & 8, flags & 1]
  const out = Buffer.allocUnsafeSlow(size)
  let at = 7 + (hasSize ? 8 : 0) + (hasDictionary ? 4 : 0)
  let end = 0
  for (let block = packed.readUInt32LE(at); block !== 0; block = packed.readUInt32LE(at)) {
    const from = at + 4
    const to = from + (block & 0x7fffffff)
    if (to > packed.length) throw new ArrowDamage('an LZ4 block beyond its frame')
    if (block >>> 31 === 0) end = lz4Block(packed, from, to, out, end)
    else end = put(packed, from, to, out, end)
    at = to + (hasCheck ? 4 : 0)
  }
  return out.subarray(0, end)
}

/** Unpacks a block behind those before it. @returns the end of `out` */
function lz4Block(packed: Buffer, from: number, to: number, out: Buffer, start: number): number {
  let at = from
  let end = start
  const length = (nibble: number) => {
    let sum = nibble
    if (nibble === 15) {
      let byte = 255
      while (byte === 255 && at < to) sum += byte = packed[at++]
    }
    return sum
  }
  while (at < to) {
    const token = packed[at++]
    const literals = length(token >> 4)
    if (at + literals > to) throw new ArrowDamage('a damaged LZ4 block')
    end = put(packed, at, at + literals, out, end)
    at += literals
    if (at === to) return end
    const distance = packed[at] | (packed[at + 1] << 8)
    at += 2
    const matched = 4 + length(token & 15)
    const source = end - distance
    if (at > to || distance === 0 || source < 0 || end + matched > out.length)
      throw new ArrowDamage('a damaged LZ4 block')
    if (distance >= matched && matched > 32) out.copyWithin(end, source, source + matched)
    else for (let i = 0; i < matched; i++) out[end + i] = out[source + i]
    end += matched
  }
  return end
}

function put(bytes: Buffer, from: number, to: number, out: Buffer, end: number): number {
  if (end + to - from > out.length) throw new ArrowDamage('more bytes in an LZ4 frame than its buffer has')
  if (to - from > 32) out.set(bytes.subarray(from, to), end)
  else for (let at = from, into = end; at < to; at++) out[into++] = bytes[at]
  return end + to - from
}
