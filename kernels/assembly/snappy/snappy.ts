/**
 * Snappy: bytes as literals and copies of what is up to 64 KiB back.
 *
 *     size (varint) element*
 *     element   llllll00 [length 1 to 4 bytes] bytes     literal of l + 1 bytes; l of 60 to 63: the length follows
 *               ooolll01 o                               l + 4 bytes from a distance of 11 bits
 *               llllll10 oo                              l + 1 bytes from a distance of 16 bits
 *               llllll11 oooo                            l + 1 bytes from a distance of 32 bits
 *
 * A table has, for each hash of five bytes, the last place in the block where they were; if the same four bytes are
 * there, what follows is copied from there. Places are looked up in pairs. Where nothing is found steps become longer:
 * after 64 places they skip a byte, after 128 two, and so on.
 *
 * Source: "Snappy compressed format description" of Google's Snappy. Ours: hashes of five bytes, as copies of four
 * bytes cost time and save little; pairs, as a branch that cannot be foreseen costs more than a hash. Cost: linear.
 *
 * A module of its own, as only pages of Parquet need it. REQUIRES 64 bytes behind every range, which may be
 * overwritten.
 */

const blockBytes: usize = 1 << 16
const hashBits: u64 = 14

/** Bytes of the table. */
export const tableBytes: usize = 2 << (<usize>hashBits)

// @ts-ignore: decorator
@inline function slotOf(table: usize, p: usize): usize {
  return table + ((<usize>(((load<u64>(p) << 24) * 0xcf1bbcdcb7a56463) >> (64 - hashBits))) << 1)
}

/** Copies 16 bytes at a time. @returns the end */
// @ts-ignore: decorator
@inline function put(from: usize, length: usize, out: usize): usize {
  const end = out + length
  for (let p = from, at = out; at < end; p += 16, at += 16) v128.store(at, v128.load(p))
  return end
}

// @ts-ignore: decorator
@inline function literal(from: usize, to: usize, out: usize): usize {
  const rest = to - from - 1
  let at = out + 1
  if (rest < 60) store<u8>(out, <u8>(rest << 2))
  else if (rest < 256) {
    store<u8>(out, 60 << 2)
    store<u8>(at, <u8>rest)
    at++
  } else {
    store<u8>(out, 61 << 2)
    store<u16>(at, <u16>rest)
    at += 2
  }
  return put(from, to - from, at)
}

/** No copy of more than 64 bytes, and none of less than 4. */
// @ts-ignore: decorator
@inline function copy(distance: usize, length: usize, out: usize): usize {
  let at = out
  let left = length
  for (; left > 64; at += 3) {
    const part: usize = left < 68 ? 60 : 64
    store<u32>(at, <u32>(((part - 1) << 2) | 2 | (distance << 8)))
    left -= part
  }
  if (left < 12 && distance < 2048) {
    store<u16>(at, <u16>(1 | ((left - 4) << 2) | ((distance >> 8) << 5) | ((distance & 255) << 8)))
    return at + 2
  }
  store<u32>(at, <u32>(((left - 1) << 2) | 2 | (distance << 8)))
  return at + 3
}

/** Where what begins with the same four bytes at `q` and `p` begins to differ. */
// @ts-ignore: decorator
@inline function endOfMatch(q: usize, p: usize, to: usize): usize {
  const back = p - q
  let at = p + 4
  for (; at + 8 <= to; at += 8) {
    const difference = load<u64>(at) ^ load<u64>(at - back)
    if (difference) return at + (<usize>(ctz(difference) >> 3))
  }
  while (at < to && load<u8>(at) == load<u8>(at - back)) at++
  return at
}

function packBlock(from: usize, to: usize, table: usize, out: usize): usize {
  let at = out
  let begin = from // of the next literal
  const last = to - 24 // a match may begin here, and behind it
  memory.fill(table, 0, tableBytes)
  for (let p = from + 1, misses: usize = 0; to - from > 32 && p <= last; ) {
    const slot = slotOf(table, p)
    const nextSlot = slotOf(table, p + 1)
    let q = from + (<usize>load<u16>(slot))
    store<u16>(slot, <u16>(p - from))
    const next = from + (<usize>load<u16>(nextSlot))
    if (load<u32>(q) != load<u32>(p)) {
      store<u16>(nextSlot, <u16>(p + 1 - from))
      p++
      if (load<u32>(next) != load<u32>(p)) {
        p += 1 + (misses++ >> 5)
        continue
      }
      q = next
    }
    if (begin < p) at = literal(begin, p, at)
    begin = endOfMatch(q, p, to)
    at = copy(p - q, begin - p, at)
    p = begin
    misses = 0
    if (p <= last) store<u16>(slotOf(table, p - 1), <u16>(p - 1 - from))
  }
  return begin < to ? literal(begin, to, at) : at
}

/** Packs [from, to). REQUIRES: `tableBytes` at `table`, 6/5 of the size and 64 bytes at `out`. @returns the end */
export function pack(from: usize, to: usize, table: usize, out: usize): usize {
  let at = out
  let size = to - from
  for (; size > 127; size >>= 7) store<u8>(at++, <u8>(size | 128))
  store<u8>(at++, <u8>size)
  for (let p = from; p < to; p += blockBytes) at = packBlock(p, min(to, p + blockBytes), table, at)
  return at
}

/** Where the first element begins that was not unpacked. */
export let rest: usize = 0

/**
 * Unpacks the elements of [from, to) that begin before `last` to [at, end), until `enough` is reached.
 *
 * @param out bytes from here on may be copied
 * @returns the end of what is unpacked; 0 if an element leads out of its range
 */
export function unpack(
  from: usize, to: usize, last: usize, out: usize, begin: usize, enough: usize, end: usize,
): usize {
  let p = from
  let at = begin
  while (p < last && at < enough) {
    const tag: usize = load<u8>(p++)
    let more = tag >> 2 // bytes but one
    if ((tag & 3) == 0) {
      if (more >= 60) {
        const bytes = more - 59
        more = <usize>(load<u32>(p) & (<u32>0xffffffff >> (((4 - <u32>bytes) << 3))))
        p += bytes
      }
      if (p > to || more >= to - p || more >= end - at) return 0
      v128.store(at, v128.load(p))
      if (more >= 16) put(p + 16, more - 15, at + 16)
      at += more + 1
      p += more + 1
      continue
    }
    // Selected, as a branch that cannot be foreseen costs more.
    const kind = tag & 3
    const word: usize = load<u32>(p)
    more = select<usize>(3 + (more & 7), more, kind == 1)
    const near = select<usize>(((tag >> 5) << 8) | (word & 255), word & 0xffff, kind == 1)
    const distance = select<usize>(word, near, kind == 3)
    p += (<usize>1) << (kind - 1)
    if (p > to || distance - 1 >= at - out || more >= end - at) return 0 // also for a distance of 0
    if (distance >= 16) {
      v128.store(at, v128.load(at - distance))
      if (more >= 16) put(at + 16 - distance, more - 15, at + 16)
      at += more + 1
    } else for (const behind = at + more + 1; at < behind; at++) store<u8>(at, load<u8>(at - distance))
  }
  rest = p
  return at
}

/** First byte that the module does not use itself. */
export function freeMemory(): usize {
  return __heap_base
}
