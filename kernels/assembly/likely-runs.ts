// Runs of one member in several sets, and the pairs of these sets that may match.
// Definition: src/texts/kernels/reference/likely-runs.ts.
//
// An entry is a u64: member │ set, 24 bits │ rank in 256 steps. Entries whose slot (some bits of the member) has no
// other are dropped; the others are ordered slot by slot. Sets of a run are compared by their reaches, at little
// more than a nanosecond; then by their odd sketches, so that few pairs are entered into the table.

import { differingBits, isSketched, SKETCH_BYTES } from './odd-sketches'
import { order } from './order'

const OUTSIDE: u64 = 255
/** Runs up to this length are compared whole; of longer ones the first sets show whether that is worth it. */
const FEW: u32 = 64
const SHOWN: u32 = 8

// Counts u32 [2^slotBits]; `lost`: leading bits that all members have in common. Returns the number of entries at
// `out`.
export function sortRuns(entries: usize, count: u32, lost: u32, slotBits: u32, counts: usize, out: usize): u32 {
  const shift: u32 = 32 - slotBits
  const countsEnd = counts + (<usize>4 << slotBits)
  memory.fill(counts, 0, countsEnd - counts)
  const end = entries + (<usize>count << 3)
  for (let p = entries; p < end; p += 8) {
    const slot = counts + (<usize>((load<u32>(p, 4) << lost) >> shift) << 2)
    store<u32>(slot, load<u32>(slot) + 1)
  }
  let sum: u32 = 0
  for (let slot = counts; slot < countsEnd; slot += 4) {
    const size = load<u32>(slot)
    store<u32>(slot, size > 1 ? sum : u32.MAX_VALUE)
    sum += size > 1 ? size : 0
  }
  for (let p = entries; p < end; p += 8) {
    const slot = counts + (<usize>((load<u32>(p, 4) << lost) >> shift) << 2)
    const to = load<u32>(slot)
    if (to == u32.MAX_VALUE) continue
    store<u32>(slot, to + 1)
    store<u64>(out + (<usize>to << 3), load<u64>(p))
  }
  order<u64>(out, out + (<usize>sum << 3))
  return sum
}

// The plan; see `run-plan.ts`.
let sizes: usize = 0
let sketches: usize = 0
let reachShare: u64 = 0
let certain: u64 = 0
let table: usize = 0
let mask: usize = 0
let used: u32 = 0

function mayMatch(left: u32, right: u32, a: u32, b: u32): bool {
  const p = sketches + <usize>left * SKETCH_BYTES
  const q = sketches + <usize>right * SKETCH_BYTES
  const both = <u64>a + <u64>b
  if (!isSketched(p) || !isSketched(q)) return true
  const differing = <u64>differingBits(p, q)
  const shared = min(2 * min(<u64>a, <u64>b), both > differing ? both - differing : 0)
  return shared << 31 >= certain * (2 * both - shared)
}

function enter(left: u32, right: u32): void {
  const key = (<u64>left << 32) | <u64>right
  const mixed = left * 0x9e3779b1 + right * 0x85ebca6b
  let slot = <usize>(mixed ^ (mixed >> 15)) & mask
  let found = load<u64>(table + (slot << 3))
  while (found != 0 && found != key) {
    slot = (slot + 1) & mask
    found = load<u64>(table + (slot << 3))
  }
  if (found) return
  store<u64>(table + (slot << 3), key)
  used++
}

// The sets of a run at `run`, u32 {set, size, reach} each. Returns how many.
function setsOf(entries: usize, end: usize, run: usize): u32 {
  let count: u32 = 0
  let last: u32 = u32.MAX_VALUE
  for (let p = entries; p < end; p += 8) {
    const low = load<u32>(p)
    const set = low >> 8
    if (set == last) continue
    last = set
    const size = <u64>load<u32>(sizes + (<usize>set << 2))
    const rank = (<u64>(low & 255) * (size + 1)) / OUTSIDE
    const reach = ((size - min(rank, size)) << 31) / reachShare
    const to = run + <usize>count * 12
    store<u32>(to, set)
    store<u32>(to, <u32>size, 4)
    store<u32>(to, <u32>min<u64>(u32.MAX_VALUE, reach > size ? reach - size : 0), 8)
    count++
  }
  return count
}

// Enters the likely pairs of a run. Returns false if the first sets show that most pairs of a longer run are likely:
// then it is of near copies, of which a list says as much.
function compare(run: usize, count: u32): bool {
  const end = run + <usize>count * 12
  const shown = count > FEW ? run + <usize>SHOWN * 12 : 0
  let likely: u32 = 0
  for (let a = run; a + 12 < end; a += 12) {
    if (a == shown && likely * 2 >= SHOWN * count) return false
    const size = load<u32>(a, 4)
    const reach = load<u32>(a, 8)
    for (let b = a + 12; b < end; b += 12) {
      const other = load<u32>(b, 4)
      if (other > reach || size > load<u32>(b, 8)) continue
      if (!mayMatch(load<u32>(a), load<u32>(b), size, other)) continue
      enter(load<u32>(a), load<u32>(b))
      likely++
    }
  }
  return true
}

// Plan, u32: entries, count, next, sizes, sketches, share of reaches, certain share, table, its mask, pairs in it, room
// for a run, most sets compared, long runs, their number.
export function likelyRuns(plan: usize): void {
  const entries = <usize>load<u32>(plan)
  const count = load<u32>(plan, 4)
  sizes = <usize>load<u32>(plan, 12)
  sketches = <usize>load<u32>(plan, 16)
  reachShare = <u64>load<u32>(plan, 20)
  certain = <u64>load<u32>(plan, 24)
  table = <usize>load<u32>(plan, 28)
  mask = <usize>load<u32>(plan, 32)
  used = load<u32>(plan, 36)
  const run = <usize>load<u32>(plan, 40)
  const most = load<u32>(plan, 44)
  const long = <usize>load<u32>(plan, 48)
  let longs = load<u32>(plan, 52)
  const full = <u32>(mask >> 1)
  let from = load<u32>(plan, 8)
  while (from < count) {
    const member = load<u32>(entries + (<usize>from << 3), 4)
    let to = from + 1
    while (to < count && load<u32>(entries + (<usize>to << 3), 4) == member) to++
    const length = to - from
    let isLong = length > most
    if (!isLong && length > 1) {
      if (used + ((length * length) >> 1) > full) break
      isLong = !compare(run, setsOf(entries + (<usize>from << 3), entries + (<usize>to << 3), run))
    }
    if (isLong) {
      store<u32>(long + (<usize>longs << 3), from)
      store<u32>(long + (<usize>longs << 3), to, 4)
      longs++
    }
    from = to
  }
  store<u32>(plan, from, 8)
  store<u32>(plan, used, 36)
  store<u32>(plan, longs, 52)
}
