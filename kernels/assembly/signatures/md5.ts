// MD5 (RFC 1321) of byte ranges. Definition: src/texts/kernels/reference/signatures/text-signatures.ts.
//
// In a single text each sum waits for the one before; four texts at once, each in a lane of a vector, use that
// wait. A lane that is done takes the next range, so lengths may differ.
import { block } from './md5-rounds'

// The words of the state, this many bytes apart.
// @ts-ignore: decorator
@inline
function begin(state: usize, step: usize): void {
  store<u32>(state, 0x67452301)
  store<u32>(state + step, 0xefcdab89)
  store<u32>(state + 2 * step, 0x98badcfe)
  store<u32>(state + 3 * step, 0x10325476)
}

// Writes the last one or two blocks of [from, to) at tail. @returns how many
function lastBlocks(from: usize, to: usize, tail: usize): u32 {
  const length = to - from
  const rest = length & 63
  memory.copy(tail, to - rest, rest)
  const blocks: u32 = rest < 56 ? 1 : 2
  const end = tail + ((<usize>blocks) << 6)
  memory.fill(tail + rest, 0, end - tail - rest)
  store<u8>(tail + rest, 0x80)
  store<u64>(end - 8, (<u64>length) << 3)
  return blocks
}

// Writes sixteen bytes of digest at out, which also holds the state.
function md5(from: usize, to: usize, tail: usize, out: usize): void {
  begin(out, 4)
  const whole = to - ((to - from) & 63)
  for (let p = from; p < whole; p += 64) block<u32>(out, p)
  const end = tail + ((<usize>lastBlocks(from, to, tail)) << 6)
  for (let p = tail; p < end; p += 64) block<u32>(out, p)
}

// Jobs: u32 {from, to, out} each. Lane: u32 {at, step, blocks left there, last blocks}, then out.
const JOB: usize = 12
const LANE: usize = 32
const TAILS: usize = 4 * LANE
const STATE: usize = TAILS + 4 * 128
const WORDS: usize = STATE + 64
/** Scratch bytes of `md5Jobs`. */
export const MD5_SCRATCH: usize = WORDS + 256

// An idle lane repeats its tail until the others are done.
const FOREVER: u32 = 0xffffffff

function startLane(index: usize, job: usize, end: usize, scratch: usize): void {
  const lane = scratch + index * LANE
  const tail = scratch + TAILS + (index << 7)
  if (job >= end) {
    store<u32>(lane, <u32>tail)
    store<u32>(lane, 0, 4)
    store<u32>(lane, FOREVER, 8)
    return
  }
  const from = <usize>load<u32>(job)
  const to = <usize>load<u32>(job, 4)
  const whole = <u32>((to - from) >> 6)
  const last = lastBlocks(from, to, tail)
  store<u32>(lane, whole ? <u32>from : <u32>tail)
  store<u32>(lane, 64, 4)
  store<u32>(lane, whole ? whole : last, 8)
  store<u32>(lane, whole ? last : 0, 12)
  store<u32>(lane, load<u32>(job, 8), 16)
  begin(scratch + STATE + (index << 2), 16)
}

// @ts-ignore: decorator
@inline
function transpose(a: usize, b: usize, c: usize, d: usize, words: usize): void {
  const r0 = v128.load(a)
  const r1 = v128.load(b)
  const r2 = v128.load(c)
  const r3 = v128.load(d)
  const low01 = v128.shuffle<i32>(r0, r1, 0, 4, 1, 5)
  const high01 = v128.shuffle<i32>(r0, r1, 2, 6, 3, 7)
  const low23 = v128.shuffle<i32>(r2, r3, 0, 4, 1, 5)
  const high23 = v128.shuffle<i32>(r2, r3, 2, 6, 3, 7)
  v128.store(words, v128.shuffle<i64>(low01, low23, 0, 2))
  v128.store(words, v128.shuffle<i64>(low01, low23, 1, 3), 16)
  v128.store(words, v128.shuffle<i64>(high01, high23, 0, 2), 32)
  v128.store(words, v128.shuffle<i64>(high01, high23, 1, 3), 48)
}

