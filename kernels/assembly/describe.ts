// The whole chain for a batch of texts. Definition: src/texts/kernels/reference/describe.ts.
import { isAscii64 } from './blocks'
import { canonicalise, canonicaliseTokens } from './canonical/canonical'
import { hash128 } from './hash128'
import { charShingles, sequencedShingles, stopwordShingles, wordShingles } from './shingles'
import { MOST_SKETCHED, noSketch, SKETCH_WORDS } from './odd-sketches'
import { rarest } from './rarest'
import { distinctSketched } from './sets'
import { bandKeys, signature } from './signature'
import { KEEPS_SYMBOLS } from './rule'
import { sequenceHash, tokenHashes } from './tokens'

export function isAscii(from: usize, to: usize): bool {
  let p = from
  if (ASC_FEATURE_SIMD) {
    for (; p + 64 <= to; p += 64) if (!isAscii64(p)) return false
  }
  for (; p + 8 <= to; p += 8) if (load<u64>(p) & 0x8080808080808080) return false
  for (; p < to; p++) if (load<u8>(p) >= 0x80) return false
  return true
}

// @ts-ignore: decorator
@inline
function align8(p: usize): usize {
  return (p + 7) & ~(<usize>7)
}

// The results of `shinglesOf`, read only by `describe`.
let tokensAt: usize = 0
let tokenCount: u32 = 0
let shinglesAt: usize = 0
let shingleCount: u32 = 0

// Plan, u32: unit, size, stops, stop bits, signature length, seed, bands, rows, sketches, items of a sequence, rule.
// `sequence`: where to write the hash of the tokens, or of the characters if shingles consist of these, or 0.
function cut(from: usize, to: usize, plan: usize, scratch: usize, sequence: usize): void {
  const unit = load<u32>(plan)
  const size = load<u32>(plan, 4)
  let free = scratch
  let start = from
  let end = to
  // Character shingles need the separators of the canonical form even in plain ASCII.
  const rule = load<u32>(plan, 40)
  if (unit == 1 || rule & KEEPS_SYMBOLS || !isAscii(from, to)) {
    start = scratch
    end = unit == 1 || rule ? canonicalise(from, to, scratch, rule) : canonicaliseTokens(from, to, scratch)
    free = end + 64
  }
  tokensAt = align8(free) + 8
  tokenCount = tokenHashes(start, end, tokensAt, rule)
  // Shingles of words overwrite their tokens: each is written when the token before its first one has been read.
  shinglesAt = unit == 0 ? tokensAt - 8 : tokensAt + ((<usize>tokenCount) << 3) + 64
  if (unit == 0 && sequence && tokenCount) {
    shingleCount = sequencedShingles(tokensAt, tokenCount, size, shinglesAt, sequence)
    return
  }
  if (sequence) {
    if (unit == 1) sequenceHash(shinglesAt, charShingles(start, end, 1, shinglesAt), sequence)
    else sequenceHash(tokensAt, tokenCount, sequence)
  }
  if (unit == 0) shingleCount = wordShingles(tokensAt, tokenCount, size, shinglesAt)
  else if (unit == 1) shingleCount = charShingles(start, end, size, shinglesAt)
  else {
    // Sequences are shingles of shingles; one is written before its first item is overwritten.
    const items = load<u32>(plan, 36)
    const itemsAt = items > 1 ? shinglesAt + ((<usize>items + 1) << 3) : shinglesAt
    shingleCount = stopwordShingles(tokensAt, tokenCount, size, load<u32>(plan, 8), load<u32>(plan, 12), itemsAt)
    if (items > 1) shingleCount = wordShingles(itemsAt, shingleCount, items, shinglesAt)
  }
}

// The odd sketch of the text that was cut last. If it has one its shingles are distinct afterwards.
function sketch(out: usize): void {
  if (shingleCount > MOST_SKETCHED) {
    noSketch(out)
    return
  }
  const table = shinglesAt + ((<usize>shingleCount) << 3) + 64
  shingleCount = distinctSketched(shinglesAt, shingleCount, table, shinglesAt, out)
}

// The plan of `describeRarest` during a call of it, else 0.
let rarestPlan: usize = 0

// Adds the size of the set of the text that was cut last, and its rarest shingles. REQUIRES: its shingles are distinct.
function addRarest(): void {
  const to = <usize>load<u32>(rarestPlan, 8)
  store<u32>(to, shingleCount)
  const certain = ((<u64>shingleCount * load<u32>(rarestPlan) + 0x7fffffff) >> 31) as u32
  const many = min(shingleCount, shingleCount - certain + 1)
  const scratch = shinglesAt + ((<usize>shingleCount) << 3) + 64
  rarest(shinglesAt, shingleCount, many, <usize>load<u32>(rarestPlan, 4), scratch, to + 4)
  store<u32>(rarestPlan, <u32>(to + 4 + (<usize>many << 2)), 8)
}

// Adds a text of which no shingles are given.
function addWithout(size: u32): void {
  const to = <usize>load<u32>(rarestPlan, 8)
  store<u32>(to, size)
  store<u32>(rarestPlan, <u32>(to + 4), 8)
}

// Plan, u32: the share of a set that is certain to be shared, in units of 2^-31; address of classes; where to write.
export function describeRarest(texts: usize, count: u32, plan: usize, scratch: usize, out: usize, by: usize): void {
  rarestPlan = by
  describe(texts, count, plan, scratch, out)
  rarestPlan = 0
}

export function shinglesOf(from: usize, to: usize, plan: usize, scratch: usize, out: usize): u32 {
  cut(from, to, plan, scratch, 0)
  memory.copy(out, shinglesAt, (<usize>shingleCount) << 3)
  return shingleCount
}

export function describe(texts: usize, count: u32, plan: usize, scratch: usize, out: usize): void {
  const length = load<u32>(plan, 16)
  const seed = load<u32>(plan, 20)
  const bands = load<u32>(plan, 24)
  const rows = load<u32>(plan, 28)
  const sketchWords: u32 = load<u32>(plan, 32) ? SKETCH_WORDS : 0
  const stride = (<usize>(9 + bands + sketchWords)) << 2
  for (let i: u32 = 0, row = out; i < count; i++, row += stride) {
    const from = <usize>load<u32>(texts + ((<usize>i) << 3))
    const to = <usize>load<u32>(texts + ((<usize>i) << 3), 4)
    hash128(from, to, row)
    if (bands == 0) {
      memory.fill(row + 16, 0, stride - 16)
      continue
    }
    cut(from, to, plan, scratch, row + 16)
    store<u32>(row, tokenCount, 32)
    if (tokenCount == 0) {
      memory.fill(row + 36, 0, stride - 36)
      if (rarestPlan) addWithout(0)
      continue
    }
    if (sketchWords) sketch(row + 36 + ((<usize>bands) << 2))
    const values = align8(shinglesAt + ((<usize>shingleCount) << 3))
    signature(shinglesAt, shingleCount, length, seed, values)
    bandKeys(values, bands, rows, row + 36)
    if (!rarestPlan) continue
    if (shingleCount > MOST_SKETCHED) addWithout(u32.MAX_VALUE)
    else addRarest()
  }
}
