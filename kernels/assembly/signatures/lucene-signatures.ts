// Signatures by Lucene's MinHash, one value per bucket.
// Definition: src/texts/kernels/reference/signatures/lucene-buckets.ts.
import { hash128 } from '../hash128'
import { luceneTokens } from './lucene-tokens'

// The value of an empty bucket, above all others.
const EMPTY: u64 = u64.MAX_VALUE

// @ts-ignore: decorator
@inline
function align16(p: usize): usize {
  return (p + 15) & ~(<usize>15)
}

/** The hash of the number of each function, 16 bytes. */
function hashFunctions(hashCount: u32, out: usize): void {
  for (let i: u32 = 0; i < hashCount; i++) {
    const at = out + ((<usize>i) << 4)
    store<u32>(at, bswap<u32>(i))
    hash128(at, at + 4, at)
  }
}

// Offers the hash at `hash` to its bucket of each function. Without branches, which would be unpredictable.
function offer(hash: usize, functions: usize, hashCount: u32, bucketCount: u32, width: u64, buckets: usize): void {
  const h1 = load<u64>(hash) * 37
  const h2 = load<u64>(hash, 8) * 37
  let first = buckets
  for (let i: u32 = 0; i < hashCount; i++, functions += 16, first += (<usize>bucketCount) << 4) {
    const v1 = h1 + load<u64>(functions)
    const v2 = h2 + load<u64>(functions, 8)
    const bucket = first + ((<usize>((v2 >> 32) / width)) << 4)
    const held2 = load<u64>(bucket)
    const held1 = load<u64>(bucket, 8)
    const isLess = <i32>(v2 < held2) | (<i32>(v2 == held2) & <i32>(v1 < held1))
    store<u64>(bucket, isLess ? v2 : held2)
    store<u64>(bucket, isLess ? v1 : held1, 8)
  }
}

/** Texts: u32 pairs {from, to}. Scratch: functions, hash, buckets, places of tokens, their units. */
export function luceneSignatures(
  texts: usize,
  count: u32,
  shingleSize: u32,
  hashCount: u32,
  bucketCount: u32,
  scratch: usize,
  out: usize,
): void {
  const functions = align16(scratch)
  const hash = functions + ((<usize>hashCount) << 4)
  const buckets = hash + 16
  const places = buckets + (((<usize>hashCount) * (<usize>bucketCount)) << 4)
  const width = ((<u64>1 << 32) + <u64>bucketCount - 1) / <u64>bucketCount
  hashFunctions(hashCount, functions)
  for (let range = texts, row = out, last = texts + ((<usize>count) << 3); range < last; range += 8, row += 16) {
    const from = <usize>load<u32>(range)
    const to = <usize>load<u32>(range, 4)
    // A token takes a byte, and the separator before the next one another.
    const tokens = luceneTokens(from, to, places, align16(places + ((to - from + 1) << 2)))
    if (tokens == 0) {
      store<u64>(row, 0)
      store<u64>(row, 0, 8)
      continue
    }
    memory.fill(buckets, 0xff, places - buckets)
    const run = tokens < shingleSize ? 1 : shingleSize
    const lastPlace = places + ((<usize>(tokens - run)) << 3)
    const toEnd = ((<usize>run - 1) << 3) + 4
    for (let place = places; place <= lastPlace; place += 8) {
      hash128(<usize>load<u32>(place), <usize>load<u32>(place + toEnd), hash)
      offer(hash, functions, hashCount, bucketCount, width, buckets)
    }
    // With several functions, tokens have no room for the lower half of v1.
    if (hashCount > 1) for (let at = buckets + 8; at < places; at += 16) store<u32>(at, 0)
    hash128(buckets, places, row)
  }
}
