// MD5 and Lookup3 of whole texts. Definition: src/kernels/reference-text-signatures.ts.
import { encodeJava, needsEncoding } from './java-encodings'
import { MD5_SCRATCH, md5Jobs } from './md5'
import { decode, sizeOf } from './wtf8'

const MOST_JOBS: u32 = 256
const JOB: usize = 12
// Texts that had to be encoded wait behind each other until they are so many bytes.
const WAITING: usize = 65536

export function md5Signatures(texts: usize, count: u32, encoding: u32, scratch: usize, out: usize): void {
  const jobs = scratch + MD5_SCRATCH
  const encoded = jobs + <usize>MOST_JOBS * JOB
  let free = encoded
  let jobCount: u32 = 0
  for (let range = texts, row = out, last = texts + ((<usize>count) << 3); range < last; range += 8, row += 16) {
    let from = <usize>load<u32>(range)
    let to = <usize>load<u32>(range, 4)
    if (needsEncoding(from, to, encoding)) {
      const end = encodeJava(from, to, encoding, free)
      from = free
      to = end
      free = end
    }
    const job = jobs + <usize>jobCount * JOB
    store<u32>(job, <u32>from)
    store<u32>(job, <u32>to, 4)
    store<u32>(job, <u32>row, 8)
    jobCount++
    if (jobCount < MOST_JOBS && free < encoded + WAITING) continue
    md5Jobs(jobs, jobCount, scratch)
    jobCount = 0
    free = encoded
  }
  md5Jobs(jobs, jobCount, scratch)
}

// Lookup3: the words a, b, c (Jenkins), and a low surrogate whose pair was torn apart.
let a: u32 = 0
let b: u32 = 0
let c: u32 = 0
let torn: u32 = 0

// The units at p as Lookup3 takes them: a high surrogate takes the unit behind it, whatever that is. Sets `torn`.
// @returns end of what was taken
function surrogate(p: usize, to: usize, taken: u32): usize {
  const high = decode(p)
  const behind = p + 3
  if (high >= 0xdc00 || behind >= to) {
    add(high, taken)
    return behind
  }
  let unit = decode(behind)
  if (unit >= 0x10000) {
    torn = 0xdc00 | (unit & 0x3ff)
    unit = 0xd800 | ((unit - 0x10000) >> 10)
  }
  add((high << 10) + unit + (0x10000 - (0xd800 << 10) - 0xdc00), taken)
  return behind + sizeOf(load<u8>(behind))
}

// @ts-ignore: decorator
@inline
function add(symbol: u32, taken: u32): void {
  if (taken == 0) a += symbol
  else if (taken == 1) b += symbol
  else c += symbol
}

// @ts-ignore: decorator
@inline
function mix(): void {
  a = (a - c) ^ rotl<u32>(c, 4)
  c += b
  b = (b - a) ^ rotl<u32>(a, 6)
  a += c
  c = (c - b) ^ rotl<u32>(b, 8)
  b += a
  a = (a - c) ^ rotl<u32>(c, 16)
  c += b
  b = (b - a) ^ rotl<u32>(a, 19)
  a += c
  c = (c - b) ^ rotl<u32>(b, 4)
  b += a
}

// @ts-ignore: decorator
@inline
function finish(): void {
  c = (c ^ b) - rotl<u32>(b, 14)
  a = (a ^ c) - rotl<u32>(c, 11)
  b = (b ^ a) - rotl<u32>(a, 25)
  c = (c ^ b) - rotl<u32>(b, 16)
  a = (a ^ c) - rotl<u32>(c, 4)
  b = (b ^ a) - rotl<u32>(a, 14)
  c = (c ^ b) - rotl<u32>(b, 24)
}

function lookup3(from: usize, to: usize): void {
  a = 0xdeadbeef
  b = a
  c = a
  torn = 0
  let taken: u32 = 0
  for (let p = from; p < to || torn; ) {
    if (taken == 3) {
      mix()
      taken = 0
    }
    if (torn) {
      add(torn, taken)
      torn = 0
    } else if (load<u8>(p) == 0xed && load<u8>(p, 1) >= 0xa0) p = surrogate(p, to, taken)
    else {
      add(decode(p), taken)
      p += sizeOf(load<u8>(p))
    }
    taken++
  }
  if (taken) finish()
}

export function lookup3Signatures(texts: usize, count: u32, out: usize): void {
  for (let range = texts, row = out, last = texts + ((<usize>count) << 3); range < last; range += 8, row += 16) {
    lookup3(<usize>load<u32>(range), <usize>load<u32>(range, 4))
    // c is added to b * 2^32 as a signed number: below zero it takes one from the high half.
    store<u32>(row, bswap<u32>(b - (c >> 31)))
    store<u32>(row, bswap<u32>(c), 4)
    store<u64>(row, 0, 8)
  }
}
