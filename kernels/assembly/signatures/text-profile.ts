// MD5 of text profiles. Definitions: src/texts/kernels/reference/signatures/text-profile.ts, text-signatures.ts.
//
//     text ─fold─▶ words, zeros between ─wordEdges, dropShort─▶ {from, to}* ─countWords─▶ entries ─order─▶ list
//                                                                 ─writeProfile─▶ "word count\n"* ─md5Jobs─▶ 16 bytes
//
// Profiles are collected, because several are digested at once.
import { sortByMap } from './java-map'
import { MD5_SCRATCH, md5Jobs } from './md5'
import { fold, isPlain } from './profile-fold'
import { frequent, hashWords, slotsOfMap, sortByCount, sortBySlot, sortByWord } from './profile-order'
import { countWords, dropShort, ENTRY, slotBits, wordEdges } from './profile-words'

const MOST_JOBS: u32 = 64
const JOB: usize = 12
// Waiting profiles; longer ones are digested alone.
const WAITING: usize = 65536
const ORDER_OF_MAP: u32 = 0

// @ts-ignore: decorator
@inline
function align64(p: usize): usize {
  return (p + 63) & ~(<usize>63)
}

// The rule of a batch: table of units, fewest units of a word, quant rate, order of ties.
let units: usize = 0
let leastUnits: usize = 0
let quantRate: f32 = 0
let tieOrder: u32 = 0

// The result of `profileOf`: a list of entries in order, and the rounding of counts.
let listAt: usize = 0
let listEnd: usize = 0
let quant: u32 = 0
let profileBytes: usize = 0
let free: usize = 0

// Half rounds up, NaN becomes 0, and larger values the largest int32, as in a saturating conversion.
function quantOf(most: u32): u32 {
  const rounded = <i32>floor<f64>(<f64>(<f32>most * quantRate) + 0.5)
  return rounded >= 2 ? <u32>rounded : most > 1 ? 2 : 1
}

// Finds the words of a profile and their order.
function order(from: usize, to: usize, scratch: usize): void {
  const end = fold(from, to, units, scratch)
  const pairs = align64(end + 64)
  let pairsEnd = dropShort(pairs, wordEdges(scratch, end, pairs), leastUnits, isPlain)
  // The rest at the end counts even if it is empty.
  if (leastUnits == 0 && (end == scratch || load<u8>(end - 1) == 0)) {
    store<u32>(pairsEnd, <u32>end)
    store<u32>(pairsEnd, <u32>end, 4)
    pairsEnd += 8
  }
  const slots = align64(pairsEnd + 64)
  const bits = slotBits((pairsEnd - pairs) >> 3)
  const entries = slots + ((<usize>1) << (bits + 2))
  const count = countWords(pairs, pairsEnd, slots, bits, entries)
  free = align64(entries + (<usize>count + 2) * ENTRY)
  sortWords(entries, count)
}

function sortWords(entries: usize, count: u32): void {
  let most: u32 = 0
  for (let entry = entries, end = entries + (<usize>count) * ENTRY; entry < end; entry += ENTRY) {
    most = max<u32>(most, load<u32>(entry, 24))
  }
  quant = quantOf(most)
  const list = free
  const end = frequent(entries, count, quant, list)
  listAt = align64(end + 64)
  listEnd = listAt + (end - list)
  const table = align64(listEnd + 64)
  if (tieOrder == ORDER_OF_MAP) {
    hashWords(entries, count)
    const mapSlots = slotsOfMap(entries, count, table)
    if (mapSlots) sortBySlot(list, end, mapSlots, table)
    else sortByMap(entries, count, quant, list, table)
  } else sortByWord(list, end, table)
  sortByCount(list, end, quant, most, table, listAt)
  free = table
  profileBytes = 12 * ((end - list) >> 2)
  for (let at = listAt; at < listEnd; at += 4) {
    const entry = <usize>load<u32>(at)
    profileBytes += <usize>(load<u32>(entry, 20) - load<u32>(entry, 16))
  }
}

// Writes " count\n". @returns its bytes
function writeCount(count: u32, out: usize): usize {
  let digits: usize = 1
  for (let rest = count; rest >= 10; rest /= 10) digits++
  let rest = count
  for (let at = out + digits; at > out; at--) {
    store<u8>(at, 0x30 + (rest % 10))
    rest /= 10
  }
  store<u8>(out, 0x20)
  store<u8>(out + digits + 1, 0x0a)
  return digits + 2
}

// @returns end of the profile
function writeProfile(out: usize, line: usize): usize {
  let write = out
  let written: u32 = 0
  let lineBytes: usize = 0
  for (let at = listAt; at < listEnd; at += 4) {
    const entry = <usize>load<u32>(at)
    const count = load<u32>(entry, 24)
    const rounded = quant == 2 ? count & ~1 : count - (count % quant)
    if (rounded != written) {
      lineBytes = writeCount(rounded, line)
      written = rounded
    }
    const from = <usize>load<u32>(entry, 16)
    const length = <usize>load<u32>(entry, 20) - from
    if (length > 16) memory.copy(write, from, length)
    else {
      store<u64>(write, load<u64>(from))
      store<u64>(write, load<u64>(from, 8), 8)
    }
    write += length
    store<u64>(write, load<u64>(line))
    store<u64>(write, load<u64>(line, 8), 8)
    write += lineBytes
  }
  return write == out ? out : write - 1
}

// @ts-ignore: decorator
@inline
function addJob(job: usize, from: usize, to: usize, out: usize): void {
  store<u32>(job, <u32>from)
  store<u32>(job, <u32>to, 4)
  store<u32>(job, <u32>out, 8)
}

export function profileSignatures(texts: usize, count: u32, plan: usize, scratch: usize, out: usize): void {
  units = <usize>load<u32>(plan)
  leastUnits = <usize>load<u32>(plan, 4)
  quantRate = load<f32>(plan, 8)
  tieOrder = load<u32>(plan, 12)
  const jobs = scratch + MD5_SCRATCH
  const line = jobs + <usize>MOST_JOBS * JOB
  const waiting = line + 64
  const text = waiting + WAITING + 64
  let write = waiting
  let jobCount: u32 = 0
  for (let range = texts, row = out, last = texts + ((<usize>count) << 3); range < last; range += 8, row += 16) {
    order(<usize>load<u32>(range), <usize>load<u32>(range, 4), text)
    if (jobCount == MOST_JOBS || write + profileBytes > waiting + WAITING) {
      md5Jobs(jobs, jobCount, scratch)
      jobCount = 0
      write = waiting
    }
    if (profileBytes > WAITING) {
      addJob(jobs, free, writeProfile(free, line), row)
      md5Jobs(jobs, 1, scratch)
      continue
    }
    const end = writeProfile(write, line)
    addJob(jobs + (<usize>jobCount) * JOB, write, end, row)
    jobCount++
    write = end
  }
  md5Jobs(jobs, jobCount, scratch)
}