// @returns the minimum number of blocks in all lanes
// @ts-ignore: decorator
@inline
function common(scratch: usize): u32 {
  const ab = min<u32>(load<u32>(scratch, 8), load<u32>(scratch + LANE, 8))
  return min<u32>(ab, min<u32>(load<u32>(scratch + 2 * LANE, 8), load<u32>(scratch + 3 * LANE, 8)))
}

function runLanes(scratch: usize, blocks: u32): void {
  let a = <usize>load<u32>(scratch)
  let b = <usize>load<u32>(scratch + LANE)
  let c = <usize>load<u32>(scratch + 2 * LANE)
  let d = <usize>load<u32>(scratch + 3 * LANE)
  const stepA = <usize>load<u32>(scratch, 4)
  const stepB = <usize>load<u32>(scratch + LANE, 4)
  const stepC = <usize>load<u32>(scratch + 2 * LANE, 4)
  const stepD = <usize>load<u32>(scratch + 3 * LANE, 4)
  const words = scratch + WORDS
  for (let i: u32 = 0; i < blocks; i++) {
    transpose(a, b, c, d, words)
    transpose(a + 16, b + 16, c + 16, d + 16, words + 64)
    transpose(a + 32, b + 32, c + 32, d + 32, words + 128)
    transpose(a + 48, b + 48, c + 48, d + 48, words + 192)
    block<v128>(scratch + STATE, words)
    a += stepA
    b += stepB
    c += stepC
    d += stepD
  }
  store<u32>(scratch, <u32>a)
  store<u32>(scratch + LANE, <u32>b)
  store<u32>(scratch + 2 * LANE, <u32>c)
  store<u32>(scratch + 3 * LANE, <u32>d)
}

// Moves a lane on to the last blocks of its range, or writes its digest. @returns whether the lane is done
function nextPart(index: usize, scratch: usize): bool {
  const lane = scratch + index * LANE
  const last = load<u32>(lane, 12)
  if (last) {
    store<u32>(lane, <u32>(scratch + TAILS + (index << 7)))
    store<u32>(lane, last, 8)
    store<u32>(lane, 0, 12)
    return false
  }
  const state = scratch + STATE + (index << 2)
  const out = <usize>load<u32>(lane, 16)
  store<u32>(out, load<u32>(state))
  store<u32>(out, load<u32>(state, 16), 4)
  store<u32>(out, load<u32>(state, 32), 8)
  store<u32>(out, load<u32>(state, 48), 12)
  return true
}

function fourAtOnce(jobs: usize, count: u32, scratch: usize): void {
  const end = jobs + (<usize>count) * JOB
  let job = jobs
  for (let index: usize = 0; index < 4; index++, job += JOB) startLane(index, job, end, scratch)
  let left = count
  while (left) {
    const blocks = common(scratch)
    runLanes(scratch, blocks)
    for (let index: usize = 0; index < 4; index++) {
      const lane = scratch + index * LANE
      const rest = load<u32>(lane, 8)
      if (rest == FOREVER) continue
      store<u32>(lane, rest - blocks, 8)
      if (rest != blocks || !nextPart(index, scratch)) continue
      left--
      startLane(index, job, end, scratch)
      job += JOB
    }
  }
}

/** The digests of all jobs. REQUIRES: MD5_SCRATCH bytes of scratch. */
export function md5Jobs(jobs: usize, count: u32, scratch: usize): void {
  if (ASC_FEATURE_SIMD) {
    if (count > 1) {
      fourAtOnce(jobs, count, scratch)
      return
    }
  }
  for (let job = jobs, end = jobs + (<usize>count) * JOB; job < end; job += JOB) {
    md5(<usize>load<u32>(job), <usize>load<u32>(job, 4), scratch + TAILS, <usize>load<u32>(job, 8))
  }
}
