/**
 * Likely runs: the runs of one member in several sets, and the pairs of these sets that may match.
 *
 *     entries (member, set, rank) ─▶ those that share a slot, in order ─▶ runs ─reach, odd sketch─▶ table of pairs
 *
 * Plan and reach: `run-plan.ts`.
 */
import { notSketched, oddSketchWords } from '../layout/plan-layout.ts'
import { longRunsWord, nextWord, pairSlot, pairsWord, runPlanWords } from '../layout/run-plan.ts'
import { differingBits } from './odd-bound.ts'

const rankSteps = 255
/** Runs up to this length are compared whole; of longer ones the first sets show whether that is worth it. */
const fewSets = 64
const shownSets = 8

/** See `Kernels.sortRuns`. */
export function sortRuns(
  memory: Uint8Array,
  entries: number,
  count: number,
  lost: number,
  slotBits: number,
  _counts: number,
  out: number,
): number {
  const keys = [...new BigUint64Array(memory.buffer.slice(entries, entries + 8 * count))]
  const slotOf = (key: bigint) => (Number(key >> 32n) << lost) >>> (32 - slotBits)
  const slots = new Map<number, number>()
  for (const key of keys) slots.set(slotOf(key), (slots.get(slotOf(key)) ?? 0) + 1)
  const kept = keys.filter(key => (slots.get(slotOf(key)) as number) > 1)
  const sorted = BigUint64Array.from(kept).sort()
  memory.set(new Uint8Array(sorted.buffer), out)
  return sorted.length
}

/** See `Kernels.likelyRuns`. */
export function likelyRuns(memory: Uint8Array, planAt: number): void {
  const words = new Uint32Array(memory.buffer)
  const plan = words.subarray(planAt / 4, planAt / 4 + runPlanWords)
  const [entries, count] = plan
  const [mask, , , most, longRuns] = plan.subarray(8)
  const memberAt = (at: number) => words[entries / 4 + 2 * at + 1]
  while (plan[nextWord] < count) {
    const from = plan[nextWord]
    let to = from + 1
    while (to < count && memberAt(to) === memberAt(from)) to++
    const length = to - from
    const isCompared = length > 1 && length <= most
    if (isCompared && plan[pairsWord] + Math.floor(length ** 2 / 2) > mask >>> 1) break
    if (length > most || (isCompared && !compare(words, plan, from, to)))
      words.set([from, to], longRuns / 4 + 2 * plan[longRunsWord]++)
    plan[nextWord] = to
  }
}

/** A set of a run, and the largest set that it may match. */
interface RunSet {
  readonly set: number
  readonly size: number
  readonly reach: number
}

/** Enters the likely pairs. @returns false if most of a longer run are likely: then its sets are listed instead */
function compare(words: Uint32Array, plan: Uint32Array, from: number, to: number): boolean {
  const run = setsOf(words, plan, from, to)
  let likely = 0
  for (const [i, a] of run.entries()) {
    if (i === shownSets && run.length > fewSets && 2 * likely >= shownSets * run.length) return false
    for (const b of run.slice(i + 1)) {
      if (b.size > a.reach || a.size > b.reach || !mayMatch(words, plan, a, b)) continue
      enter(words, plan, a.set, b.set)
      likely++
    }
  }
  return true
}

/** The different sets of entries [from, to). */
function setsOf(
  words: Uint32Array,
  [entries, , , sizes, , reachShare]: Uint32Array,
  from: number,
  to: number,
) {
  const ranks = new Map<number, number>()
  for (let at = from; at < to; at++) {
    const low = words[entries / 4 + 2 * at]
    if (!ranks.has(low >>> 8)) ranks.set(low >>> 8, low & 255)
  }
  return [...ranks].map(([set, rank]): RunSet => {
    const size = words[sizes / 4 + set]
    const first = Math.min(size, Math.floor((rank * (size + 1)) / rankSteps))
    const reach = Math.max(0, Math.floor(((size - first) * 2 ** 31) / reachShare) - size)
    return { set, size, reach: Math.min(2 ** 32 - 1, reach) }
  })
}

function mayMatch(words: Uint32Array, plan: Uint32Array, a: RunSet, b: RunSet): boolean {
  const [sketches, , certain] = plan.subarray(4)
  const [left, right] = [a, b].map(({ set }) => sketches / 4 + oddSketchWords * set)
  const size = oddSketchWords - 1
  if (words[left + size] === notSketched || words[right + size] === notSketched) return true
  const differing = differingBits(words, left, words, right)
  const both = a.size + b.size
  const twice = Math.min(2 * a.size, 2 * b.size, Math.max(0, both - differing))
  return BigInt(twice) * 2n ** 31n >= BigInt(certain) * BigInt(2 * both - twice)
}

function enter(words: Uint32Array, plan: Uint32Array, left: number, right: number): void {
  const [table, mask] = plan.subarray(7)
  const pairs = new BigUint64Array(words.buffer, table, mask + 1)
  const key = (BigInt(left) << 32n) | BigInt(right)
  let slot = pairSlot(left, right) & mask
  while (pairs[slot] !== 0n && pairs[slot] !== key) slot = (slot + 1) & mask
  if (pairs[slot] === 0n) plan[pairsWord]++
  pairs[slot] = key
}
