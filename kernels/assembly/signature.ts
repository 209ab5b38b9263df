/**
 * MinHash signature by fast similarity sketching, and the keys of its bands.
 * Definition, sources and bounds: `src/texts/kernels/reference/signature.ts`, same names, same bits. Departures:
 *
 * 1. A bin is one u64, `round << 32 | value`, so "only bins that were empty before the round" is a minimum of
 *    u64: a value of a later round is larger than the content of a full bin.
 * 2. Minima are stored without a branch (it would be mispredicted every other time), until fewer than one bin
 *    in eight is empty: then a later round only checks, and computes values for the few hits.
 * 3. Many shingles that leave many bins empty are a few repeated ones, and many rounds remain. These rounds use one of
 *    each: repeats do not matter.
 *
 * v128 was tried and dropped: without gather and scatter the lanes return to scalar registers, which costs
 * more than the multiplication saved (docs/decisions/0001-signature.md).
 */
import { GOLDEN, MIX1, MIX2 } from './mix'
import { FEW, fewAt, fewDistinct } from './sets'

// The bins: 4096 (the longest signature) u64.
const bins: usize = memory.data(32768, 64)

const multiplier: u64 = 0xd6e8feb86659fd93

// @ts-ignore: decorator
@inline
function roundMask(seed: u32, round: u32): u64 {
  let x: u64 = (seed as u64) + ((round as u64) + 1) * GOLDEN
  x = (x ^ (x >> 30)) * MIX1
  x = (x ^ (x >> 27)) * MIX2
  return x ^ (x >> 31)
}

// @ts-ignore: decorator
@inline
function spread(hash: u64, mask: u64): u64 {
  return (hash ^ mask) * multiplier
}

// @ts-ignore: decorator
@inline
function value(x: u64): u64 {
  return (x ^ (x >> 32)) & 0xffffffff
}

// @ts-ignore: decorator
@inline
function binOf(x: u64, length: u64): usize {
  return bins + ((((x >> 32) * length) >> 32) << 3) as usize
}

// @ts-ignore: decorator
@inline
function offerFirst(x: u64, length: u64): void {
  const bin = binOf(x, length)
  const held = load<u64>(bin)
  const offered = value(x)
  store<u64>(bin, offered < held ? offered : held)
}

/** Round 0. @returns number of bins left empty. */
function firstRound(shingles: usize, end: usize, length: u32, seed: u32): u32 {
  const mask = roundMask(seed, 0)
  const wide = length as u64
  let at = shingles
  for (; at + 32 <= end; at += 32) {
    offerFirst(spread(load<u64>(at), mask), wide)
    offerFirst(spread(load<u64>(at, 8), mask), wide)
    offerFirst(spread(load<u64>(at, 16), mask), wide)
    offerFirst(spread(load<u64>(at, 24), mask), wide)
  }
  for (; at < end; at += 8) offerFirst(spread(load<u64>(at), mask), wide)
  let empty: u32 = 0
  for (let bin = bins, stop = bins + (length << 3); bin < stop; bin += 8) {
    empty += (load<u64>(bin) == u64.MAX_VALUE) as u32
  }
  return empty
}

/** Rounds 1 <= round < length. @returns number of bins left empty. */
function laterRound(shingles: usize, end: usize, length: u32, seed: u32, round: u32, wasEmpty: u32): u32 {
  const mask = roundMask(seed, round)
  const wide = length as u64
  const high = (round as u64) << 32
  let empty = wasEmpty
  if (wasEmpty << 3 > length) {
    for (let at = shingles; at < end; at += 8) {
      const x = spread(load<u64>(at), mask)
      const bin = binOf(x, wide)
      const held = load<u64>(bin)
      const offered = high | value(x)
      empty -= (held == u64.MAX_VALUE) as u32
      store<u64>(bin, offered < held ? offered : held)
    }
    return empty
  }
  for (let at = shingles; at < end; at += 8) {
    const x = spread(load<u64>(at), mask)
    const bin = binOf(x, wide)
    const held = load<u64>(bin)
    if (held > high) {
      empty -= (held == u64.MAX_VALUE) as u32
      store<u64>(bin, min(held, high | value(x)))
    }
  }
  return empty
}

/** Rounds length <= round < 2 * length: a bin that is still empty takes the minimum over all shingles. */
function lastRounds(shingles: usize, end: usize, length: u32, seed: u32): void {
  for (let j: u32 = 0; j < length; j++) {
    const bin = bins + (j << 3)
    if (load<u64>(bin) != u64.MAX_VALUE) continue
    const mask = roundMask(seed, length + j)
    let least = u64.MAX_VALUE
    for (let at = shingles; at < end; at += 8) least = min(least, value(spread(load<u64>(at), mask)))
    store<u64>(bin, least)
  }
}

export function signature(given: usize, count: u32, length: u32, seed: u32, out: usize): void {
  let shingles = given
  let end = shingles + ((count as usize) << 3)
  memory.fill(bins, 0xff, (length as usize) << 3)
  let empty = firstRound(shingles, end, length, seed)
  // Twice as many distinct shingles as bins leave one bin in eight empty.
  if (empty << 3 > length && count >> 2 >= length) {
    const few = fewDistinct(shingles, count)
    if (few <= FEW) {
      shingles = fewAt
      end = shingles + ((few as usize) << 3)
    }
  }
  for (let round: u32 = 1; round < length && empty > 0; round++) {
    empty = laterRound(shingles, end, length, seed, round, empty)
  }
  if (empty > 0) lastRounds(shingles, end, length, seed)
  for (let j: usize = 0; j < (length as usize); j++) store<u32>(out + (j << 2), load<u32>(bins + (j << 3)))
}

export function bandKeys(signature: usize, bands: u32, rows: u32, out: usize): void {
  let at = signature
  for (let band: u32 = 0; band < bands; band++) {
    let key: u64 = GOLDEN
    for (let row: u32 = 0; row < rows; row++, at += 4) {
      key = (key ^ (load<u32>(at) as u64)) * multiplier
      key ^= key >> 32
    }
    store<u32>(out + ((band as usize) << 2), ((key * multiplier) >> 32) as u32)
  }
}
